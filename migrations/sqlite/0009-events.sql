CREATE TABLE event (
  id INTEGER PRIMARY KEY,
  author_id INTEGER NOT NULL REFERENCES account (id),
  original_language TEXT NOT NULL,
  -- A scheduled post has the status publish and a future published_at, so nothing needs to run at that time.
  status TEXT NOT NULL CHECK (status IN ('publish', 'draft', 'pending', 'private', 'trash')),
  published_at INTEGER NOT NULL,
  -- How published_at is set. floating: to the time of publication; given: by an author, but it was never published;
  -- settled: it was published already.
  dating TEXT NOT NULL CHECK (dating IN ('floating', 'given', 'settled')),
  created_at INTEGER NOT NULL,
  modified_at INTEGER, -- null if the record was never changed
  version INTEGER NOT NULL DEFAULT 1, -- rises with every edit of the record, its texts or its links
  image_id INTEGER REFERENCES picture (id) ON DELETE SET NULL,
  start_local TEXT NOT NULL, -- YYYY-MM-DD HH:MM:SS in the time zone of the event
  end_local TEXT NOT NULL,
  timezone TEXT NOT NULL, -- time zone name or UTC offset as the client sent it
  start_at INTEGER NOT NULL, -- UTC seconds since 1970
  end_at INTEGER NOT NULL,
  all_day INTEGER NOT NULL DEFAULT 0,
  cost TEXT NOT NULL DEFAULT '', -- JSON: the cost as parsed at the write (core/cost/parse-and-format-cost.ts); '' for none
  website TEXT NOT NULL DEFAULT '',
  show_map INTEGER NOT NULL DEFAULT 0,
  show_map_link INTEGER NOT NULL DEFAULT 0,
  hide_from_listings INTEGER NOT NULL DEFAULT 0,
  sticky INTEGER NOT NULL DEFAULT 0,
  featured INTEGER NOT NULL DEFAULT 0,
  -- Whether and how the event takes place; `status` says who may read it.
  event_status TEXT NOT NULL DEFAULT 'scheduled'
    CHECK (event_status IN ('scheduled', 'cancelled', 'postponed', 'rescheduled', 'moved_online')),
  status_reason TEXT NOT NULL DEFAULT '', -- JSON: the reason by language, {"de": "…"}; '' for none
  previous_start TEXT, -- of a rescheduled event: the local start that was announced first
  sold_out INTEGER NOT NULL DEFAULT 0,
  attendance_mode TEXT NOT NULL DEFAULT 'offline' CHECK (attendance_mode IN ('offline', 'online', 'mixed')),
  online_url TEXT NOT NULL DEFAULT '',
  -- JSON: offers, registration, ages, accessibility and conditions (collections/events/admission/admission-columns.ts); '' for none.
  admission TEXT NOT NULL DEFAULT '',
  -- For filters, computed from admission and cost.
  is_free INTEGER, -- null: not stated
  is_ticketed INTEGER NOT NULL DEFAULT 0, -- 1 if an offer or registration has a URL
  is_accessible INTEGER NOT NULL DEFAULT 0, -- 1 if access without steps or for people with impaired mobility is stated
  price_min REAL, -- the lowest price, 0 if free; null: not stated
  price_currency TEXT NOT NULL DEFAULT '', -- ISO 4217; '' for that of the site
  -- Denormalized ids of all linked records, so that reading an event needs no join (collections/events/links/load-links.ts). Ids of
  -- records that were removed later may remain.
  links TEXT NOT NULL DEFAULT '', -- JSON: [venue ids, organizer ids, category ids, tag ids, series ids]; '' if there are none
  -- Denormalized rows of event_text, for the same reason (collections/texts/record-texts.ts).
  texts TEXT NOT NULL DEFAULT '[]', -- JSON: a list of [language, title, description, excerpt, slug, modified_at]
  -- 1 if published and published_at had passed at the last update (collections/events/scheduled-publication.ts).
  is_public INTEGER NOT NULL DEFAULT 0 CHECK (is_public IN (0, 1) AND (is_public = 0 OR status = 'publish')),
  -- A date of a repeated event is a row of its own (see event_repeat); these columns are empty in all other events.
  repeat_id INTEGER REFERENCES event (id) ON DELETE CASCADE, -- the repeated event
  original_start TEXT, -- local start by the rule, also after the date was moved; identifies the date (RECURRENCE-ID)
  overrides TEXT NOT NULL DEFAULT '', -- JSON: names of the fields that differ from the repeated event; '' for none
  languages TEXT NOT NULL DEFAULT '', -- of a date without texts of its own: the languages of its repeated event, 'de,en'
  -- Whether the event begins at 17:00 local time or later.
  is_evening INTEGER AS (all_day = 0 AND substr(start_local, 12) >= '17:00:00') VIRTUAL,
  -- The position in public lists: start_local, or null if the event is not listed.
  listed_start TEXT AS (CASE WHEN is_public = 1 AND hide_from_listings = 0 THEN start_local END) VIRTUAL
) STRICT;
CREATE INDEX event_listed ON event (listed_start, id) WHERE listed_start IS NOT NULL;
CREATE INDEX event_featured ON event (listed_start, id) WHERE featured = 1 AND listed_start IS NOT NULL;
CREATE INDEX event_status_listed ON event (event_status, listed_start, id)
  WHERE event_status <> 'scheduled' AND listed_start IS NOT NULL;
