CREATE TABLE series (
  id integer PRIMARY KEY,
  author_id integer NOT NULL REFERENCES account (id),
  original_language text NOT NULL,
  -- A scheduled post has the status publish and a future published_at, so nothing needs to run at that time.
  status text NOT NULL CHECK (status IN ('publish', 'draft', 'pending', 'private', 'trash')),
  published_at bigint NOT NULL,
  -- How published_at is set. floating: to the time of publication; given: by an author, but it was never published;
  -- settled: it was published already.
  dating text NOT NULL CHECK (dating IN ('floating', 'given', 'settled')),
  created_at bigint NOT NULL,
  modified_at bigint, -- null if the record was never changed
  version integer NOT NULL DEFAULT 1, -- rises with every edit of the record, its texts or its links
  image_id integer REFERENCES picture (id) ON DELETE SET NULL,
  kind text NOT NULL DEFAULT 'series' CHECK (kind IN ('series', 'festival')),
  website text NOT NULL DEFAULT '',
  search_text text NOT NULL -- the website, case-folded, for searches
);
CREATE INDEX series_newest ON series (status, published_at DESC, id DESC);
CREATE INDEX series_author ON series (author_id);
CREATE INDEX series_image ON series (image_id) WHERE image_id IS NOT NULL;
CREATE TRIGGER series_changed AFTER INSERT OR UPDATE OR DELETE ON series
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
CREATE TABLE series_text (
  series_id integer NOT NULL REFERENCES series (id) ON DELETE CASCADE,
  language text NOT NULL,
  title text NOT NULL,
  description text NOT NULL DEFAULT '',
  excerpt text NOT NULL DEFAULT '',
  slug text NOT NULL, -- '' for drafts without a slug
  title_folded text NOT NULL,
  search_text text NOT NULL, -- title, excerpt and description, case-folded, for searches
  modified_at bigint NOT NULL,
  PRIMARY KEY (series_id, language)
);
CREATE UNIQUE INDEX series_text_slug ON series_text (slug, language) WHERE slug <> '';
CREATE INDEX series_text_title ON series_text (language, substr(title_folded, 1, 100));
CREATE TRIGGER series_text_changed AFTER INSERT OR UPDATE OR DELETE ON series_text
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
CREATE TABLE event_series (
  event_id integer NOT NULL REFERENCES event (id) ON DELETE CASCADE,
  series_id integer NOT NULL REFERENCES series (id) ON DELETE CASCADE,
  position smallint,
  listed_start timestamp(0),
  PRIMARY KEY (event_id, series_id) WITH (fillfactor = 100)
);
CREATE INDEX event_series_listed ON event_series (series_id, listed_start, event_id);
-- The counters of each series in event_count, facet 'series:7'.
SELECT count_rows_of('event_series', 'series_id', 'series', NULL);

CREATE TRIGGER redirect_of_series AFTER DELETE ON series
  FOR EACH ROW EXECUTE FUNCTION remove_redirects('series');
