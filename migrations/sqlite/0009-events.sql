CREATE TABLE event (
  id INTEGER PRIMARY KEY,
  author_id INTEGER NOT NULL REFERENCES account (id),
  original_language TEXT NOT NULL,
  -- Scheduled is published with a date to come: nothing has to happen when the date comes.
  status TEXT NOT NULL CHECK (status IN ('publish', 'draft', 'pending', 'private', 'trash')),
  published_at INTEGER NOT NULL,
  -- floating: becomes now when published; given: chosen, not yet in force; settled: was in force.
  dating TEXT NOT NULL CHECK (dating IN ('floating', 'given', 'settled')),
  created_at INTEGER NOT NULL,
  modified_at INTEGER, -- null until the first change
  image_id INTEGER REFERENCES picture (id) ON DELETE SET NULL,
  start_local TEXT NOT NULL, -- YYYY-MM-DD HH:MM:SS in the event's zone
  end_local TEXT NOT NULL,
  timezone TEXT NOT NULL, -- as written
  start_at INTEGER NOT NULL, -- seconds UTC
  end_at INTEGER NOT NULL,
  all_day INTEGER NOT NULL DEFAULT 0,
  cost TEXT NOT NULL DEFAULT '', -- JSON: what was read of it at the write (core/cost.ts), '' for none
  website TEXT NOT NULL DEFAULT '',
  show_map INTEGER NOT NULL DEFAULT 0,
  show_map_link INTEGER NOT NULL DEFAULT 0,
  hide_from_listings INTEGER NOT NULL DEFAULT 0,
  sticky INTEGER NOT NULL DEFAULT 0,
  featured INTEGER NOT NULL DEFAULT 0,
  -- Ids of all it is linked to, as a read of the event wants them (events/links.ts); what was removed since may still be named.
  links TEXT NOT NULL DEFAULT '', -- JSON: [venues, organizers, categories, tags], '' for none
  -- What event_text says, likewise (texts.ts).
  texts TEXT NOT NULL DEFAULT '[]', -- JSON: [language, title, description, excerpt, slug, modified_at] a text
  -- Published, and its date had come when somebody last looked (settle in publication.ts).
  is_public INTEGER NOT NULL DEFAULT 0 CHECK (is_public IN (0, 1) AND (is_public = 0 OR status = 'publish')),
  -- Where it stands in the calendar everyone sees; null when it does not.
  listed_start TEXT AS (CASE WHEN is_public = 1 AND hide_from_listings = 0 THEN start_local END) VIRTUAL
) STRICT;
CREATE INDEX event_listed ON event (listed_start, id) WHERE listed_start IS NOT NULL;
CREATE INDEX event_featured ON event (listed_start, id) WHERE featured = 1 AND listed_start IS NOT NULL;
CREATE INDEX event_start ON event (start_local, id);
CREATE INDEX event_publication ON event (is_public, published_at) WHERE status = 'publish';
CREATE INDEX event_upcoming ON event (start_at) WHERE is_public = 1;
CREATE INDEX event_lasting ON event (end_local) WHERE substr(end_local, 1, 10) > substr(start_local, 1, 10);
CREATE INDEX event_author ON event (author_id);
CREATE INDEX event_image ON event (image_id) WHERE image_id IS NOT NULL;
CREATE TABLE event_text (
  id INTEGER PRIMARY KEY, -- what the search index calls it
  event_id INTEGER NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  language TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  excerpt TEXT NOT NULL DEFAULT '',
  slug TEXT NOT NULL, -- '' on drafts that have none yet
  title_folded TEXT NOT NULL,
  search_text TEXT NOT NULL, -- folded
  modified_at INTEGER NOT NULL,
  listed_start TEXT, -- here and below: that of the event
  UNIQUE (event_id, language)
) STRICT;
CREATE INDEX event_text_listed ON event_text (language, listed_start, event_id) WHERE listed_start IS NOT NULL;
CREATE UNIQUE INDEX event_text_slug ON event_text (slug, language) WHERE slug <> '';
CREATE TABLE event_venue (
  event_id INTEGER NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  venue_id INTEGER NOT NULL REFERENCES venue (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  listed_start TEXT,
  PRIMARY KEY (event_id, venue_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_venue_listed ON event_venue (venue_id, listed_start, event_id);
CREATE TABLE event_organizer (
  event_id INTEGER NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  organizer_id INTEGER NOT NULL REFERENCES organizer (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  listed_start TEXT,
  PRIMARY KEY (event_id, organizer_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_organizer_listed ON event_organizer (organizer_id, listed_start, event_id);
CREATE TABLE event_category (
  event_id INTEGER NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  category_id INTEGER NOT NULL REFERENCES category (id) ON DELETE CASCADE,
  PRIMARY KEY (event_id, category_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_category_reverse ON event_category (category_id, event_id);
-- An event is in its categories and in all above them.
CREATE TABLE event_within (
  event_id INTEGER NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  category_id INTEGER NOT NULL REFERENCES category (id) ON DELETE CASCADE,
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
-- Follows what is listed, and when, to everything that is asked for in that order.
CREATE TRIGGER event_relisted AFTER UPDATE ON event WHEN OLD.listed_start IS NOT NEW.listed_start
BEGIN
  UPDATE event_text SET listed_start = NEW.listed_start WHERE event_id = NEW.id;
  UPDATE event_venue SET listed_start = NEW.listed_start WHERE event_id = NEW.id;
  UPDATE event_organizer SET listed_start = NEW.listed_start WHERE event_id = NEW.id;
  UPDATE event_within SET listed_start = NEW.listed_start WHERE event_id = NEW.id;
  UPDATE event_tag SET listed_start = NEW.listed_start WHERE event_id = NEW.id;
END;
