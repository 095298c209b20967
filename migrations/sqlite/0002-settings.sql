CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;
-- One row with a random id of this calendar, which never changes; it is part of globally unique names such as iCalendar UIDs.
CREATE TABLE site (
  id TEXT PRIMARY KEY
) STRICT;
INSERT INTO site (id) VALUES (lower(hex(randomblob(16))));
