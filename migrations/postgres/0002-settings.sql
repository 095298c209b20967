CREATE TABLE setting (
  name text PRIMARY KEY,
  value text NOT NULL
);
CREATE TRIGGER setting_changed AFTER INSERT OR UPDATE OR DELETE ON setting
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
-- One row with a random id of this calendar, which never changes; it is part of globally unique names such as iCalendar UIDs.
CREATE TABLE site (
  id text PRIMARY KEY
);
INSERT INTO site (id) VALUES (replace(gen_random_uuid()::text, '-', ''));
CREATE TRIGGER site_changed AFTER INSERT OR UPDATE OR DELETE ON site
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
