-- Counters of listed events per day, for every filter by a single language, place or term. They give exact totals without
-- counting, and the day on which a deep page begins.
CREATE TABLE event_count (
  facet TEXT NOT NULL, -- 'all', 'featured', 'venue:7', 'organizer:7', 'category:7' (with descendants), 'tag:7', 'language:de',
                       -- 'event_status:cancelled', 'attendance_mode:online', 'virtual' (online or mixed), 'free', 'ticketed',
                       -- 'accessible', 'evening'
  day TEXT NOT NULL, -- local start YYYY-MM-DD; '' for facets 'public:…', which count all public events, including those hidden from lists, and a repeated event once instead of its dates
  events INTEGER NOT NULL,
  PRIMARY KEY (facet, day)
) STRICT, WITHOUT ROWID;
-- The counters of facets 'public:…'. On PostgreSQL these are read faster without those by day.
CREATE VIEW event_count_in_total AS SELECT facet, events FROM event_count WHERE day = '';

-- Counting and indexing row by row takes half of the time of a bulk load. While a transaction has a range of event ids in
-- this table, the triggers for new rows do nothing; deleting the range counts and indexes all events in it.
CREATE TABLE event_count_later (
  first_event_id INTEGER NOT NULL,
  last_event_id INTEGER NOT NULL
) STRICT;

CREATE TRIGGER event_counted AFTER INSERT ON event
WHEN NEW.listed_start IS NOT NULL AND NOT EXISTS (SELECT 1 FROM event_count_later)
BEGIN
  INSERT INTO event_count (facet, day, events) SELECT 'all', substr(NEW.listed_start, 1, 10), 1 WHERE 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
  INSERT INTO event_count (facet, day, events) SELECT 'featured', substr(NEW.listed_start, 1, 10), 1 WHERE NEW.featured = 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
  INSERT INTO event_count (facet, day, events) SELECT 'evening', substr(NEW.listed_start, 1, 10), 1 WHERE NEW.is_evening = 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;
CREATE TRIGGER event_recounted AFTER UPDATE ON event
WHEN OLD.listed_start IS NOT NEW.listed_start OR OLD.featured <> NEW.featured OR OLD.is_evening <> NEW.is_evening
BEGIN
  UPDATE event_count SET events = events - 1 WHERE facet = 'all' AND day = substr(OLD.listed_start, 1, 10);
  UPDATE event_count SET events = events - 1
    WHERE facet = 'featured' AND day = substr(OLD.listed_start, 1, 10) AND OLD.featured = 1;
  UPDATE event_count SET events = events - 1
    WHERE facet = 'evening' AND day = substr(OLD.listed_start, 1, 10) AND OLD.is_evening = 1;
  INSERT INTO event_count (facet, day, events) SELECT 'all', substr(NEW.listed_start, 1, 10), 1 WHERE NEW.listed_start IS NOT NULL
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
  INSERT INTO event_count (facet, day, events) SELECT 'featured', substr(NEW.listed_start, 1, 10), 1 WHERE NEW.listed_start IS NOT NULL AND NEW.featured = 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
  INSERT INTO event_count (facet, day, events) SELECT 'evening', substr(NEW.listed_start, 1, 10), 1 WHERE NEW.listed_start IS NOT NULL AND NEW.is_evening = 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;
-- Counters of the facets to which only few events belong. The common values, such as the status scheduled, have no counters:
-- their totals are those of all events minus those of the other values.
CREATE TRIGGER event_state_counted AFTER INSERT ON event
WHEN NEW.listed_start IS NOT NULL
  AND (NEW.event_status <> 'scheduled' OR NEW.attendance_mode <> 'offline' OR NEW.is_free = 1 OR NEW.is_ticketed = 1
    OR NEW.is_accessible = 1)
  AND NOT EXISTS (SELECT 1 FROM event_count_later)
BEGIN
  INSERT INTO event_count (facet, day, events)
    SELECT facet, substr(NEW.listed_start, 1, 10), 1 FROM (
      SELECT 'event_status:' || NEW.event_status AS facet WHERE NEW.event_status <> 'scheduled'
      UNION ALL SELECT 'attendance_mode:' || NEW.attendance_mode WHERE NEW.attendance_mode <> 'offline'
      UNION ALL SELECT 'virtual' WHERE NEW.attendance_mode <> 'offline'
      UNION ALL SELECT 'free' WHERE NEW.is_free = 1
      UNION ALL SELECT 'ticketed' WHERE NEW.is_ticketed = 1
      UNION ALL SELECT 'accessible' WHERE NEW.is_accessible = 1
    ) WHERE 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;
