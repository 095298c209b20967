-- The columns stand in the order of their size, because PostgreSQL aligns those of 8, 4 and 2 bytes: in another order rows take
-- more disk (decision 0077). Those that are never null come first, because PostgreSQL steps over them faster.
CREATE TABLE event (
  id integer PRIMARY KEY WITH (fillfactor = 100), -- ids grow, so full pages of the index need no space for further rows
  author_id integer NOT NULL REFERENCES account (id),

  -- Instants are UTC seconds since 1970.
  published_at bigint NOT NULL,
  created_at bigint NOT NULL,
  start_at bigint NOT NULL,
  end_at bigint NOT NULL,
  -- Local times, in the time zone of the event. As timestamps they take 8 bytes, as text 20. The program reads and writes them as
  -- text, YYYY-MM-DD HH:MM:SS.
  start_local timestamp(0) NOT NULL,
  end_local timestamp(0) NOT NULL,

  version integer NOT NULL DEFAULT 1, -- rises with every edit of the record, its texts or its links
  all_day smallint NOT NULL DEFAULT 0,
  show_map smallint NOT NULL DEFAULT 0,
  show_map_link smallint NOT NULL DEFAULT 0,
  hide_from_listings smallint NOT NULL DEFAULT 0,
  sticky smallint NOT NULL DEFAULT 0,
  featured smallint NOT NULL DEFAULT 0,
  sold_out smallint NOT NULL DEFAULT 0,
  -- 1 if published and published_at had passed at the last update (collections/events/scheduled-publication.ts).
  is_public smallint NOT NULL DEFAULT 0 CHECK (is_public IN (0, 1) AND (is_public = 0 OR status = 'publish')),
  -- For filters, computed from admission and cost, also is_free and price_min.
  is_ticketed smallint NOT NULL DEFAULT 0, -- 1 if an offer or registration has a URL
  is_accessible smallint NOT NULL DEFAULT 0, -- 1 if access without steps or for people with impaired mobility is stated

  -- The position in public lists: start_local, or null if the event is not listed.
  listed_start timestamp(0) GENERATED ALWAYS AS (CASE WHEN is_public = 1 AND hide_from_listings = 0 THEN start_local END) STORED,
  original_start timestamp(0), -- local start by the rule, also after the date was moved; identifies the date (RECURRENCE-ID)
  modified_at bigint, -- null if the record was never changed
  previous_start timestamp(0), -- of a rescheduled event: the local start that was announced first
  price_min double precision, -- the lowest price, 0 if free; null: not stated
  -- A date of a repeated event is a row of its own (see event_repeat); repeat_id, original_start, overrides and languages are empty
  -- in all other events.
  repeat_id integer REFERENCES event (id) ON DELETE CASCADE, -- the repeated event
  image_id integer REFERENCES picture (id) ON DELETE SET NULL,
  is_free smallint, -- null: not stated
  -- Whether the event begins at 17:00 local time or later.
  is_evening smallint GENERATED ALWAYS AS (CASE WHEN all_day = 0 AND start_local::time >= '17:00:00' THEN 1 ELSE 0 END) STORED,

  original_language text NOT NULL,
  -- A scheduled post has the status publish and a future published_at, so nothing needs to run at that time.
  status text NOT NULL CHECK (status IN ('publish', 'draft', 'pending', 'private', 'trash')),
  -- How published_at is set. floating: to the time of publication; given: by an author, but it was never published;
  -- settled: it was published already.
  dating text NOT NULL CHECK (dating IN ('floating', 'given', 'settled')),
  timezone text NOT NULL, -- time zone name or UTC offset as the client sent it
  cost text NOT NULL DEFAULT '', -- JSON: the cost as parsed at the write (core/cost/parse-and-format-cost.ts); '' for none
  website text NOT NULL DEFAULT '',
  -- Whether and how the event takes place; `status` says who may read it.
  event_status text NOT NULL DEFAULT 'scheduled'
    CHECK (event_status IN ('scheduled', 'cancelled', 'postponed', 'rescheduled', 'moved_online')),
  status_reason text NOT NULL DEFAULT '', -- JSON: the reason by language, {"de": "…"}; '' for none
  attendance_mode text NOT NULL DEFAULT 'offline' CHECK (attendance_mode IN ('offline', 'online', 'mixed')),
  online_url text NOT NULL DEFAULT '',
  -- JSON: offers, registration, ages, accessibility and conditions (collections/events/admission/admission-columns.ts); '' for none.
  admission text NOT NULL DEFAULT '',
  price_currency text NOT NULL DEFAULT '', -- of price_min, ISO 4217; '' for that of the site
  overrides text NOT NULL DEFAULT '', -- JSON: names of the fields that differ from the repeated event; '' for none
  languages text NOT NULL DEFAULT '', -- of a date without texts of its own: the languages of its repeated event, 'de,en'
  -- Denormalized ids of all linked records, so that reading an event needs no join (collections/events/links/load-links.ts). Ids of
  -- records that were removed later may remain.
  links text NOT NULL DEFAULT '', -- JSON: [venue ids, organizer ids, category ids, tag ids, series ids]; '' if there are none
  -- Denormalized rows of event_text, for the same reason (collections/texts/record-texts.ts).
  texts text NOT NULL DEFAULT '[]' -- JSON: a list of [language, title, description, excerpt, slug, modified_at]
);
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
CREATE INDEX event_start ON event (start_local, status, hide_from_listings);
CREATE INDEX event_unpublished ON event (status, start_local, id) WHERE status <> 'publish';
CREATE INDEX event_publication ON event (is_public, published_at) WHERE status = 'publish';
CREATE INDEX event_upcoming ON event (start_at) WHERE is_public = 1;
-- Events that the calendar shows on several days (collections/events/calendar/events-by-day.ts).
CREATE INDEX event_lasting ON event (end_local, start_local, id) WHERE end_local::date > start_local::date
  AND (end_local::time > '05:00:00' OR end_at - start_at > 79200);
