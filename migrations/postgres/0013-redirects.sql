-- Former addresses of pages. A request is redirected only if its address is not that of a record.
CREATE TABLE redirect (
  path text PRIMARY KEY, -- with the language and a slash at the end: /de/event/old-slug/; of a category only its own slug; of an imported picture that of its file
  collection text NOT NULL, -- of the record whose page it leads to, media for a picture; '' if it leads to target
  record_id integer, -- null if it leads to target
  target text NOT NULL DEFAULT '', -- what replaces the path at the beginning of an address; '' if it leads to a record
  at bigint NOT NULL -- when the address changed, UTC seconds since 1970
);
CREATE INDEX redirect_record ON redirect (collection, record_id) WHERE record_id IS NOT NULL;
-- The few beginnings of paths, which are read after each write.
CREATE INDEX redirect_base ON redirect (path) WHERE record_id IS NULL;
CREATE TRIGGER redirect_changed AFTER INSERT OR UPDATE OR DELETE ON redirect
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
CREATE FUNCTION remove_redirects() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM redirect WHERE collection = TG_ARGV[0] AND record_id = OLD.id;
  RETURN NULL;
END $$;
CREATE TRIGGER redirect_of_event AFTER DELETE ON event
  FOR EACH ROW EXECUTE FUNCTION remove_redirects('events');
CREATE TRIGGER redirect_of_venue AFTER DELETE ON venue
  FOR EACH ROW EXECUTE FUNCTION remove_redirects('venues');
CREATE TRIGGER redirect_of_organizer AFTER DELETE ON organizer
  FOR EACH ROW EXECUTE FUNCTION remove_redirects('organizers');
CREATE TRIGGER redirect_of_category AFTER DELETE ON category
  FOR EACH ROW EXECUTE FUNCTION remove_redirects('categories');
CREATE TRIGGER redirect_of_picture AFTER DELETE ON picture
  FOR EACH ROW EXECUTE FUNCTION remove_redirects('media');
CREATE TRIGGER redirect_of_tag AFTER DELETE ON tag
  FOR EACH ROW EXECUTE FUNCTION remove_redirects('tags');