CREATE INDEX event_attendance_listed ON event (attendance_mode, listed_start, id)
  WHERE attendance_mode <> 'offline' AND listed_start IS NOT NULL;
CREATE INDEX event_free_listed ON event (listed_start, id) WHERE is_free = 1 AND listed_start IS NOT NULL;
CREATE INDEX event_ticketed_listed ON event (listed_start, id) WHERE is_ticketed = 1 AND listed_start IS NOT NULL;
CREATE INDEX event_accessible_listed ON event (listed_start, id) WHERE is_accessible = 1 AND listed_start IS NOT NULL;
CREATE INDEX event_evening_listed ON event (listed_start, id) WHERE is_evening = 1 AND listed_start IS NOT NULL;
CREATE INDEX event_virtual_listed ON event (listed_start, id) WHERE attendance_mode <> 'offline' AND listed_start IS NOT NULL;
-- With the columns by which lists of editors count, so that counting reads only the index.
CREATE INDEX event_start ON event (start_local, id, status, hide_from_listings);
CREATE INDEX event_unpublished ON event (status, start_local, id) WHERE status <> 'publish';
CREATE INDEX event_publication ON event (is_public, published_at) WHERE status = 'publish';
CREATE INDEX event_upcoming ON event (start_at) WHERE is_public = 1;
-- Events that the calendar shows on several days (collections/events/calendar/events-by-day.ts).
CREATE INDEX event_lasting ON event (end_local, start_local, id) WHERE substr(end_local, 1, 10) > substr(start_local, 1, 10)
  AND (substr(end_local, 12) > '05:00:00' OR end_at - start_at > 79200);
CREATE INDEX event_lasting_start ON event (start_local, id) WHERE substr(end_local, 1, 10) > substr(start_local, 1, 10)
  AND (substr(end_local, 12) > '05:00:00' OR end_at - start_at > 79200);
-- Events of more than a day, in groups of similar duration (db/ongoing-events-sql.ts).
CREATE INDEX event_long ON event ((CASE WHEN end_at - start_at <= 691200 THEN 1 WHEN end_at - start_at <= 5529600 THEN 2
  WHEN end_at - start_at <= 44236800 THEN 3 ELSE 4 END), start_at) WHERE end_at - start_at > 86400;