CREATE INDEX event_lasting_start ON event (start_local, id) WHERE end_local::date > start_local::date
  AND (end_local::time > '05:00:00' OR end_at - start_at > 79200);
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
CREATE INDEX event_dates_en ON event (listed_start) WHERE languages LIKE '%en%' AND listed_start IS NOT NULL;
CREATE INDEX event_dates_fi ON event (listed_start) WHERE languages LIKE '%fi%' AND listed_start IS NOT NULL;
CREATE INDEX event_dates_fr ON event (listed_start) WHERE languages LIKE '%fr%' AND listed_start IS NOT NULL;
CREATE INDEX event_dates_de ON event (listed_start) WHERE languages LIKE '%de%' AND listed_start IS NOT NULL;
CREATE INDEX event_dates_es ON event (listed_start) WHERE languages LIKE '%es%' AND listed_start IS NOT NULL;
CREATE TABLE event_text (
  -- The columns that searches read come first, because PostgreSQL reaches a column by stepping over those before it.
  event_id integer NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  language text NOT NULL,
  listed_start timestamp(0), -- copy of event.listed_start, also in the tables below
  title text NOT NULL,
  description text NOT NULL DEFAULT '',
  excerpt text NOT NULL DEFAULT '',
  slug text NOT NULL, -- '' for drafts without a slug
  title_folded text NOT NULL,
  search_text text NOT NULL, -- title, excerpt and description, case-folded, for searches
  modified_at bigint NOT NULL,
  PRIMARY KEY (event_id, language)
);
CREATE INDEX event_text_listed ON event_text (language, listed_start, event_id) WHERE listed_start IS NOT NULL;
CREATE UNIQUE INDEX event_text_slug ON event_text (slug, language) WHERE slug <> '';
CREATE TABLE event_venue (
  event_id integer NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  venue_id integer NOT NULL REFERENCES venue (id) ON DELETE CASCADE,
  position smallint, -- among the venues of the event; null: 0, which takes no disk space
  listed_start timestamp(0),
  PRIMARY KEY (event_id, venue_id) WITH (fillfactor = 100)
);
CREATE INDEX event_venue_listed ON event_venue (venue_id, listed_start, event_id);
CREATE TABLE event_organizer (
  event_id integer NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  organizer_id integer NOT NULL REFERENCES organizer (id) ON DELETE CASCADE,
  position smallint,
  listed_start timestamp(0),
  PRIMARY KEY (event_id, organizer_id) WITH (fillfactor = 100)
);
CREATE INDEX event_organizer_listed ON event_organizer (organizer_id, listed_start, event_id);
-- The categories of each event and all ancestors of these.
CREATE TABLE event_within (
  event_id integer NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  category_id integer NOT NULL REFERENCES category (id) ON DELETE CASCADE,
  is_inherited smallint, -- 1: the category is only an ancestor of one that the event names; null: the event names it
  listed_start timestamp(0),
  PRIMARY KEY (event_id, category_id) WITH (fillfactor = 100)
);
CREATE INDEX event_within_listed ON event_within (category_id, listed_start, event_id);
CREATE TABLE event_tag (
  event_id integer NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  tag_id integer NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
  listed_start timestamp(0),
  PRIMARY KEY (event_id, tag_id) WITH (fillfactor = 100)
);
CREATE INDEX event_tag_listed ON event_tag (tag_id, listed_start, event_id);

-- Copies changed values of event.listed_start to the tables that are sorted by it. With one statement for each table, however
-- many events changed: the triggers that count rows run once for each statement. These statements are planned each time,
-- because a plan for few rows would scan a table that has grown; those for a single event need no other plan.
CREATE FUNCTION relist_events() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- Not a join: planned for one row, it would compare each row with all others.
  changed integer[] := ARRAY(SELECT id FROM (
    SELECT id, listed_start FROM after EXCEPT SELECT id, listed_start FROM before) AS different);
  start timestamp(0);
  name text;
BEGIN
  IF cardinality(changed) = 0 THEN RETURN NULL; END IF;
  IF cardinality(changed) > 1 THEN
    FOREACH name IN ARRAY ARRAY['event_text', 'event_venue', 'event_organizer', 'event_within', 'event_tag', 'event_series'] LOOP
      EXECUTE format('UPDATE %I AS t SET listed_start = after.listed_start FROM after
        WHERE after.id = ANY ($1) AND t.event_id = after.id', name) USING changed;
    END LOOP;
    RETURN NULL;
  END IF;
  SELECT listed_start INTO start FROM after WHERE id = changed[1];
  UPDATE event_text SET listed_start = start WHERE event_id = changed[1];
  UPDATE event_venue SET listed_start = start WHERE event_id = changed[1];
  UPDATE event_organizer SET listed_start = start WHERE event_id = changed[1];
  UPDATE event_within SET listed_start = start WHERE event_id = changed[1];
  UPDATE event_tag SET listed_start = start WHERE event_id = changed[1];
  UPDATE event_series SET listed_start = start WHERE event_id = changed[1];
  RETURN NULL;
END $$;
CREATE TRIGGER event_relisted AFTER UPDATE ON event
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION relist_events();
