-- The archive, version 5: a source is found by its key, however little is known of the
-- table.

-- The run comes first. With the study first, this index cost PostgreSQL the same for one
-- source as the key's own, where it knew of few rows: it took this one, and read all
-- sources of the study for each.
DROP INDEX source_by_name;
CREATE INDEX source_by_run ON source (run, study, name);
