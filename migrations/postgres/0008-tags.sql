CREATE TABLE tag (
  id integer PRIMARY KEY,
  original_language text NOT NULL,
  version integer NOT NULL DEFAULT 1 -- rises with every edit of the tag or its texts
);
CREATE TRIGGER tag_changed AFTER INSERT OR UPDATE OR DELETE ON tag
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
CREATE TABLE tag_text (
  tag_id integer NOT NULL REFERENCES tag (id) ON DELETE CASCADE,
  language text NOT NULL,
  title text NOT NULL,
  description text NOT NULL DEFAULT '',
  slug text NOT NULL, -- '' for drafts without a slug
  title_folded text NOT NULL,
  search_text text NOT NULL, -- title, excerpt and description, case-folded, for searches
  modified_at bigint NOT NULL,
  PRIMARY KEY (tag_id, language)
);
CREATE UNIQUE INDEX tag_text_slug ON tag_text (slug, language) WHERE slug <> '';
CREATE INDEX tag_text_title ON tag_text (title_folded, language);
CREATE TRIGGER tag_text_changed AFTER INSERT OR UPDATE OR DELETE ON tag_text
  FOR EACH STATEMENT EXECUTE FUNCTION notify_change();
