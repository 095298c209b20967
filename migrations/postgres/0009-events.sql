CREATE TABLE event (
  id integer PRIMARY KEY,
  author_id integer NOT NULL REFERENCES account (id),
  original_language text NOT NULL,
  -- Scheduled is published with a date to come: nothing has to happen when the date comes.
  status text NOT NULL CHECK (status IN ('publish', 'draft', 'pending', 'private', 'trash')),
  published_at bigint NOT NULL,
  -- floating: becomes now when published; given: chosen, not yet in force; settled: was in force.
  dating text NOT NULL CHECK (dating IN ('floating', 'given', 'settled')),
  created_at bigint NOT NULL,
  modified_at bigint, -- null until the first change
  image_id integer REFERENCES picture (id) ON DELETE SET NULL,
  start_local text NOT NULL, -- YYYY-MM-DD HH:MM:SS in the event's zone
  end_local text NOT NULL,
  timezone text NOT NULL, -- as written
  start_at bigint NOT NULL, -- seconds UTC
  end_at bigint NOT NULL,
  all_day smallint NOT NULL DEFAULT 0,
  cost text NOT NULL DEFAULT '', -- as typed
  website text NOT NULL DEFAULT '',
  show_map smallint NOT NULL DEFAULT 0,
  show_map_link smallint NOT NULL DEFAULT 0,
  hide_from_listings smallint NOT NULL DEFAULT 0,
  sticky smallint NOT NULL DEFAULT 0,
  featured smallint NOT NULL DEFAULT 0
);
CREATE INDEX event_listing ON event (status, hide_from_listings, start_local, id, published_at);
CREATE INDEX event_featured ON event (featured, status, hide_from_listings, start_local, id);
CREATE INDEX event_upcoming ON event (status, start_at);
CREATE INDEX event_newest ON event (status, published_at DESC, id DESC);
CREATE INDEX event_author ON event (author_id);
CREATE INDEX event_image ON event (image_id);
CREATE TRIGGER event_changed AFTER INSERT OR UPDATE OR DELETE ON event
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
CREATE TABLE event_text (
  event_id integer NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  language text NOT NULL,
  title text NOT NULL,
  description text NOT NULL DEFAULT '',
  excerpt text NOT NULL DEFAULT '',
  slug text NOT NULL, -- '' on drafts that have none yet
  title_folded text NOT NULL,
  search_text text NOT NULL, -- folded
  modified_at bigint NOT NULL,
  PRIMARY KEY (event_id, language)
);
CREATE UNIQUE INDEX event_text_slug ON event_text (language, slug) WHERE slug <> '';
CREATE INDEX event_text_any_slug ON event_text (slug);
CREATE TRIGGER event_text_changed AFTER INSERT OR UPDATE OR DELETE ON event_text
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
CREATE TABLE event_venue (
  event_id integer NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  venue_id integer NOT NULL REFERENCES venue (id) ON DELETE CASCADE,
  position smallint NOT NULL,
  PRIMARY KEY (event_id, venue_id)
);
CREATE INDEX event_venue_reverse ON event_venue (venue_id, event_id);
CREATE TRIGGER event_venue_changed AFTER INSERT OR UPDATE OR DELETE ON event_venue
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
CREATE TABLE event_organizer (
  event_id integer NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  organizer_id integer NOT NULL REFERENCES organizer (id) ON DELETE CASCADE,
  position smallint NOT NULL,
  PRIMARY KEY (event_id, organizer_id)
);
CREATE INDEX event_organizer_reverse ON event_organizer (organizer_id, event_id);
CREATE TRIGGER event_organizer_changed AFTER INSERT OR UPDATE OR DELETE ON event_organizer
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
CREATE TABLE event_category (
  event_id integer NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  category_id integer NOT NULL REFERENCES category (id) ON DELETE CASCADE,
  PRIMARY KEY (event_id, category_id)
);
CREATE INDEX event_category_reverse ON event_category (category_id, event_id);
CREATE TRIGGER event_category_changed AFTER INSERT OR UPDATE OR DELETE ON event_category
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
CREATE TABLE event_tag (
  event_id integer NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  tag_id integer NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
  PRIMARY KEY (event_id, tag_id)
);
CREATE INDEX event_tag_reverse ON event_tag (tag_id, event_id);
CREATE TRIGGER event_tag_changed AFTER INSERT OR UPDATE OR DELETE ON event_tag
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();

-- Terms show how many events bear them; counting at every read would grow with the calendar.
CREATE FUNCTION count_event_category() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE category SET published_events = published_events + 1
    WHERE id = NEW.category_id AND EXISTS (SELECT 1 FROM event WHERE id = NEW.event_id AND status = 'publish');
  ELSE
    UPDATE category SET published_events = published_events - 1
    WHERE id = OLD.category_id AND EXISTS (SELECT 1 FROM event WHERE id = OLD.event_id AND status = 'publish');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER event_category_counted AFTER INSERT OR DELETE ON event_category
  FOR EACH ROW EXECUTE FUNCTION count_event_category();
CREATE FUNCTION count_event_tag() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE tag SET published_events = published_events + 1
    WHERE id = NEW.tag_id AND EXISTS (SELECT 1 FROM event WHERE id = NEW.event_id AND status = 'publish');
  ELSE
    UPDATE tag SET published_events = published_events - 1
    WHERE id = OLD.tag_id AND EXISTS (SELECT 1 FROM event WHERE id = OLD.event_id AND status = 'publish');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER event_tag_counted AFTER INSERT OR DELETE ON event_tag
  FOR EACH ROW EXECUTE FUNCTION count_event_tag();
CREATE FUNCTION count_event_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE category SET published_events = published_events + CASE NEW.status WHEN 'publish' THEN 1 ELSE -1 END
  WHERE id IN (SELECT category_id FROM event_category WHERE event_id = NEW.id);
  UPDATE tag SET published_events = published_events + CASE NEW.status WHEN 'publish' THEN 1 ELSE -1 END
  WHERE id IN (SELECT tag_id FROM event_tag WHERE event_id = NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER event_status_counted AFTER UPDATE OF status ON event
  FOR EACH ROW WHEN ((OLD.status = 'publish') <> (NEW.status = 'publish')) EXECUTE FUNCTION count_event_status();
