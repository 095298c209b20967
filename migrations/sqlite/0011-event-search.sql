-- Trigram index: finds texts by three or more consecutive characters. It stores the positions of trigrams, not the texts.
CREATE VIRTUAL TABLE event_text_search USING fts5 (
  search_text, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
);
-- Merge index segments rarely: merging takes most of the time of an insert, and more segments hardly slow searches down.
INSERT INTO event_text_search (event_text_search, rank) VALUES ('automerge', 16), ('crisismerge', 64);
-- All trigrams of the index, by which searches find words of one or two characters.
CREATE VIRTUAL TABLE event_text_terms USING fts5vocab (event_text_search, row);
-- Covering index with all columns that a search reads of the texts it has found.
CREATE INDEX event_text_narrow ON event_text (id, listed_start, language, event_id);
-- Texts to be indexed in batches of 256, which is much cheaper than one by one. Searches compare these texts directly.
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
    -- The two spaces make the last characters of a text the beginning of trigrams too. CROSS JOIN fixes the join order;
    -- otherwise SQLite might scan all texts.
    SELECT t.id, t.search_text || '  ' FROM event_text_unindexed CROSS JOIN event_text t ON t.id = text_id;
  DELETE FROM event_text_unindexed;
END;
CREATE TRIGGER event_text_indexed_later AFTER DELETE ON event_count_later
BEGIN
  -- In the order of ids, because FTS5 flushes its memory to disk whenever a rowid is lower than the one before.
  INSERT INTO event_text_search (rowid, search_text)
    SELECT id, search_text || '  ' FROM event_text WHERE event_id BETWEEN OLD.first_event_id AND OLD.last_event_id ORDER BY id;
END;
