CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;
-- One row that never changes: names that the calendar gives its records are made of it, wherever it is served.
CREATE TABLE site (
  id TEXT PRIMARY KEY
) STRICT;
INSERT INTO site (id) VALUES (lower(hex(randomblob(16))));
