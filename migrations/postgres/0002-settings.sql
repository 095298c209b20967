CREATE TABLE setting (
  name text PRIMARY KEY,
  value text NOT NULL
);
CREATE TRIGGER setting_changed AFTER INSERT OR UPDATE OR DELETE ON setting
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
-- Names that the calendar gives its records begin with this, wherever it is served.
INSERT INTO setting (name, value) VALUES ('site_id', replace(gen_random_uuid()::text, '-', ''));
