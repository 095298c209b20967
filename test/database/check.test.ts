import assert from 'node:assert/strict'
import { copyFileSync, openSync, readFileSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { checkAllInvariantsOfDatabase } from '../../src/check/check-database.ts'
import { runCommand } from '../../src/cli/run-command.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import { storePicture } from '../../src/media/picture-store.ts'
import { validatePicture } from '../../src/media/validate-picture.ts'
import { administer, forEachEngine, type TestEngine } from '../kit/engines/engines.ts'

const NOW = 1_907_755_200

async function run(env: Record<string, string>, ...argv: string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const signal = new AbortController().signal
  const context = {
    env,
    signal,
    out: (text: string) => out.push(text),
    err: (text: string) => err.push(text),
    now: () => NOW,
  }
  return { code: await runCommand(argv, context), out: out.join('\n'), err: err.join('\n') }
}

/** Fills a database with the demo calendar and a picture. */
async function fill(url: string): Promise<void> {
  assert.equal(
    (await run({ DATABASE_URL: url, ALMANAC_ADMIN_PASSWORD: 'a password' }, 'demo', '--events', '60')).code,
    0,
  )
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const inspected = await validatePicture(bytes)
  assert.ok(inspected)
  const db = await openDatabase(url)
  await db.transaction((tx) => storePicture(tx, { ...inspected, bytes, name: 'teal.png', authorId: 1 }, NOW))
  await db.close()
}

const ONE_EVENT = `(SELECT min(id) FROM event WHERE listed_start IS NOT NULL)`
const ONE_TEXT = `event_id = ${ONE_EVENT} AND language = 'en'`

/** Statements that violate an invariant, for both engines or per engine. */
const DAMAGES: [invariant: string, what: string, statements: string | { sqlite?: string; postgres?: string }][] = [
  ['storage', 'an index is missing', 'DROP INDEX event_text_listed'],
  [
    'storage',
    'a trigger is missing or disabled',
    { sqlite: 'DROP TRIGGER event_text_erased', postgres: 'ALTER TABLE event DISABLE TRIGGER event_counted' },
  ],
  [
    'storage',
    'an index is not valid',
    { postgres: `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'event_start'::regclass` },
  ],
  [
    'references',
    'an owner is missing',
    `DELETE FROM account WHERE id = (SELECT author_id FROM event WHERE id = ${ONE_EVENT})`,
  ],
  ['references', 'a venue is missing', `DELETE FROM venue WHERE id = (SELECT min(venue_id) FROM event_venue)`],
  ['references', 'a picture is missing', `UPDATE event SET image_id = 999999 WHERE id = ${ONE_EVENT}`],
  [
    'ids',
    'a sequence is below the highest id',
    { sqlite: `UPDATE id_sequence SET value = 5 WHERE name = 'record'`, postgres: `SELECT setval('record_id', 5)` },
  ],
  [
    'ids',
    'the sequence of terms is below the highest id',
    { sqlite: `UPDATE id_sequence SET value = 0 WHERE name = 'term'`, postgres: `SELECT setval('term_id', 1, false)` },
  ],
  [
    'ids',
    'two kinds share an id',
    `UPDATE organizer SET id = (SELECT min(id) FROM venue) WHERE id = (SELECT max(id) FROM organizer)`,
  ],
  ['texts', 'an event has no text', `DELETE FROM event_text WHERE event_id = ${ONE_EVENT}`],
  [
    'texts',
    'a tag has no text in its original language',
    `DELETE FROM tag_text WHERE tag_id = (SELECT min(id) FROM tag)`,
  ],
  ['slugs', 'a published event has no slug', `UPDATE event_text SET slug = '' WHERE ${ONE_TEXT}`],
  ['slugs', 'a venue has no slug', `UPDATE venue_text SET slug = '' WHERE venue_id = (SELECT min(id) FROM venue)`],
  ['slugs', 'two tags share a slug', `DROP INDEX tag_text_slug; UPDATE tag_text SET slug = 'same'`],
  ['publication', 'a draft is public', `UPDATE event SET status = 'draft' WHERE id = ${ONE_EVENT}`],
  ['publication', 'an event ends before it starts', `UPDATE event SET end_at = start_at - 1 WHERE id = ${ONE_EVENT}`],
  ['times', 'an instant is off by an hour', `UPDATE event SET start_at = start_at - 3600 WHERE id = ${ONE_EVENT}`],
  ['prices', 'an event without tickets counts as ticketed', `UPDATE event SET is_ticketed = 1 WHERE id = ${ONE_EVENT}`],
  [
    'prices',
    'the stored answer to whether an event is accessible is wrong',
    `UPDATE event SET is_accessible = 1 - is_accessible WHERE id = ${ONE_EVENT}`,
  ],
  ['prices', 'the offers are no JSON', `UPDATE event SET admission = '{' WHERE id = ${ONE_EVENT}`],
  ['times', 'the time zone does not exist', `UPDATE event SET timezone = 'Nowhere/Land' WHERE id = ${ONE_EVENT}`],
  [
    'categories',
    'two categories are ancestors of each other',
    `UPDATE category SET parent_id = (SELECT min(c.id) FROM category c WHERE c.parent_id = category.id)
    WHERE id = (SELECT min(parent_id) FROM category)`,
  ],
  ['categories', 'the stored ancestors are missing', `DELETE FROM category_within WHERE category_id <> ancestor_id`],
  [
    'categories',
    'a stored ancestor is wrong',
    `INSERT INTO category_within (category_id, ancestor_id)
    SELECT min(a.id), max(a.id) FROM category a WHERE a.parent_id IS NULL`,
  ],
  ['events-within', 'an ancestor of a category is missing', 'DELETE FROM event_within WHERE is_inherited = 1'],
  [
    'events-within',
    'an event is in a category that it does not have',
    `INSERT INTO event_within (event_id, category_id, is_inherited)
    SELECT ${ONE_EVENT}, min(id), 1 FROM category WHERE id NOT IN (SELECT category_id FROM event_within WHERE event_id = ${ONE_EVENT})`,
  ],
  ...['event_text', 'event_venue', 'event_organizer', 'event_within', 'event_tag'].map(
    (table): [string, string, string] => [
      'listed-start',
      `${table} has another value than the event`,
      `UPDATE ${table} SET listed_start = '2000-01-01 00:00:00' WHERE event_id = (SELECT min(event_id) FROM ${table})`,
    ],
  ),
  [
    'repeats',
    'an event without dates has a recurrence',
    `INSERT INTO event_repeat (event_id, lines, is_hidden, is_endless, expanded_until)
      VALUES (${ONE_EVENT}, 'RRULE:FREQ=DAILY;COUNT=2', 0, 0, '')`,
  ],
  [
    'repeats',
    'a date has no repeated event',
    `UPDATE event SET repeat_id = (SELECT max(id) FROM event), original_start = start_local WHERE id = ${ONE_EVENT}`,
  ],
  [
    'repeats',
    'an event that is no date of a repeated event has languages of such a date',
    `UPDATE event SET languages = 'fi' WHERE id = ${ONE_EVENT}`,
  ],
  ['repeated-texts', 'the column is empty', `UPDATE event SET texts = '[]' WHERE id = ${ONE_EVENT}`],
  ['repeated-texts', 'the column is not JSON', `UPDATE event SET texts = '[[' WHERE id = ${ONE_EVENT}`],
  ...['title', 'description', 'excerpt', 'slug'].map((column): [string, string, string] => [
    'repeated-texts',
    `the ${column} differs`,
    `UPDATE event_text SET ${column} = 'Other' WHERE ${ONE_TEXT}`,
  ]),
  [
    'repeated-texts',
    'the modification time differs',
    `UPDATE event_text SET modified_at = modified_at + 1 WHERE ${ONE_TEXT}`,
  ],
  [
    'repeated-links',
    'the column is empty',
    `UPDATE event SET links = '' WHERE id = (SELECT min(event_id) FROM event_tag)`,
  ],
  ...['event_venue', 'event_organizer', 'event_within', 'event_tag'].map((table): [string, string, string] => [
    'repeated-links',
    `a link in ${table} was removed`,
    `DELETE FROM ${table} WHERE event_id = (SELECT min(event_id) FROM ${table})`,
  ]),
  [
    'counts',
    'the count of a day is too high',
    {
      sqlite: `UPDATE event_count SET events = events + 1 WHERE facet = 'all' AND day = (SELECT min(day) FROM event_count WHERE facet = 'all')`,
      postgres: `INSERT INTO event_count_change VALUES ('all', '2030-01-01', 1)`,
    },
  ],
  ...[
    'featured',
    'language:',
    'venue:',
    'organizer:',
    'category:',
    'tag:',
    'public:language:',
    'public:category:',
    'public:tag:',
  ].map((facet): [string, string, { sqlite: string; postgres: string }] => [
    'counts',
    `the counts of ${facet} are missing`,
    {
      sqlite: `DELETE FROM event_count WHERE facet LIKE '${facet}%'`,
      postgres: `DELETE FROM event_count_change WHERE facet LIKE '${facet}%'; DELETE FROM event_count_folded WHERE facet LIKE '${facet}%'`,
    },
  ]),
  [
    'counts',
    'a facet is unknown',
    {
      sqlite: `INSERT INTO event_count VALUES ('moon:1', '', 1)`,
      postgres: `INSERT INTO event_count_change VALUES ('moon:1', '', 1)`,
    },
  ],
  ['counts', 'a bulk load was interrupted', { sqlite: 'INSERT INTO event_count_later VALUES (1, 2)' }],
  [
    'search',
    'a text is not indexed',
    {
      sqlite: `DELETE FROM event_text_search WHERE rowid = (SELECT max(id) FROM event_text); DELETE FROM event_text_unindexed`,
      postgres: `UPDATE pg_index SET indisready = false WHERE indexrelid = 'event_text_search'::regclass;
      UPDATE event_text SET search_text = search_text || ' quetzalcoatlnorthropi';
      UPDATE pg_index SET indisready = true WHERE indexrelid = 'event_text_search'::regclass`,
    },
  ],
  [
    'search',
    'a word is missing in event_word',
    { postgres: `DELETE FROM event_word WHERE word = (SELECT min(word) FROM event_word WHERE length(word) > 6)` },
  ],
  [
    'search',
    'the index contains a missing text',
    { sqlite: `INSERT INTO event_text_search (rowid, search_text) VALUES (999999, 'nowhere  ')` },
  ],
  [
    'search',
    'the index contains a longer text',
    {
      sqlite: `DELETE FROM event_text_search WHERE rowid = 7;
    INSERT INTO event_text_search (rowid, search_text) SELECT 7, search_text || 'x  ' FROM event_text WHERE id = 7`,
    },
  ],
  [
    'search',
    'the index contains another text',
    {
      sqlite: `DELETE FROM event_text_search WHERE rowid = 7;
    INSERT INTO event_text_search (rowid, search_text) SELECT 7, substr('q' || search_text, 1, length(search_text)) || '  ' FROM event_text WHERE id = 7`,
    },
  ],
  ['search', 'a missing text is queued for the index', { sqlite: `INSERT INTO event_text_unindexed VALUES (999999)` }],
  ['folded', 'the folded title differs', `UPDATE event_text SET title_folded = 'other' WHERE ${ONE_TEXT}`],
  [
    'folded',
    'the folded text differs',
    `UPDATE venue_text SET search_text = 'other' WHERE venue_id = (SELECT min(id) FROM venue)`,
  ],
  [
    'folded',
    'a description contains a script',
    `UPDATE organizer_text SET description = '<p>x</p><script>alert(1)</script>' WHERE organizer_id = (SELECT min(id) FROM organizer)`,
  ],
  ['pictures', 'a picture is truncated', 'UPDATE picture SET content = substr(content, 1, 10)'],
]

const fileOf = (url: string) => url.slice('sqlite:'.length)

/** Runs statements with foreign keys, constraints and triggers disabled. */
async function damage(url: string, statements: string): Promise<void> {
  if (url.startsWith('sqlite:')) {
    const db = new DatabaseSync(fileOf(url))
    db.exec(`PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; ${statements}`)
    db.close()
    return
  }
  await administer(url, async (sql) => {
    await sql.unsafe('ALTER TABLE event DROP CONSTRAINT event_check')
    await sql.unsafe(`SET session_replication_role = replica; ${statements}`)
  })
}

async function copyOf(engine: TestEngine, url: string): Promise<string> {
  const copy = await engine.url()
  if (engine.name === 'sqlite') copyFileSync(fileOf(url), fileOf(copy))
  else {
    const name = new URL(copy).pathname.slice(1)
    await administer(process.env.TEST_DATABASE_URL as string, async (sql) => {
      await sql.unsafe(`DROP DATABASE "${name}"`)
      await sql.unsafe(`CREATE DATABASE "${name}" TEMPLATE "${new URL(url).pathname.slice(1)}"`)
    })
  }
  return copy
}

const violatedIn = async (url: string) =>
  (await checkAllInvariantsOfDatabase(url)).flatMap(({ name, broken }) => (broken.length > 0 ? [name] : []))

forEachEngine('almanac check', (engine) => {
  let intact: string
  before(async () => {
    intact = await engine.url()
    await fill(intact)
  })

  test('reports no violation in a calendar that was only written by Almanac', async () => {
    const { code, out, err } = await run({ DATABASE_URL: intact }, 'check')
    assert.deepEqual([code, err], [0, ''])
    assert.doesNotMatch(out, /✗/)
    assert.match(out, /✓ {2}slugs /)
  })

  for (const [invariant, what, statements] of DAMAGES) {
    const script = typeof statements === 'string' ? statements : statements[engine.name]
    if (script === undefined) continue
    test(`reports a violation of ${invariant}: ${what}`, async () => {
      const url = await copyOf(engine, intact)
      await damage(url, script)
      const broken = await violatedIn(url)
      assert.ok(broken.includes(invariant), `only ${broken.join(', ') || 'nothing'}`)
    })
  }

  test('prints what is wrong and what to do, and exits with 1', async () => {
    const url = await copyOf(engine, intact)
    await damage(url, `UPDATE event SET texts = '[]' WHERE id = ${ONE_EVENT}`)
    const plain = await run({ DATABASE_URL: url }, 'check')
    assert.equal(plain.code, 1)
    assert.match(
      plain.out,
      /✗ {2}repeated-texts .*\n {6}event: 1 have other texts in the column texts: \d+\n {6}What to do: save/,
    )
    assert.match(plain.err, /^almanac: 1 of 18 checks failed$/)
    const { code, out } = await run({ DATABASE_URL: url }, 'check', '--json')
    const { ok, findings } = JSON.parse(out)
    assert.deepEqual([code, ok, findings.length], [1, false, 18])
  })

  test('refuses a database with pending migrations, and names them', async () => {
    const url = await copyOf(engine, intact)
    await damage(url, `DELETE FROM migration WHERE name = '0012-audit'`)
    const { code, err } = await run({ DATABASE_URL: url }, 'check')
    assert.deepEqual(
      [code, err],
      [1, 'almanac: the database lacks the migrations of this version (0012-audit); run `almanac migrate` first'],
    )
  })

  test('changes nothing, and does not wait for an open transaction', async () => {
    const url = await copyOf(engine, intact)
    const db = await openDatabase(url)
    try {
      await db.transaction(async (tx) => {
        await tx.nextId('term')
        assert.deepEqual(await violatedIn(url), [])
      })
      const version = db.version()
      assert.deepEqual(await violatedIn(url), [])
      assert.equal(db.version(), version)
    } finally {
      await db.close()
    }
  })

  if (engine.name === 'sqlite') {
    test('reports a violation of storage: pages of the file are overwritten', async () => {
      const url = await copyOf(engine, intact)
      const stored = new DatabaseSync(fileOf(url))
      const roots = stored.prepare(
        `SELECT rootpage AS page FROM sqlite_schema WHERE type = 'index' AND name LIKE 'event_%'`,
      )
      const pages = roots.all().map(({ page }) => Number(page))
      stored.close()
      const file = openSync(fileOf(url), 'r+')
      // Not the pages of the schema, without which the file cannot be opened.
      for (const page of pages) writeSync(file, Buffer.alloc(4096, 0x5a), 0, 4096, (page - 1) * 4096)
      assert.ok((await violatedIn(url)).includes('storage'))
    })
    test('a missing file is not created', async () => {
      const url = `${await engine.url()}-nowhere`
      const { code, err } = await run({ DATABASE_URL: url }, 'check')
      assert.equal(code, 1)
      assert.match(err, /there is no database .*-nowhere; check --data-dir/)
      assert.throws(() => readFileSync(fileOf(url)), /ENOENT/)
    })
  }
})
