CREATE TABLE id_sequence (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT;
-- Events, venues, organizers and pictures share one sequence; categories and tags the other.
INSERT INTO id_sequence (name, value) VALUES ('record', 0), ('term', 0);
