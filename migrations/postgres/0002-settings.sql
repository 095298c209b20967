CREATE TABLE setting (
  name text PRIMARY KEY,
  value text NOT NULL
);
CREATE TRIGGER setting_changed AFTER INSERT OR UPDATE OR DELETE ON setting
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
