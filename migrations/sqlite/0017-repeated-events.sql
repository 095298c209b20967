-- Events that repeat. The event itself is in no list (hide_from_listings is 1); each of its dates is a row of the table event
-- with its own id, time and links, and without texts, price and picture unless they differ (decision 0048).
CREATE TABLE event_repeat (
  event_id INTEGER PRIMARY KEY REFERENCES event (id) ON DELETE CASCADE,
  lines TEXT NOT NULL, -- RRULE, EXRULE, RDATE and EXDATE (RFC 5545), one a line
  is_hidden INTEGER NOT NULL, -- hide_from_listings as the client sent it
  is_endless INTEGER NOT NULL,
  expanded_until TEXT NOT NULL -- local time; all dates up to it are rows of event
) STRICT;
CREATE INDEX event_repeat_due ON event_repeat (expanded_until) WHERE is_endless = 1;