CREATE TRIGGER event_state_recounted AFTER UPDATE ON event
WHEN OLD.listed_start IS NOT NEW.listed_start OR OLD.event_status <> NEW.event_status OR OLD.attendance_mode <> NEW.attendance_mode
  OR OLD.is_free IS NOT NEW.is_free OR OLD.is_ticketed <> NEW.is_ticketed
  OR OLD.is_accessible <> NEW.is_accessible
BEGIN
  UPDATE event_count SET events = events - 1 WHERE day = substr(OLD.listed_start, 1, 10) AND facet IN (
    SELECT 'event_status:' || OLD.event_status AS facet WHERE OLD.event_status <> 'scheduled'
    UNION ALL SELECT 'attendance_mode:' || OLD.attendance_mode WHERE OLD.attendance_mode <> 'offline'
    UNION ALL SELECT 'virtual' WHERE OLD.attendance_mode <> 'offline'
    UNION ALL SELECT 'free' WHERE OLD.is_free = 1
    UNION ALL SELECT 'ticketed' WHERE OLD.is_ticketed = 1
    UNION ALL SELECT 'accessible' WHERE OLD.is_accessible = 1
  );
  INSERT INTO event_count (facet, day, events)
    SELECT facet, substr(NEW.listed_start, 1, 10), 1 FROM (
      SELECT 'event_status:' || NEW.event_status AS facet WHERE NEW.event_status <> 'scheduled'
      UNION ALL SELECT 'attendance_mode:' || NEW.attendance_mode WHERE NEW.attendance_mode <> 'offline'
      UNION ALL SELECT 'virtual' WHERE NEW.attendance_mode <> 'offline'
      UNION ALL SELECT 'free' WHERE NEW.is_free = 1
      UNION ALL SELECT 'ticketed' WHERE NEW.is_ticketed = 1
      UNION ALL SELECT 'accessible' WHERE NEW.is_accessible = 1
    ) WHERE NEW.listed_start IS NOT NULL
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;
CREATE TRIGGER event_published AFTER UPDATE OF is_public ON event
WHEN OLD.is_public <> NEW.is_public AND NEW.repeat_id IS NULL
BEGIN
  INSERT INTO event_count (facet, day, events)
    SELECT 'public:category:' || category_id, '', NEW.is_public - OLD.is_public FROM event_within WHERE event_id = NEW.id AND is_inherited IS NULL
    ON CONFLICT (facet, day) DO UPDATE SET events = events + excluded.events;
  INSERT INTO event_count (facet, day, events)
    SELECT 'public:tag:' || tag_id, '', NEW.is_public - OLD.is_public FROM event_tag WHERE event_id = NEW.id
    ON CONFLICT (facet, day) DO UPDATE SET events = events + excluded.events;
  INSERT INTO event_count (facet, day, events)
    SELECT 'public:language:' || language, '', NEW.is_public - OLD.is_public FROM event_text WHERE event_id = NEW.id
    ON CONFLICT (facet, day) DO UPDATE SET events = events + excluded.events;
END;

CREATE TRIGGER event_text_counted AFTER INSERT ON event_text
WHEN NEW.listed_start IS NOT NULL AND NOT EXISTS (SELECT 1 FROM event_count_later)
BEGIN
  INSERT INTO event_count (facet, day, events) SELECT 'language:' || NEW.language, substr(NEW.listed_start, 1, 10), 1 WHERE 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;
CREATE TRIGGER event_text_uncounted AFTER DELETE ON event_text WHEN OLD.listed_start IS NOT NULL
BEGIN
  UPDATE event_count SET events = events - 1 WHERE facet = 'language:' || OLD.language AND day = substr(OLD.listed_start, 1, 10);
END;
CREATE TRIGGER event_text_recounted AFTER UPDATE OF language, listed_start ON event_text
BEGIN
  UPDATE event_count SET events = events - 1 WHERE facet = 'language:' || OLD.language AND day = substr(OLD.listed_start, 1, 10);
  INSERT INTO event_count (facet, day, events) SELECT 'language:' || NEW.language, substr(NEW.listed_start, 1, 10), 1 WHERE NEW.listed_start IS NOT NULL
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;

