-- Counting and indexing row by row is half of what writing many events takes. While a transaction that writes new ones
-- keeps their range of ids here, the triggers for new rows leave them alone; taking the range out again does it for all.
CREATE TABLE event_count_later (
  first_event_id INTEGER NOT NULL,
  last_event_id INTEGER NOT NULL
) STRICT;

CREATE TRIGGER event_counted_later AFTER DELETE ON event_count_later
BEGIN
  INSERT INTO event_count (facet, day, events)
    SELECT 'all', substr(listed_start, 1, 10), count(*) FROM event
    WHERE id BETWEEN OLD.first_event_id AND OLD.last_event_id AND listed_start IS NOT NULL GROUP BY 2
    ON CONFLICT (facet, day) DO UPDATE SET events = events + excluded.events;
  INSERT INTO event_count (facet, day, events)
    SELECT 'featured', substr(listed_start, 1, 10), count(*) FROM event
    WHERE id BETWEEN OLD.first_event_id AND OLD.last_event_id AND listed_start IS NOT NULL AND featured = 1 GROUP BY 2
    ON CONFLICT (facet, day) DO UPDATE SET events = events + excluded.events;
  INSERT INTO event_count (facet, day, events)
    SELECT 'language:' || language, substr(listed_start, 1, 10), count(*) FROM event_text
    WHERE event_id BETWEEN OLD.first_event_id AND OLD.last_event_id AND listed_start IS NOT NULL GROUP BY 1, 2
    ON CONFLICT (facet, day) DO UPDATE SET events = events + excluded.events;
  INSERT INTO event_count (facet, day, events)
    SELECT 'venue:' || venue_id, substr(listed_start, 1, 10), count(*) FROM event_venue
    WHERE event_id BETWEEN OLD.first_event_id AND OLD.last_event_id AND listed_start IS NOT NULL GROUP BY 1, 2
    ON CONFLICT (facet, day) DO UPDATE SET events = events + excluded.events;
  INSERT INTO event_count (facet, day, events)
    SELECT 'organizer:' || organizer_id, substr(listed_start, 1, 10), count(*) FROM event_organizer
    WHERE event_id BETWEEN OLD.first_event_id AND OLD.last_event_id AND listed_start IS NOT NULL GROUP BY 1, 2
    ON CONFLICT (facet, day) DO UPDATE SET events = events + excluded.events;
  INSERT INTO event_count (facet, day, events)
    SELECT 'category:' || category_id, substr(listed_start, 1, 10), count(*) FROM event_within
    WHERE event_id BETWEEN OLD.first_event_id AND OLD.last_event_id AND listed_start IS NOT NULL GROUP BY 1, 2
    ON CONFLICT (facet, day) DO UPDATE SET events = events + excluded.events;
  INSERT INTO event_count (facet, day, events)
    SELECT 'tag:' || tag_id, substr(listed_start, 1, 10), count(*) FROM event_tag
    WHERE event_id BETWEEN OLD.first_event_id AND OLD.last_event_id AND listed_start IS NOT NULL GROUP BY 1, 2
    ON CONFLICT (facet, day) DO UPDATE SET events = events + excluded.events;
  INSERT INTO event_count (facet, day, events)
    SELECT 'public:language:' || l.language, '', count(*) FROM event_text l JOIN event e ON e.id = l.event_id
    WHERE l.event_id BETWEEN OLD.first_event_id AND OLD.last_event_id AND e.is_public = 1 GROUP BY 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + excluded.events;
  INSERT INTO event_count (facet, day, events)
    SELECT 'public:category:' || l.category_id, '', count(*) FROM event_category l JOIN event e ON e.id = l.event_id
    WHERE l.event_id BETWEEN OLD.first_event_id AND OLD.last_event_id AND e.is_public = 1 GROUP BY 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + excluded.events;
  INSERT INTO event_count (facet, day, events)
    SELECT 'public:tag:' || l.tag_id, '', count(*) FROM event_tag l JOIN event e ON e.id = l.event_id
    WHERE l.event_id BETWEEN OLD.first_event_id AND OLD.last_event_id AND e.is_public = 1 GROUP BY 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + excluded.events;
  -- By rising ids: the index writes out what it has gathered each time one is lower than the last.
  INSERT INTO event_text_search (rowid, search_text)
    SELECT id, search_text FROM event_text WHERE event_id BETWEEN OLD.first_event_id AND OLD.last_event_id ORDER BY id;
