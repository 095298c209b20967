-- Calendars elsewhere that are read again and again (decision 74). No notification is sent for these tables, because no cached
-- response depends on them.
CREATE TABLE subscription (
  source_id integer PRIMARY KEY REFERENCES import_source (id) ON DELETE CASCADE,
  every_minutes integer NOT NULL,
  is_on smallint NOT NULL DEFAULT 1 CHECK (is_on IN (0, 1)),
  next_at bigint NOT NULL, -- time of the next request; all times: UTC seconds since 1970
  checked_at bigint, -- last request; null before the first
  changed_at bigint, -- last run
  etag text NOT NULL DEFAULT '', -- of the last response, for conditional requests
  last_modified text NOT NULL DEFAULT '',
  digest text NOT NULL DEFAULT '', -- hash of the last response
  content text NOT NULL DEFAULT '', -- sent by a client, read instead of a response; '' for none
  items_digest text NOT NULL DEFAULT '', -- hash of the items of the last run
  whole_at bigint, -- from then on a request is not conditional; null: no such time
  failures integer NOT NULL DEFAULT 0, -- consecutive ones
  failing_since bigint, -- first of these
  note text NOT NULL DEFAULT '' -- JSON: the problem of the last request (reason and placeholders); '' for none
);
CREATE INDEX subscription_due ON subscription (next_at) WHERE is_on = 1;
-- The venues that places in calendars elsewhere mean.
CREATE TABLE place_venue (
  place text PRIMARY KEY, -- folded name
  name text NOT NULL, -- as the calendar contains it
  venue_id integer REFERENCES venue (id) ON DELETE SET NULL -- null: an editor has to choose
);
CREATE INDEX place_venue_venue ON place_venue (venue_id);
-- Hash of start, title and place, for sources whose ids change. It stays when the record is deleted for good.
ALTER TABLE external_id ADD COLUMN match_key text NOT NULL DEFAULT '';
-- First read of the source without this item; null while the source contains it.
ALTER TABLE external_id ADD COLUMN missing_since bigint;
-- What the event was before it was removed because the source does not contain it any more: a status, or an event status; '' otherwise.
ALTER TABLE external_id ADD COLUMN removed_from text NOT NULL DEFAULT '';
-- Pairs of events that look alike, but are two events as an editor has said.
CREATE TABLE event_distinct (
  event_id integer NOT NULL REFERENCES event (id) ON DELETE CASCADE, -- the smaller id
  other_id integer NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  PRIMARY KEY (event_id, other_id)
);
CREATE INDEX event_distinct_other ON event_distinct (other_id);
