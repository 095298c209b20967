CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;
-- Names that the calendar gives its records begin with this, wherever it is served.
INSERT INTO setting (name, value) VALUES ('site_id', lower(hex(randomblob(16))));