END;

DROP TRIGGER event_counted;
CREATE TRIGGER event_counted AFTER INSERT ON event
  WHEN NEW.listed_start IS NOT NULL AND NOT EXISTS (SELECT 1 FROM event_count_later)
BEGIN
  INSERT INTO event_count (facet, day, events) SELECT 'all', substr(NEW.listed_start, 1, 10), 1 WHERE 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
  INSERT INTO event_count (facet, day, events) SELECT 'featured', substr(NEW.listed_start, 1, 10), 1 WHERE NEW.featured = 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;
DROP TRIGGER event_text_counted;
CREATE TRIGGER event_text_counted AFTER INSERT ON event_text
  WHEN NEW.listed_start IS NOT NULL AND NOT EXISTS (SELECT 1 FROM event_count_later)
BEGIN
  INSERT INTO event_count (facet, day, events) SELECT 'language:' || NEW.language, substr(NEW.listed_start, 1, 10), 1 WHERE 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;
DROP TRIGGER event_venue_counted;
CREATE TRIGGER event_venue_counted AFTER INSERT ON event_venue
  WHEN NEW.listed_start IS NOT NULL AND NOT EXISTS (SELECT 1 FROM event_count_later)
BEGIN
  INSERT INTO event_count (facet, day, events) SELECT 'venue:' || NEW.venue_id, substr(NEW.listed_start, 1, 10), 1 WHERE 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;
DROP TRIGGER event_organizer_counted;
CREATE TRIGGER event_organizer_counted AFTER INSERT ON event_organizer
  WHEN NEW.listed_start IS NOT NULL AND NOT EXISTS (SELECT 1 FROM event_count_later)
BEGIN
  INSERT INTO event_count (facet, day, events) SELECT 'organizer:' || NEW.organizer_id, substr(NEW.listed_start, 1, 10), 1 WHERE 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;
DROP TRIGGER event_within_counted;
CREATE TRIGGER event_within_counted AFTER INSERT ON event_within
  WHEN NEW.listed_start IS NOT NULL AND NOT EXISTS (SELECT 1 FROM event_count_later)
BEGIN
  INSERT INTO event_count (facet, day, events) SELECT 'category:' || NEW.category_id, substr(NEW.listed_start, 1, 10), 1 WHERE 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;
DROP TRIGGER event_tag_counted;
CREATE TRIGGER event_tag_counted AFTER INSERT ON event_tag
  WHEN NEW.listed_start IS NOT NULL AND NOT EXISTS (SELECT 1 FROM event_count_later)
BEGIN
  INSERT INTO event_count (facet, day, events) SELECT 'tag:' || NEW.tag_id, substr(NEW.listed_start, 1, 10), 1 WHERE 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;
DROP TRIGGER event_text_counted_public;
CREATE TRIGGER event_text_counted_public AFTER INSERT ON event_text
  WHEN (SELECT is_public FROM event WHERE id = NEW.event_id) = 1 AND NOT EXISTS (SELECT 1 FROM event_count_later)
BEGIN
  INSERT INTO event_count (facet, day, events) SELECT 'public:language:' || NEW.language, '', 1 WHERE 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;
DROP TRIGGER event_category_counted_public;
CREATE TRIGGER event_category_counted_public AFTER INSERT ON event_category
  WHEN (SELECT is_public FROM event WHERE id = NEW.event_id) = 1 AND NOT EXISTS (SELECT 1 FROM event_count_later)
BEGIN
  INSERT INTO event_count (facet, day, events) SELECT 'public:category:' || NEW.category_id, '', 1 WHERE 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;
DROP TRIGGER event_tag_counted_public;
CREATE TRIGGER event_tag_counted_public AFTER INSERT ON event_tag
  WHEN (SELECT is_public FROM event WHERE id = NEW.event_id) = 1 AND NOT EXISTS (SELECT 1 FROM event_count_later)
BEGIN
  INSERT INTO event_count (facet, day, events) SELECT 'public:tag:' || NEW.tag_id, '', 1 WHERE 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;
DROP TRIGGER event_text_written;
CREATE TRIGGER event_text_written AFTER INSERT ON event_text
  WHEN NOT EXISTS (SELECT 1 FROM event_count_later)
BEGIN
  INSERT INTO event_text_unindexed (text_id) VALUES (NEW.id);
END;
