-- The archive, version 1. schema/archive.md explains it.
--
-- Written once for both databases. PostgreSQL reads BLOB as bytea, REAL as double
-- precision, INTEGER as bigint, leaves STRICT and WITHOUT ROWID out, and CURRENT_STAMP is
-- the time of writing, in UTC: the one column that two archives of the same files differ in.

-- What was asked. Renaming it renames every row below.
CREATE TABLE study (
    study TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;

-- One sitting on one host. Its date is stated or the earliest that its files state.
CREATE TABLE run (
    study       TEXT NOT NULL REFERENCES study ON UPDATE CASCADE,
    run         TEXT NOT NULL,             -- '': the study's own
    date        TEXT,                      -- RFC 3339 in UTC, or a day; NULL: not known
    date_stated INTEGER NOT NULL,          -- 1: by a person, 0: by a file
    machine     TEXT,
    PRIMARY KEY (study, run)
) STRICT, WITHOUT ROWID;

-- What a person says of a run: commit, branch, …
CREATE TABLE tag (
    study TEXT NOT NULL,
    run   TEXT NOT NULL,
    name  TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (study, run, name),
    FOREIGN KEY (study, run) REFERENCES run ON UPDATE CASCADE
) STRICT, WITHOUT ROWID;

-- One raw file, known by the SHA-256 of its bytes: how it was read, and as what.
CREATE TABLE source (
    study            TEXT NOT NULL,
    source           BLOB NOT NULL,        -- 32 bytes
    run              TEXT NOT NULL,
    name             TEXT NOT NULL,        -- the file's, without its folder
    bytes            INTEGER NOT NULL,
    format           TEXT NOT NULL,        -- the importer: 'hyperfine-json'
    importer_version TEXT NOT NULL,
    tool_version     TEXT,
    options          TEXT NOT NULL,        -- what was said when it was added, as JSON
    superseded_by    BLOB,                 -- a newer file of the same run and name
    added            TEXT NOT NULL DEFAULT CURRENT_STAMP,
    PRIMARY KEY (study, source),
    FOREIGN KEY (study, run) REFERENCES run ON UPDATE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX source_by_name ON source (study, run, name);

-- Its bytes, and the model that the importer made of them (broadsheet/1), both packed
-- with zstd.
CREATE TABLE content (
    study  TEXT NOT NULL,
    source BLOB NOT NULL,
    raw    BLOB NOT NULL,
    model  BLOB NOT NULL,
    PRIMARY KEY (study, source),
    FOREIGN KEY (study, source) REFERENCES source ON UPDATE CASCADE
) STRICT;

-- One command's measurement by one tool. Of superseded sources there are none.
CREATE TABLE result (
    study    TEXT NOT NULL,
    source   BLOB NOT NULL,
    ordinal  INTEGER NOT NULL,             -- 1, 2, … in the file
    result   BLOB NOT NULL,                -- 12 bytes: of the SHA-256 of source and ordinal
    line     INTEGER NOT NULL,             -- of the file, from 1
    tool     TEXT NOT NULL,
    command  TEXT,
    status   INTEGER NOT NULL,             -- 0 ok, 1 partial, 2 failed
    workload TEXT NOT NULL,
    variant  TEXT NOT NULL,
    inferred INTEGER NOT NULL,             -- 1: nobody stated both labels
    PRIMARY KEY (study, source, ordinal),
    FOREIGN KEY (study, source) REFERENCES source ON UPDATE CASCADE
) STRICT, WITHOUT ROWID;

-- What is measured again and again: a line of history.
CREATE TABLE series (
    study      TEXT NOT NULL REFERENCES study ON UPDATE CASCADE,
    series     BLOB NOT NULL,              -- 12 bytes: of the SHA-256 of what follows
    workload   TEXT NOT NULL,
    variant    TEXT NOT NULL,
    tool       TEXT NOT NULL,
    command    TEXT NOT NULL,              -- '' where workload and variant are stated
    parameters TEXT NOT NULL,              -- 'image=large&threads=4', sorted
    metric     TEXT NOT NULL,
    unit       TEXT NOT NULL,
    better     TEXT,                       -- 'lower', 'higher' or NULL
    PRIMARY KEY (study, series)
) STRICT, WITHOUT ROWID;

-- One metric of one result: what trends are drawn from. Percentiles, samples and series of
-- seconds are in the model.
CREATE TABLE metric (
    study  TEXT NOT NULL,
    series BLOB NOT NULL,
    result BLOB NOT NULL,
    run    TEXT NOT NULL,
    line   INTEGER NOT NULL,
    status INTEGER NOT NULL,               -- the result's
    n      REAL,
    mean   REAL,
    median REAL,
    stddev REAL,
    min    REAL,
    max    REAL,
    PRIMARY KEY (study, series, result),
    FOREIGN KEY (study, series) REFERENCES series ON UPDATE CASCADE
) STRICT, WITHOUT ROWID;

-- A source or a result that does not count, and why. Its rows stay.
CREATE TABLE exclusion (
    study  TEXT NOT NULL REFERENCES study ON UPDATE CASCADE,
    id     BLOB NOT NULL,                  -- of a source or a result
    reason TEXT NOT NULL,
    added  TEXT NOT NULL DEFAULT CURRENT_STAMP,
    PRIMARY KEY (study, id)
) STRICT, WITHOUT ROWID;

-- A source whose bytes were removed, and why. They are not taken in again.
CREATE TABLE tombstone (
    study  TEXT NOT NULL REFERENCES study ON UPDATE CASCADE,
    source BLOB NOT NULL,
    run    TEXT NOT NULL,
    bytes  INTEGER NOT NULL,
    reason TEXT NOT NULL,
    added  TEXT NOT NULL DEFAULT CURRENT_STAMP,
    PRIMARY KEY (study, source)
) STRICT, WITHOUT ROWID;
