-- Calendars elsewhere that are read again and again (decision 74).
CREATE TABLE subscription (
  source_id INTEGER PRIMARY KEY REFERENCES import_source (id) ON DELETE CASCADE,
  every_minutes INTEGER NOT NULL,
  is_on INTEGER NOT NULL DEFAULT 1 CHECK (is_on IN (0, 1)),
  next_at INTEGER NOT NULL, -- time of the next request; all times: UTC seconds since 1970
  checked_at INTEGER, -- last request; null before the first
  changed_at INTEGER, -- last run
  etag TEXT NOT NULL DEFAULT '', -- of the last response, for conditional requests
  last_modified TEXT NOT NULL DEFAULT '',
  digest TEXT NOT NULL DEFAULT '', -- hash of the last response
  content TEXT NOT NULL DEFAULT '', -- sent by a client, read instead of a response; '' for none
  items_digest TEXT NOT NULL DEFAULT '', -- hash of the items of the last run
  whole_at INTEGER, -- from then on a request is not conditional; null: no such time
  failures INTEGER NOT NULL DEFAULT 0, -- consecutive ones
  failing_since INTEGER, -- first of these
  note TEXT NOT NULL DEFAULT '' -- JSON: the problem of the last request (reason and placeholders); '' for none
) STRICT;
CREATE INDEX subscription_due ON subscription (next_at) WHERE is_on = 1;
-- The venues that places in calendars elsewhere mean.
CREATE TABLE place_venue (
  place TEXT PRIMARY KEY, -- folded name
  name TEXT NOT NULL, -- as the calendar contains it
  venue_id INTEGER REFERENCES venue (id) ON DELETE SET NULL -- null: an editor has to choose
) STRICT;
CREATE INDEX place_venue_venue ON place_venue (venue_id);
-- Hash of start, title and place, for sources whose ids change. It stays when the record is deleted for good.
ALTER TABLE external_id ADD COLUMN match_key TEXT NOT NULL DEFAULT '';
-- First read of the source without this item; null while the source contains it.
ALTER TABLE external_id ADD COLUMN missing_since INTEGER;
-- What the event was before it was removed because the source does not contain it any more: a status, or an event status; '' otherwise.
ALTER TABLE external_id ADD COLUMN removed_from TEXT NOT NULL DEFAULT '';
-- Pairs of events that look alike, but are two events as an editor has said.
CREATE TABLE event_distinct (
  event_id INTEGER NOT NULL REFERENCES event (id) ON DELETE CASCADE, -- the smaller id
  other_id INTEGER NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  PRIMARY KEY (event_id, other_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_distinct_other ON event_distinct (other_id);
