-- The archive, version 4: what people said can't change unseen.

-- Rows that follow from no file are sealed, so that `verify` finds one that was changed by
-- anything but the program: by study, a run with its tags and sources, or the rest.
CREATE TABLE seal (
    study  TEXT NOT NULL REFERENCES study ON UPDATE CASCADE,
    part   TEXT NOT NULL,                  -- 'run/NAME', or 'rest': exclusion, tombstone, alias
    digest BLOB NOT NULL,                  -- SHA-256 of the rows
    PRIMARY KEY (study, part)
) STRICT, WITHOUT ROWID;
