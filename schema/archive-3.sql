-- The archive, version 3: a durable add of one file touches a few pages, not one for each
-- of its series.

ALTER TABLE metric RENAME TO metric_2;

-- One metric of one result, by series: what trends are drawn from. Percentiles, samples and
-- series of seconds are in the model.
--
-- No foreign key: a check of each row would take half of the time of adding many, and no
-- row here is the truth. `verify` derives all of them anew and finds any that belongs to
-- nothing.
CREATE TABLE metric (
    study  TEXT NOT NULL,
    series BLOB NOT NULL,
    run    TEXT NOT NULL,
    result BLOB NOT NULL,
    line   INTEGER NOT NULL,
    status INTEGER NOT NULL,               -- the result's
    n      REAL,
    mean   REAL,
    median REAL,
    stddev REAL,
    min    REAL,
    max    REAL,
    PRIMARY KEY (study, series, run, result)
) STRICT, WITHOUT ROWID;

INSERT INTO metric(study, series, run, result, line, status, n, mean, median, stddev, min, max)
SELECT study, series, run, result, line, status, n, mean, median, stddev, min, max
FROM metric_2 ORDER BY study, series, run, result;

DROP TABLE metric_2;

-- The same of the last small adds, as they came. Some thousand rows of a study at most: when
-- there are more, they move on into metric.
CREATE TABLE recent (
    study  TEXT NOT NULL,
    run    TEXT NOT NULL,
    result BLOB NOT NULL,
    series BLOB NOT NULL,
    line   INTEGER NOT NULL,
    status INTEGER NOT NULL,
    n      REAL,
    mean   REAL,
    median REAL,
    stddev REAL,
    min    REAL,
    max    REAL,
    PRIMARY KEY (study, run, result, series)
) STRICT, WITHOUT ROWID;

-- Both of them with the names of everything: for people. (CROSS JOIN: SQLite then takes the
-- series first, of which there are few.)
CREATE VIEW trend AS
SELECT s.study, s.workload, s.variant, s.tool, s.command, s.parameters, s.metric, s.unit,
       s.better, r.run, r.date, r.machine, m.result, m.line, m.status, m.n, m.mean, m.median,
       m.stddev, m.min, m.max
FROM series s CROSS JOIN metric m CROSS JOIN run r
WHERE m.study = s.study AND m.series = s.series AND r.study = m.study AND r.run = m.run
UNION ALL
SELECT s.study, s.workload, s.variant, s.tool, s.command, s.parameters, s.metric, s.unit,
       s.better, r.run, r.date, r.machine, m.result, m.line, m.status, m.n, m.mean, m.median,
       m.stddev, m.min, m.max
FROM series s CROSS JOIN recent m CROSS JOIN run r
WHERE m.study = s.study AND m.series = s.series AND r.study = m.study AND r.run = m.run;
