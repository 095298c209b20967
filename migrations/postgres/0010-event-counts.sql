-- Exact totals that do not grow with the calendar: how many listed events each day has, for each way to filter by one
-- thing. Deep pages find their day by them too.
CREATE TABLE event_count_folded (
  facet text COLLATE "C" NOT NULL, -- 'all', 'featured', 'venue:7', 'organizer:7', 'category:7' with those below it, 'tag:7', 'language:de'
  day text COLLATE "C" NOT NULL, -- YYYY-MM-DD of the event's start; '' beside 'public:…', which counts all public events, hidden ones too
  events bigint NOT NULL,
  PRIMARY KEY (facet, day)
) WITH (fillfactor = 70);
-- Writers that counted in the same row would wait for each other until they commit; here each adds a row of its own.
CREATE TABLE event_count_change (
  facet text COLLATE "C" NOT NULL,
  day text COLLATE "C" NOT NULL,
  events bigint NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
CREATE INDEX event_count_change_facet ON event_count_change (facet, day);
CREATE VIEW event_count AS
  SELECT facet, day, events FROM event_count_folded UNION ALL SELECT facet, day, events FROM event_count_change;

-- Now and then a writer folds what has gathered, one at a time. Sums are the same before and after.
CREATE FUNCTION fold_event_counts() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('event_count')) THEN RETURN; END IF;
  WITH folded AS (DELETE FROM event_count_change RETURNING facet, day, events)
  INSERT INTO event_count_folded AS f (facet, day, events)
    SELECT facet, day, sum(events) FROM folded GROUP BY facet, day
    ON CONFLICT (facet, day) DO UPDATE SET events = f.events + excluded.events;
END $$;
CREATE FUNCTION fold_event_counts_sometimes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF random() < 0.02 THEN PERFORM fold_event_counts(); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER event_counts_folded AFTER INSERT OR UPDATE ON event
  FOR EACH STATEMENT EXECUTE FUNCTION fold_event_counts_sometimes();

CREATE FUNCTION count_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO event_count_change (facet, day, events)
      SELECT 'all', substr(listed_start, 1, 10), -count(*) FROM before WHERE listed_start IS NOT NULL GROUP BY 2
      UNION ALL SELECT 'featured', substr(listed_start, 1, 10), -count(*) FROM before
        WHERE listed_start IS NOT NULL AND featured = 1 GROUP BY 2;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    INSERT INTO event_count_change (facet, day, events)
      SELECT 'all', substr(listed_start, 1, 10), count(*) FROM after WHERE listed_start IS NOT NULL GROUP BY 2
      UNION ALL SELECT 'featured', substr(listed_start, 1, 10), count(*) FROM after
        WHERE listed_start IS NOT NULL AND featured = 1 GROUP BY 2;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO event_count_change (facet, day, events)
      SELECT facet, '', sum(change) FROM (
        SELECT after.id, after.is_public - before.is_public AS change FROM after JOIN before USING (id)
        WHERE after.is_public <> before.is_public
      ) AS changed JOIN (
        SELECT event_id, 'public:category:' || category_id AS facet FROM event_category
        UNION ALL SELECT event_id, 'public:tag:' || tag_id FROM event_tag
        UNION ALL SELECT event_id, 'public:language:' || language FROM event_text
      ) AS borne ON borne.event_id = changed.id GROUP BY facet;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER event_counted AFTER INSERT ON event
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_events();
CREATE TRIGGER event_recounted AFTER UPDATE ON event
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_events();
CREATE TRIGGER event_uncounted AFTER DELETE ON event
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION count_events();

-- The same for each table that says what an event has to do with: what a row counts as, by day and in all.
DO $do$
DECLARE
  counted record;
  body text;
BEGIN
  FOR counted IN SELECT * FROM (VALUES
    ('event_text', 'language', 'language', true, true),
    ('event_venue', 'venue_id', 'venue', true, false),
    ('event_organizer', 'organizer_id', 'organizer', true, false),
    ('event_within', 'category_id', 'category', true, false),
    ('event_category', 'category_id', 'category', false, true),
    ('event_tag', 'tag_id', 'tag', true, true)
  ) AS t (name, id, facet, by_day, in_all) LOOP
    body := '';
    IF counted.by_day THEN
      body := body || format($sql$
        INSERT INTO event_count_change (facet, day, events)
          SELECT '%1$s:' || %2$s, substr(listed_start, 1, 10), %%1$s count(*) FROM %%2$s
          WHERE listed_start IS NOT NULL GROUP BY 1, 2;$sql$, counted.facet, counted.id);
    END IF;
    -- A row that is only changed bears what it bore.
    IF counted.in_all THEN
      body := body || format($sql$
        IF TG_OP <> 'UPDATE' THEN
          INSERT INTO event_count_change (facet, day, events)
            SELECT 'public:%1$s:' || %2$s, '', %%1$s count(*) FROM %%2$s JOIN event e ON e.id = event_id
            WHERE e.is_public = 1 GROUP BY 1;
        END IF;$sql$, counted.facet, counted.id);
    END IF;
    EXECUTE format($sql$
      CREATE FUNCTION count_%1$s() RETURNS trigger LANGUAGE plpgsql AS $f$
      BEGIN
        IF TG_OP <> 'INSERT' THEN %2$s END IF;
        IF TG_OP <> 'DELETE' THEN %3$s END IF;
        RETURN NULL;
      END $f$;
      CREATE TRIGGER %1$s_counted AFTER INSERT ON %1$s
        REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_%1$s();
      CREATE TRIGGER %1$s_recounted AFTER UPDATE ON %1$s
        REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_%1$s();
      CREATE TRIGGER %1$s_uncounted AFTER DELETE ON %1$s
        REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION count_%1$s();
      $sql$, counted.name, format(body, '-', 'before'), format(body, '', 'after'));
  END LOOP;
END $do$;
