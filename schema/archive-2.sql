-- The archive, version 2: names that were changed.

-- A workload or a variant that is called otherwise since: so are those that are added later.
CREATE TABLE alias (
    study TEXT NOT NULL REFERENCES study ON UPDATE CASCADE,
    kind  TEXT NOT NULL,                   -- 'workload' or 'variant'
    name  TEXT NOT NULL,                   -- as files and study.yaml say it
    now   TEXT NOT NULL,
    PRIMARY KEY (study, kind, name)
) STRICT, WITHOUT ROWID;
