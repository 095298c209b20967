CREATE TABLE id_sequence (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT;
-- Last ids: 'record' for events, venues, organizers and pictures, 'term' for categories and tags.
INSERT INTO id_sequence (name, value) VALUES ('record', 0), ('term', 0);
