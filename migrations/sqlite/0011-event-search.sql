-- Finds texts by any letters in a row, three or more. It holds no text, but where each three letters stand.
CREATE VIRTUAL TABLE event_text_search USING fts5 (
  search_text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
);
-- Merging what was added takes most of the time of adding it, and searches hardly notice that it is in more pieces.
INSERT INTO event_text_search (event_text_search, rank) VALUES ('automerge', 16), ('crisismerge', 64);
-- The threes that occur: those that begin with one or two letters find these.
CREATE VIRTUAL TABLE event_text_terms USING fts5vocab (event_text_search, row);
-- All that a search reads of the texts it found.
CREATE INDEX event_text_narrow ON event_text (id, listed_start, language, event_id);
-- Indexing many texts at once costs a fraction of one by one, so the newest few wait here and are compared one by one.
CREATE TABLE event_text_unindexed (text_id INTEGER PRIMARY KEY) STRICT;
CREATE TRIGGER event_text_written AFTER INSERT ON event_text WHEN NOT EXISTS (SELECT 1 FROM event_count_later)
BEGIN
  INSERT INTO event_text_unindexed (text_id) VALUES (NEW.id);
END;
CREATE TRIGGER event_text_rewritten AFTER UPDATE OF search_text ON event_text WHEN OLD.search_text <> NEW.search_text
BEGIN
  DELETE FROM event_text_search WHERE rowid = OLD.id;
  INSERT INTO event_text_unindexed (text_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER event_text_erased AFTER DELETE ON event_text
BEGIN
  DELETE FROM event_text_search WHERE rowid = OLD.id;
  DELETE FROM event_text_unindexed WHERE text_id = OLD.id;
END;
CREATE TRIGGER event_text_indexed AFTER INSERT ON event_text_unindexed
WHEN (SELECT count(*) FROM event_text_unindexed) >= 256
BEGIN
  INSERT INTO event_text_search (rowid, search_text)
    -- The last letters of a text begin three, too. CROSS JOIN: begun with the texts this would read all there are.
    SELECT t.id, t.search_text || '  ' FROM event_text_unindexed CROSS JOIN event_text t ON t.id = text_id;
  DELETE FROM event_text_unindexed;
END;
CREATE TRIGGER event_text_indexed_later AFTER DELETE ON event_count_later
BEGIN
  -- By rising ids: the index writes out what it has gathered each time one is lower than the last.
  INSERT INTO event_text_search (rowid, search_text)
    SELECT id, search_text || '  ' FROM event_text WHERE event_id BETWEEN OLD.first_event_id AND OLD.last_event_id ORDER BY id;
END;
