-- Events that repeat. The event itself is in no list (hide_from_listings is 1); each of its dates is a row of the table event
-- with its own id, time and links, and without texts, price and picture unless they differ (decision 0048).
CREATE TABLE event_repeat (
  event_id integer PRIMARY KEY REFERENCES event (id) ON DELETE CASCADE,
  lines text NOT NULL, -- RRULE, EXRULE, RDATE and EXDATE (RFC 5545), one a line
  is_hidden smallint NOT NULL, -- hide_from_listings as the client sent it
  is_endless smallint NOT NULL,
  expanded_until text COLLATE "C" NOT NULL -- local time; all dates up to it are rows of event
);
CREATE INDEX event_repeat_due ON event_repeat (expanded_until) WHERE is_endless = 1;

CREATE FUNCTION notify_event_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('almanac_changed', current_setting('application_name'));
  RETURN NULL;
END $$;
CREATE TRIGGER event_repeat_changed AFTER INSERT OR UPDATE OR DELETE ON event_repeat
  FOR EACH STATEMENT EXECUTE FUNCTION notify_event_change();
