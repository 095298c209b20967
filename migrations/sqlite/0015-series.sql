CREATE TABLE series (
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
  kind TEXT NOT NULL DEFAULT 'series' CHECK (kind IN ('series', 'festival')),
  website TEXT NOT NULL DEFAULT '',
  search_text TEXT NOT NULL -- the website, case-folded, for searches
) STRICT;
CREATE INDEX series_newest ON series (status, published_at DESC, id DESC);
CREATE INDEX series_author ON series (author_id);
CREATE INDEX series_image ON series (image_id) WHERE image_id IS NOT NULL;
CREATE TABLE series_text (
  series_id INTEGER NOT NULL REFERENCES series (id) ON DELETE CASCADE,
  language TEXT NOT NULL,
  title TEXT NOT NULL,
  description TEXT NOT NULL DEFAULT '',
  excerpt TEXT NOT NULL DEFAULT '',
  slug TEXT NOT NULL, -- '' for drafts without a slug
  title_folded TEXT NOT NULL,
  search_text TEXT NOT NULL, -- title, excerpt and description, case-folded, for searches
  modified_at INTEGER NOT NULL,
  PRIMARY KEY (series_id, language)
) STRICT;
CREATE UNIQUE INDEX series_text_slug ON series_text (slug, language) WHERE slug <> '';
CREATE INDEX series_text_title ON series_text (language, substr(title_folded, 1, 100));
CREATE TABLE event_series (
  event_id INTEGER NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  series_id INTEGER NOT NULL REFERENCES series (id) ON DELETE CASCADE,
  position INTEGER,
  listed_start TEXT,
  PRIMARY KEY (event_id, series_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_series_listed ON event_series (series_id, listed_start, event_id);
CREATE TRIGGER event_series_relisted AFTER UPDATE ON event WHEN OLD.listed_start IS NOT NEW.listed_start
BEGIN
  UPDATE event_series SET listed_start = NEW.listed_start WHERE event_id = NEW.id;
END;

-- The counters of each series in event_count, facet 'series:7'.
CREATE TRIGGER event_series_counted AFTER INSERT ON event_series
WHEN NEW.listed_start IS NOT NULL AND NOT EXISTS (SELECT 1 FROM event_count_later)
BEGIN
  INSERT INTO event_count (facet, day, events) SELECT 'series:' || NEW.series_id, substr(NEW.listed_start, 1, 10), 1 WHERE 1
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;
CREATE TRIGGER event_series_uncounted AFTER DELETE ON event_series WHEN OLD.listed_start IS NOT NULL
BEGIN
  UPDATE event_count SET events = events - 1 WHERE facet = 'series:' || OLD.series_id AND day = substr(OLD.listed_start, 1, 10);
END;
CREATE TRIGGER event_series_recounted AFTER UPDATE OF listed_start ON event_series
BEGIN
  UPDATE event_count SET events = events - 1 WHERE facet = 'series:' || OLD.series_id AND day = substr(OLD.listed_start, 1, 10);
  INSERT INTO event_count (facet, day, events) SELECT 'series:' || NEW.series_id, substr(NEW.listed_start, 1, 10), 1 WHERE NEW.listed_start IS NOT NULL
    ON CONFLICT (facet, day) DO UPDATE SET events = events + 1;
END;
CREATE TRIGGER event_series_counted_later AFTER DELETE ON event_count_later
BEGIN
  INSERT INTO event_count (facet, day, events)
    SELECT 'series:' || series_id, substr(listed_start, 1, 10), count(*) FROM event_series
    WHERE event_id BETWEEN OLD.first_event_id AND OLD.last_event_id AND listed_start IS NOT NULL GROUP BY 1, 2
    ON CONFLICT (facet, day) DO UPDATE SET events = events + excluded.events;
END;

CREATE TRIGGER redirect_of_series AFTER DELETE ON series
BEGIN
  DELETE FROM redirect WHERE collection = 'series' AND record_id = OLD.id;
END;
