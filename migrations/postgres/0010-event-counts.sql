-- Counters of listed events per day, for every filter by a single language, place or term. They give exact totals without
-- counting, and the day on which a deep page begins.
CREATE FUNCTION sum_of_days(days integer[]) RETURNS bigint LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  total bigint := 0;
  events integer;
BEGIN
  FOREACH events IN ARRAY days LOOP total := total + coalesce(events, 0); END LOOP;
  RETURN total;
END $$;
-- One row for a facet and a month takes a tenth of the disk of one for each day.
CREATE TABLE event_count_folded (
  facet text COLLATE "C" NOT NULL, -- 'all', 'featured', 'venue:7', 'organizer:7', 'category:7' (with descendants), 'tag:7', 'language:de',
                                   -- 'event_status:cancelled', 'attendance_mode:online', 'virtual' (online or mixed), 'free', 'ticketed',
                                   -- 'accessible', 'evening'
  month text COLLATE "C" NOT NULL, -- local start YYYY-MM; '' for facets 'public:…', which count all public events, including those hidden from lists, and a repeated event once instead of its dates
  days integer[] NOT NULL, -- the number of events of each day, 31 of them, null instead of 0; of the month '' only the first
  events bigint NOT NULL GENERATED ALWAYS AS (sum_of_days(days)) STORED,
  PRIMARY KEY (facet, month)
) WITH (fillfactor = 70);
-- Each writer inserts a row, because writers that update the same counter would wait for each other's commit.
CREATE TABLE event_count_change (
  facet text COLLATE "C" NOT NULL,
  day text COLLATE "C" NOT NULL,
  events bigint NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
CREATE INDEX event_count_change_facet ON event_count_change (facet, day);
-- The counters by day. Conditions on the month, besides those on the day, let queries use the primary key.
CREATE VIEW event_count AS
  SELECT facet, day, events, month FROM (
    SELECT facet, month || unnest(
      '{-01,-02,-03,-04,-05,-06,-07,-08,-09,-10,-11,-12,-13,-14,-15,-16,-17,-18,-19,-20,-21,-22,-23,-24,-25,-26,-27,-28,-29,-30,-31}'::text[] COLLATE "C"
    ) AS day, unnest(days)::bigint AS events, month FROM event_count_folded WHERE month > ''
  ) AS counted WHERE events IS NOT NULL
  UNION ALL SELECT facet, month, events, month FROM event_count_folded WHERE month = ''
  UNION ALL SELECT facet, day, events, substr(day, 1, 7) COLLATE "C" FROM event_count_change;

-- The counters of facets 'public:…'.
CREATE VIEW event_count_in_total AS
  SELECT facet, events FROM event_count_folded WHERE month = ''
  UNION ALL SELECT facet, events FROM event_count_change WHERE day = '';

-- Packs counters by day into the column event_count_folded.days.
CREATE FUNCTION add_to_day(days integer[], day text, events bigint) RETURNS integer[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  n integer := CASE day WHEN '' THEN 1 ELSE substr(day, 9)::integer END;
BEGIN
  days[n] := nullif(coalesce(days[n], 0) + events, 0);
  RETURN days;
END $$;
CREATE AGGREGATE pack_days(day text, events bigint) (
  SFUNC = add_to_day,
  STYPE = integer[],
  INITCOND = '{NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL}'
);

CREATE FUNCTION add_days(days integer[], added integer[]) RETURNS integer[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  FOR n IN 1..31 LOOP
    IF added[n] IS NOT NULL THEN days[n] := nullif(coalesce(days[n], 0) + added[n], 0); END IF;
  END LOOP;
  RETURN days;
END $$;

-- Adds the inserted rows up, in about one of 50 writes and in one transaction at a time. The totals of the view stay the same.
-- At most 20,000 rows: a few writes of thousands of dates insert hundreds of thousands, and if adding them up took longer than the
-- time limit of a statement, this would fail again and again. Returns the number of rows.
CREATE FUNCTION fold_event_counts() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  folded bigint;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('event_count')) THEN RETURN 0; END IF;
  WITH removed AS (
    DELETE FROM event_count_change WHERE ctid = ANY (ARRAY(SELECT ctid FROM event_count_change LIMIT 20000))
    RETURNING facet, day, events
  ), added AS (
    INSERT INTO event_count_folded AS f (facet, month, days)
      SELECT facet, substr(day, 1, 7), pack_days(day, events) FROM removed GROUP BY 1, 2
      ON CONFLICT (facet, month) DO UPDATE SET days = add_days(f.days, excluded.days)
  )
  SELECT count(*) INTO folded FROM removed;
  RETURN folded;
END $$;
CREATE FUNCTION fold_event_counts_sometimes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF random() < 0.02 THEN PERFORM fold_event_counts(); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER event_counts_folded AFTER INSERT OR UPDATE ON event
  FOR EACH STATEMENT EXECUTE FUNCTION fold_event_counts_sometimes();

-- The facets of an event that follow from its own columns. The common values, such as the status scheduled, have no counters:
-- their totals are those of all events minus those of the other values. PostgreSQL inlines this function.
CREATE FUNCTION facets_of(
  featured smallint, event_status text, attendance_mode text, is_free smallint, is_ticketed smallint,
  is_accessible smallint, is_evening smallint, languages text
) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT facet FROM (VALUES
    ('all', true),
    ('featured', featured = 1),
    ('event_status:' || event_status, event_status <> 'scheduled'),
    ('attendance_mode:' || attendance_mode, attendance_mode <> 'offline'),
    ('virtual', attendance_mode <> 'offline'),
    ('free', is_free = 1),
    ('ticketed', is_ticketed = 1),
    ('accessible', is_accessible = 1),
    ('evening', is_evening = 1),
    ('language:en', languages LIKE '%en%'),
    ('language:fi', languages LIKE '%fi%'),
    ('language:fr', languages LIKE '%fr%'),
    ('language:de', languages LIKE '%de%'),
    ('language:es', languages LIKE '%es%')
  ) AS counted (facet, applies) WHERE applies
$$;

-- Returns PL/pgSQL code that adds the sums of a query to the counters; sums of zero are not written.
-- counts: query of facet, day and change; changed: the transition table with the rows that the statement inserted, updated or deleted.
-- A statement that writes the dates of a repeated event changes the counters themselves, unless another transaction does this:
-- the rows in event_count_change would take more disk than the dates until the next vacuum.
CREATE FUNCTION code_that_adds(counts text, changed text) RETURNS text LANGUAGE sql AS $code$
  SELECT format($sql$
    IF EXISTS (SELECT FROM %2$s OFFSET 50) AND pg_try_advisory_xact_lock(hashtext('event_count')) THEN
      INSERT INTO event_count_folded AS f (facet, month, days)
        SELECT facet, substr(day, 1, 7), pack_days(day, events) FROM (
          SELECT facet, day, sum(change)::bigint AS events FROM (%1$s) AS counts GROUP BY 1, 2 HAVING sum(change) <> 0
        ) AS sums GROUP BY 1, 2
        ON CONFLICT (facet, month) DO UPDATE SET days = add_days(f.days, excluded.days);
    ELSE
      INSERT INTO event_count_change (facet, day, events)
        SELECT facet, day, sum(change) FROM (%1$s) AS counts GROUP BY 1, 2 HAVING sum(change) <> 0;
    END IF;$sql$, counts, changed)
$code$;

-- Creates the trigger function that counts the rows that a statement removed and added. It also sends the notification of
-- `notify_change`, because a second trigger for it would take as long as the counting.
DO $do$
DECLARE
  by_day text := $sql$
    SELECT facet, to_char(listed_start, 'YYYY-MM-DD') AS day, %s AS change FROM %s CROSS JOIN LATERAL facets_of(
      featured, event_status, attendance_mode, is_free, is_ticketed, is_accessible, is_evening, languages) AS facet
    WHERE listed_start IS NOT NULL$sql$;
  added text := format(by_day, '1', 'after');
  removed text := format(by_day, '-1', 'before');
BEGIN
  EXECUTE format($sql$
    CREATE FUNCTION count_events() RETURNS trigger LANGUAGE plpgsql AS $f$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        %1$s
      ELSIF TG_OP = 'DELETE' THEN
        %2$s
      ELSE
        %3$s
        INSERT INTO event_count_change (facet, day, events)
          SELECT facet, '', sum(change) FROM (
            -- Not a join of the two: planned for one row, it would compare each row with all others.
            SELECT id, sum(change) AS change FROM (
              SELECT id, -is_public AS change FROM before WHERE repeat_id IS NULL
              UNION ALL SELECT id, is_public FROM after WHERE repeat_id IS NULL
            ) AS both_states GROUP BY id HAVING sum(change) <> 0
          ) AS changed JOIN (
            SELECT event_id, 'public:category:' || category_id AS facet FROM event_within WHERE is_inherited IS NULL
            UNION ALL SELECT event_id, 'public:tag:' || tag_id FROM event_tag
            UNION ALL SELECT event_id, 'public:language:' || language FROM event_text
          ) AS borne ON borne.event_id = changed.id GROUP BY facet;
      END IF;
      PERFORM pg_notify('almanac_changed', current_setting('application_name'));
      RETURN NULL;
    END $f$$sql$,
    code_that_adds(added, 'after'), code_that_adds(removed, 'before'), code_that_adds(removed || ' UNION ALL ' || added, 'after'));
END $do$;
CREATE TRIGGER event_counted AFTER INSERT ON event
  REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_events();
CREATE TRIGGER event_recounted AFTER UPDATE ON event
  REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_events();
CREATE TRIGGER event_uncounted AFTER DELETE ON event
  REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION count_events();

-- Creates the triggers that count the rows of a text or link table of events, by day and in total.
-- in_all: condition of the rows that are counted in total; null: none.
-- id: the column with the language or the id of the linked record; facet: the facet is this text with the value of the column.
CREATE FUNCTION count_rows_of(name text, id text, facet text, in_all text) RETURNS void
LANGUAGE plpgsql AS $do$
DECLARE
  by_day text := format($sql$
    SELECT '%1$s:' || %2$s AS facet, to_char(listed_start, 'YYYY-MM-DD') AS day, %%1$s AS change FROM %%2$s
    WHERE listed_start IS NOT NULL$sql$, facet, id);
  totals text := CASE WHEN in_all IS NOT NULL THEN format($sql$
    SELECT 'public:%1$s:' || %2$s AS facet, '' AS day, %%1$s AS change FROM %%2$s
    WHERE (SELECT is_public FROM event WHERE id = event_id AND repeat_id IS NULL) = 1 AND %3$s$sql$, facet, id, in_all) END;
BEGIN
  -- is_public is read by a subquery per row, because a join that was planned while there were few events would go on scanning
  -- all of them. An update never changes to which facet a row belongs, so it affects only the counters by day.
  EXECUTE format($sql$
    CREATE FUNCTION count_%1$s() RETURNS trigger LANGUAGE plpgsql AS $f$
    BEGIN
      IF TG_OP = 'INSERT' THEN
        %2$s
      ELSIF TG_OP = 'DELETE' THEN
        %3$s
      ELSE
        %4$s
      END IF;
      PERFORM pg_notify('almanac_changed', current_setting('application_name'));
      RETURN NULL;
    END $f$;
    CREATE TRIGGER %1$s_counted AFTER INSERT ON %1$s
      REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_%1$s();
    CREATE TRIGGER %1$s_recounted AFTER UPDATE ON %1$s
      REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION count_%1$s();
    CREATE TRIGGER %1$s_uncounted AFTER DELETE ON %1$s
      REFERENCING OLD TABLE AS before FOR EACH STATEMENT EXECUTE FUNCTION count_%1$s();
    $sql$, name,
    code_that_adds(format(concat_ws(' UNION ALL ', by_day, totals), '1', 'after'), 'after'),
    code_that_adds(format(concat_ws(' UNION ALL ', by_day, totals), '-1', 'before'), 'before'),
    code_that_adds(format(by_day, '-1', 'before') || ' UNION ALL ' || format(by_day, '1', 'after'), 'after'));
END $do$;
SELECT count_rows_of('event_text', 'language', 'language', 'true');
SELECT count_rows_of('event_venue', 'venue_id', 'venue', NULL);
SELECT count_rows_of('event_organizer', 'organizer_id', 'organizer', NULL);
SELECT count_rows_of('event_within', 'category_id', 'category', 'is_inherited IS NULL');
SELECT count_rows_of('event_tag', 'tag_id', 'tag', 'true');