CREATE INDEX event_author ON event (author_id);
CREATE INDEX event_image ON event (image_id) WHERE image_id IS NOT NULL;
CREATE UNIQUE INDEX event_of_repeat ON event (repeat_id, original_start) WHERE repeat_id IS NOT NULL;
-- The dates of a repeated event, in order, and those that differ from it.
CREATE INDEX event_dates ON event (repeat_id, start_at) WHERE repeat_id IS NOT NULL AND status <> 'trash';
CREATE INDEX event_overridden ON event (repeat_id, start_local, id) WHERE overrides <> '';
-- The dates of repeated events by language: the index of event_text has only events with texts of their own.
CREATE INDEX event_dates_en ON event (listed_start, id) WHERE languages LIKE '%en%' AND listed_start IS NOT NULL;
CREATE INDEX event_dates_fi ON event (listed_start, id) WHERE languages LIKE '%fi%' AND listed_start IS NOT NULL;
CREATE INDEX event_dates_fr ON event (listed_start, id) WHERE languages LIKE '%fr%' AND listed_start IS NOT NULL;
CREATE INDEX event_dates_de ON event (listed_start, id) WHERE languages LIKE '%de%' AND listed_start IS NOT NULL;
CREATE INDEX event_dates_es ON event (listed_start, id) WHERE languages LIKE '%es%' AND listed_start IS NOT NULL;
CREATE TABLE event_text (
  id INTEGER PRIMARY KEY, -- rowid of the text in the search index
  event_id INTEGER NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  language TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  excerpt TEXT NOT NULL DEFAULT '',
  slug TEXT NOT NULL, -- '' for drafts without a slug
  title_folded TEXT NOT NULL,
  search_text TEXT NOT NULL, -- title, excerpt and description, case-folded, for searches
  modified_at INTEGER NOT NULL,
  listed_start TEXT, -- copy of event.listed_start, also in the tables below
  UNIQUE (event_id, language)
) STRICT;
CREATE INDEX event_text_listed ON event_text (language, listed_start, event_id) WHERE listed_start IS NOT NULL;
CREATE UNIQUE INDEX event_text_slug ON event_text (slug, language) WHERE slug <> '';
CREATE TABLE event_venue (
  event_id INTEGER NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  venue_id INTEGER NOT NULL REFERENCES venue (id) ON DELETE CASCADE,
  position INTEGER, -- among the venues of the event; null: 0, which takes no disk space
  listed_start TEXT,
  PRIMARY KEY (event_id, venue_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_venue_listed ON event_venue (venue_id, listed_start, event_id);
CREATE TABLE event_organizer (
  event_id INTEGER NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  organizer_id INTEGER NOT NULL REFERENCES organizer (id) ON DELETE CASCADE,
  position INTEGER,
  listed_start TEXT,
  PRIMARY KEY (event_id, organizer_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_organizer_listed ON event_organizer (organizer_id, listed_start, event_id);
-- The categories of each event and all ancestors of these.
CREATE TABLE event_within (
  event_id INTEGER NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  category_id INTEGER NOT NULL REFERENCES category (id) ON DELETE CASCADE,
  is_inherited INTEGER, -- 1: the category is only an ancestor of one that the event names; null: the event names it
  listed_start TEXT,
  PRIMARY KEY (event_id, category_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_within_listed ON event_within (category_id, listed_start, event_id);
CREATE TABLE event_tag (
  event_id INTEGER NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
  listed_start TEXT,
  PRIMARY KEY (event_id, tag_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_tag_listed ON event_tag (tag_id, listed_start, event_id);
-- Copies a changed event.listed_start to the tables that are sorted by it.
CREATE TRIGGER event_relisted AFTER UPDATE ON event WHEN OLD.listed_start IS NOT NEW.listed_start
BEGIN
  UPDATE event_text SET listed_start = NEW.listed_start WHERE event_id = NEW.id;
  UPDATE event_venue SET listed_start = NEW.listed_start WHERE event_id = NEW.id;
  UPDATE event_organizer SET listed_start = NEW.listed_start WHERE event_id = NEW.id;
  UPDATE event_within SET listed_start = NEW.listed_start WHERE event_id = NEW.id;
  UPDATE event_tag SET listed_start = NEW.listed_start WHERE event_id = NEW.id;
END;