-- Dates of repeated events that have no texts of their own. No bulk load inserts dates.
CREATE TRIGGER event_languages_counted AFTER INSERT ON event WHEN NEW.languages <> '' AND NEW.listed_start IS NOT NULL
BEGIN
  INSERT INTO event_count (facet, day, events) SELECT 'language:' || code, substr(NEW.listed_start, 1, 10), 1
    FROM (SELECT 'en' AS code UNION ALL SELECT 'fi' UNION ALL SELECT 'fr' UNION ALL SELECT 'de' UNION ALL SELECT 'es')
    WHERE NEW.languages LIKE '%' || code || '%'
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;
CREATE TRIGGER event_languages_uncounted AFTER DELETE ON event WHEN OLD.languages <> '' AND OLD.listed_start IS NOT NULL
BEGIN
  UPDATE event_count SET events = events - 1 WHERE day = substr(OLD.listed_start, 1, 10) AND facet IN (
    SELECT 'language:' || code FROM (SELECT 'en' AS code UNION ALL SELECT 'fi' UNION ALL SELECT 'fr' UNION ALL SELECT 'de' UNION ALL SELECT 'es')
    WHERE OLD.languages LIKE '%' || code || '%');
END;
CREATE TRIGGER event_languages_recounted AFTER UPDATE ON event
WHEN (OLD.languages <> '' OR NEW.languages <> '')
  AND (OLD.listed_start IS NOT NEW.listed_start OR OLD.languages <> NEW.languages)
BEGIN
  UPDATE event_count SET events = events - 1 WHERE day = substr(OLD.listed_start, 1, 10) AND facet IN (
    SELECT 'language:' || code FROM (SELECT 'en' AS code UNION ALL SELECT 'fi' UNION ALL SELECT 'fr' UNION ALL SELECT 'de' UNION ALL SELECT 'es')
    WHERE OLD.languages LIKE '%' || code || '%');
  INSERT INTO event_count (facet, day, events) SELECT 'language:' || code, substr(NEW.listed_start, 1, 10), 1
    FROM (SELECT 'en' AS code UNION ALL SELECT 'fi' UNION ALL SELECT 'fr' UNION ALL SELECT 'de' UNION ALL SELECT 'es')
    WHERE NEW.languages LIKE '%' || code || '%' AND NEW.listed_start IS NOT NULL
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;

CREATE TRIGGER event_venue_counted AFTER INSERT ON event_venue
WHEN NEW.listed_start IS NOT NULL AND NOT EXISTS (SELECT 1 FROM event_count_later)
BEGIN
  INSERT INTO event_count (facet, day, events) SELECT 'venue:' || NEW.venue_id, substr(NEW.listed_start, 1, 10), 1 WHERE 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;
CREATE TRIGGER event_venue_uncounted AFTER DELETE ON event_venue WHEN OLD.listed_start IS NOT NULL
BEGIN
  UPDATE event_count SET events = events - 1 WHERE facet = 'venue:' || OLD.venue_id AND day = substr(OLD.listed_start, 1, 10);
END;
CREATE TRIGGER event_venue_recounted AFTER UPDATE OF listed_start ON event_venue
BEGIN
  UPDATE event_count SET events = events - 1 WHERE facet = 'venue:' || OLD.venue_id AND day = substr(OLD.listed_start, 1, 10);
  INSERT INTO event_count (facet, day, events) SELECT 'venue:' || NEW.venue_id, substr(NEW.listed_start, 1, 10), 1 WHERE NEW.listed_start IS NOT NULL
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;

CREATE TRIGGER event_organizer_counted AFTER INSERT ON event_organizer
WHEN NEW.listed_start IS NOT NULL AND NOT EXISTS (SELECT 1 FROM event_count_later)
BEGIN
  INSERT INTO event_count (facet, day, events) SELECT 'organizer:' || NEW.organizer_id, substr(NEW.listed_start, 1, 10), 1 WHERE 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;
CREATE TRIGGER event_organizer_uncounted AFTER DELETE ON event_organizer WHEN OLD.listed_start IS NOT NULL
BEGIN
  UPDATE event_count SET events = events - 1 WHERE facet = 'organizer:' || OLD.organizer_id AND day = substr(OLD.listed_start, 1, 10);
