-- Former addresses of pages. A request is redirected only if its address is not that of a record.
CREATE TABLE redirect (
  path TEXT PRIMARY KEY, -- with the language and a slash at the end: /de/event/old-slug/; of a category only its own slug; of an imported picture that of its file
  collection TEXT NOT NULL, -- of the record whose page it leads to, media for a picture; '' if it leads to target
  record_id INTEGER, -- null if it leads to target
  target TEXT NOT NULL DEFAULT '', -- what replaces the path at the beginning of an address; '' if it leads to a record
  at INTEGER NOT NULL -- when the address changed, UTC seconds since 1970
) STRICT;
CREATE INDEX redirect_record ON redirect (collection, record_id) WHERE record_id IS NOT NULL;
-- The few beginnings of paths, which are read after each write.
CREATE INDEX redirect_base ON redirect (path) WHERE record_id IS NULL;
CREATE TRIGGER redirect_of_event AFTER DELETE ON event
BEGIN
  DELETE FROM redirect WHERE collection = 'events' AND record_id = OLD.id;
END;
CREATE TRIGGER redirect_of_venue AFTER DELETE ON venue
BEGIN
  DELETE FROM redirect WHERE collection = 'venues' AND record_id = OLD.id;
END;
CREATE TRIGGER redirect_of_organizer AFTER DELETE ON organizer
BEGIN
  DELETE FROM redirect WHERE collection = 'organizers' AND record_id = OLD.id;
END;
CREATE TRIGGER redirect_of_category AFTER DELETE ON category
BEGIN
  DELETE FROM redirect WHERE collection = 'categories' AND record_id = OLD.id;
END;
CREATE TRIGGER redirect_of_picture AFTER DELETE ON picture
BEGIN
  DELETE FROM redirect WHERE collection = 'media' AND record_id = OLD.id;
END;
CREATE TRIGGER redirect_of_tag AFTER DELETE ON tag
BEGIN
  DELETE FROM redirect WHERE collection = 'tags' AND record_id = OLD.id;
END;
