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
  cost TEXT NOT NULL DEFAULT '', -- as typed
  website TEXT NOT NULL DEFAULT '',
  show_map INTEGER NOT NULL DEFAULT 0,
  show_map_link INTEGER NOT NULL DEFAULT 0,
  hide_from_listings INTEGER NOT NULL DEFAULT 0,
  sticky INTEGER NOT NULL DEFAULT 0,
  featured INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX event_listing ON event (status, hide_from_listings, start_local, id, published_at);
CREATE INDEX event_featured ON event (featured, status, hide_from_listings, start_local, id);
CREATE INDEX event_upcoming ON event (status, start_at);
CREATE INDEX event_newest ON event (status, published_at DESC, id DESC);
CREATE INDEX event_author ON event (author_id);
CREATE INDEX event_image ON event (image_id);
CREATE TABLE event_text (
  event_id INTEGER NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  language TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  excerpt TEXT NOT NULL DEFAULT '',
  slug TEXT NOT NULL, -- '' on drafts that have none yet
  title_folded TEXT NOT NULL,
  search_text TEXT NOT NULL, -- folded
  modified_at INTEGER NOT NULL,
  PRIMARY KEY (event_id, language)
) STRICT;
CREATE UNIQUE INDEX event_text_slug ON event_text (language, slug) WHERE slug <> '';
CREATE INDEX event_text_any_slug ON event_text (slug);
CREATE TABLE event_venue (
  event_id INTEGER NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  venue_id INTEGER NOT NULL REFERENCES venue (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  PRIMARY KEY (event_id, venue_id)
) STRICT;
CREATE INDEX event_venue_reverse ON event_venue (venue_id, event_id);
CREATE TABLE event_organizer (
  event_id INTEGER NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  organizer_id INTEGER NOT NULL REFERENCES organizer (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  PRIMARY KEY (event_id, organizer_id)
) STRICT;
CREATE INDEX event_organizer_reverse ON event_organizer (organizer_id, event_id);
CREATE TABLE event_category (
  event_id INTEGER NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  category_id INTEGER NOT NULL REFERENCES category (id) ON DELETE CASCADE,
  PRIMARY KEY (event_id, category_id)
) STRICT;
CREATE INDEX event_category_reverse ON event_category (category_id, event_id);
CREATE TABLE event_tag (
  event_id INTEGER NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  tag_id INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
  PRIMARY KEY (event_id, tag_id)
) STRICT;
CREATE INDEX event_tag_reverse ON event_tag (tag_id, event_id);

-- Terms show how many events bear them; counting at every read would grow with the calendar.
CREATE TRIGGER event_category_counted AFTER INSERT ON event_category
WHEN (SELECT status FROM event WHERE id = NEW.event_id) = 'publish'
BEGIN
  UPDATE category SET published_events = published_events + 1 WHERE id = NEW.category_id;
END;
CREATE TRIGGER event_category_uncounted AFTER DELETE ON event_category
WHEN (SELECT status FROM event WHERE id = OLD.event_id) = 'publish'
BEGIN
  UPDATE category SET published_events = published_events - 1 WHERE id = OLD.category_id;
END;
CREATE TRIGGER event_tag_counted AFTER INSERT ON event_tag
WHEN (SELECT status FROM event WHERE id = NEW.event_id) = 'publish'
BEGIN
  UPDATE tag SET published_events = published_events + 1 WHERE id = NEW.tag_id;
END;
CREATE TRIGGER event_tag_uncounted AFTER DELETE ON event_tag
WHEN (SELECT status FROM event WHERE id = OLD.event_id) = 'publish'
BEGIN
  UPDATE tag SET published_events = published_events - 1 WHERE id = OLD.tag_id;
END;
CREATE TRIGGER event_status_counted AFTER UPDATE OF status ON event
WHEN (OLD.status = 'publish') <> (NEW.status = 'publish')
BEGIN
  UPDATE category SET published_events = published_events + CASE NEW.status WHEN 'publish' THEN 1 ELSE -1 END
  WHERE id IN (SELECT category_id FROM event_category WHERE event_id = NEW.id);
  UPDATE tag SET published_events = published_events + CASE NEW.status WHEN 'publish' THEN 1 ELSE -1 END
  WHERE id IN (SELECT tag_id FROM event_tag WHERE event_id = NEW.id);
END;