END;
CREATE TRIGGER event_organizer_recounted AFTER UPDATE OF listed_start ON event_organizer
BEGIN
  UPDATE event_count SET events = events - 1 WHERE facet = 'organizer:' || OLD.organizer_id AND day = substr(OLD.listed_start, 1, 10);
  INSERT INTO event_count (facet, day, events) SELECT 'organizer:' || NEW.organizer_id, substr(NEW.listed_start, 1, 10), 1 WHERE NEW.listed_start IS NOT NULL
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;

CREATE TRIGGER event_within_counted AFTER INSERT ON event_within
WHEN NEW.listed_start IS NOT NULL AND NOT EXISTS (SELECT 1 FROM event_count_later)
BEGIN
  INSERT INTO event_count (facet, day, events) SELECT 'category:' || NEW.category_id, substr(NEW.listed_start, 1, 10), 1 WHERE 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;
CREATE TRIGGER event_within_uncounted AFTER DELETE ON event_within WHEN OLD.listed_start IS NOT NULL
BEGIN
  UPDATE event_count SET events = events - 1 WHERE facet = 'category:' || OLD.category_id AND day = substr(OLD.listed_start, 1, 10);
END;
CREATE TRIGGER event_within_recounted AFTER UPDATE OF listed_start ON event_within
BEGIN
  UPDATE event_count SET events = events - 1 WHERE facet = 'category:' || OLD.category_id AND day = substr(OLD.listed_start, 1, 10);
  INSERT INTO event_count (facet, day, events) SELECT 'category:' || NEW.category_id, substr(NEW.listed_start, 1, 10), 1 WHERE NEW.listed_start IS NOT NULL
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;

CREATE TRIGGER event_tag_counted AFTER INSERT ON event_tag
WHEN NEW.listed_start IS NOT NULL AND NOT EXISTS (SELECT 1 FROM event_count_later)
BEGIN
  INSERT INTO event_count (facet, day, events) SELECT 'tag:' || NEW.tag_id, substr(NEW.listed_start, 1, 10), 1 WHERE 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;
CREATE TRIGGER event_tag_uncounted AFTER DELETE ON event_tag WHEN OLD.listed_start IS NOT NULL
BEGIN
  UPDATE event_count SET events = events - 1 WHERE facet = 'tag:' || OLD.tag_id AND day = substr(OLD.listed_start, 1, 10);
END;
CREATE TRIGGER event_tag_recounted AFTER UPDATE OF listed_start ON event_tag
BEGIN
  UPDATE event_count SET events = events - 1 WHERE facet = 'tag:' || OLD.tag_id AND day = substr(OLD.listed_start, 1, 10);
  INSERT INTO event_count (facet, day, events) SELECT 'tag:' || NEW.tag_id, substr(NEW.listed_start, 1, 10), 1 WHERE NEW.listed_start IS NOT NULL
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;

CREATE TRIGGER event_text_counted_public AFTER INSERT ON event_text
WHEN (SELECT is_public FROM event WHERE id = NEW.event_id AND repeat_id IS NULL) = 1 AND NOT EXISTS (SELECT 1 FROM event_count_later)
BEGIN
  INSERT INTO event_count (facet, day, events) SELECT 'public:language:' || NEW.language, '', 1 WHERE 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;
CREATE TRIGGER event_text_uncounted_public AFTER DELETE ON event_text WHEN (SELECT is_public FROM event WHERE id = OLD.event_id AND repeat_id IS NULL) = 1
BEGIN
  UPDATE event_count SET events = events - 1 WHERE facet = 'public:language:' || OLD.language AND day = '';
END;

CREATE TRIGGER event_within_counted_public AFTER INSERT ON event_within
WHEN NEW.is_inherited IS NULL AND (SELECT is_public FROM event WHERE id = NEW.event_id AND repeat_id IS NULL) = 1 AND NOT EXISTS (SELECT 1 FROM event_count_later)
BEGIN
  INSERT INTO event_count (facet, day, events) SELECT 'public:category:' || NEW.category_id, '', 1 WHERE 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;
CREATE TRIGGER event_within_uncounted_public AFTER DELETE ON event_within WHEN OLD.is_inherited IS NULL AND (SELECT is_public FROM event WHERE id = OLD.event_id AND repeat_id IS NULL) = 1
BEGIN
  UPDATE event_count SET events = events - 1 WHERE facet = 'public:category:' || OLD.category_id AND day = '';
END;

