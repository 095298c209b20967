CREATE TABLE picture (
  id integer PRIMARY KEY,
  author_id integer NOT NULL REFERENCES account (id),
  title text NOT NULL,
  alt text NOT NULL DEFAULT '',
  caption text NOT NULL DEFAULT '',
  search_text text NOT NULL, -- texts and file name, case-folded, for searches
  file_name text NOT NULL UNIQUE,
  mime_type text NOT NULL,
  extension text NOT NULL,
  width integer NOT NULL, -- pixels
  height integer NOT NULL,
  size_bytes integer NOT NULL,
  source_url text, -- the URL that it was fetched from; the same URL is not fetched again
  created_at bigint NOT NULL,
  version integer NOT NULL DEFAULT 1, -- rises with every edit of the texts or the author
  is_withdrawn smallint NOT NULL DEFAULT 0, -- 1: it was removed from a record that was not public
  content bytea NOT NULL
);
CREATE UNIQUE INDEX picture_source ON picture (source_url) WHERE source_url IS NOT NULL;
CREATE INDEX picture_author ON picture (author_id);
CREATE INDEX picture_newest ON picture (created_at DESC, id DESC);
CREATE TRIGGER picture_changed AFTER INSERT OR UPDATE OR DELETE ON picture
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