CREATE TRIGGER event_tag_counted_public AFTER INSERT ON event_tag
WHEN (SELECT is_public FROM event WHERE id = NEW.event_id AND repeat_id IS NULL) = 1 AND NOT EXISTS (SELECT 1 FROM event_count_later)
BEGIN
  INSERT INTO event_count (facet, day, events) SELECT 'public:tag:' || NEW.tag_id, '', 1 WHERE 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;
CREATE TRIGGER event_tag_uncounted_public AFTER DELETE ON event_tag WHEN (SELECT is_public FROM event WHERE id = OLD.event_id AND repeat_id IS NULL) = 1
BEGIN
  UPDATE event_count SET events = events - 1 WHERE facet = 'public:tag:' || OLD.tag_id AND day = '';
END;

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
    SELECT 'event_status:' || event_status, substr(listed_start, 1, 10), count(*) FROM event
    WHERE id BETWEEN OLD.first_event_id AND OLD.last_event_id AND listed_start IS NOT NULL AND event_status <> 'scheduled' GROUP BY 1, 2
    ON CONFLICT (facet, day) DO UPDATE SET events = events + excluded.events;
  INSERT INTO event_count (facet, day, events)
    SELECT 'attendance_mode:' || attendance_mode, substr(listed_start, 1, 10), count(*) FROM event
    WHERE id BETWEEN OLD.first_event_id AND OLD.last_event_id AND listed_start IS NOT NULL AND attendance_mode <> 'offline' GROUP BY 1, 2
    ON CONFLICT (facet, day) DO UPDATE SET events = events + excluded.events;
  INSERT INTO event_count (facet, day, events)
    SELECT 'virtual', substr(listed_start, 1, 10), count(*) FROM event
    WHERE id BETWEEN OLD.first_event_id AND OLD.last_event_id AND listed_start IS NOT NULL AND attendance_mode <> 'offline' GROUP BY 2
    ON CONFLICT (facet, day) DO UPDATE SET events = events + excluded.events;
  INSERT INTO event_count (facet, day, events)
    SELECT 'free', substr(listed_start, 1, 10), count(*) FROM event
    WHERE id BETWEEN OLD.first_event_id AND OLD.last_event_id AND listed_start IS NOT NULL AND is_free = 1 GROUP BY 2
    ON CONFLICT (facet, day) DO UPDATE SET events = events + excluded.events;
  INSERT INTO event_count (facet, day, events)
    SELECT 'ticketed', substr(listed_start, 1, 10), count(*) FROM event
    WHERE id BETWEEN OLD.first_event_id AND OLD.last_event_id AND listed_start IS NOT NULL AND is_ticketed = 1 GROUP BY 2
    ON CONFLICT (facet, day) DO UPDATE SET events = events + excluded.events;
  INSERT INTO event_count (facet, day, events)
    SELECT 'accessible', substr(listed_start, 1, 10), count(*) FROM event
    WHERE id BETWEEN OLD.first_event_id AND OLD.last_event_id AND listed_start IS NOT NULL AND is_accessible = 1 GROUP BY 2
    ON CONFLICT (facet, day) DO UPDATE SET events = events + excluded.events;
  INSERT INTO event_count (facet, day, events)
    SELECT 'evening', substr(listed_start, 1, 10), count(*) FROM event
    WHERE id BETWEEN OLD.first_event_id AND OLD.last_event_id AND listed_start IS NOT NULL AND is_evening = 1 GROUP BY 2
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
    WHERE l.event_id BETWEEN OLD.first_event_id AND OLD.last_event_id AND e.is_public = 1 AND e.repeat_id IS NULL GROUP BY 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + excluded.events;
  INSERT INTO event_count (facet, day, events)
    SELECT 'public:category:' || l.category_id, '', count(*) FROM event_within l JOIN event e ON e.id = l.event_id
    WHERE l.is_inherited IS NULL AND l.event_id BETWEEN OLD.first_event_id AND OLD.last_event_id AND e.is_public = 1 AND e.repeat_id IS NULL GROUP BY 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + excluded.events;
  INSERT INTO event_count (facet, day, events)
    SELECT 'public:tag:' || l.tag_id, '', count(*) FROM event_tag l JOIN event e ON e.id = l.event_id
    WHERE l.event_id BETWEEN OLD.first_event_id AND OLD.last_event_id AND e.is_public = 1 AND e.repeat_id IS NULL GROUP BY 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + excluded.events;
END;
