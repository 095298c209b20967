import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../src/import/demo/random.ts'
import type { Answered, CrashLine } from './crash-line.ts'
import { type Kind, type OpenBirth, type Owned, saysAll, type View, viewOf } from './crash-records.ts'

/** What all clients of a round did. */
export interface Tally {
  answered: number
  refused: number
  unanswered: number
}

/** Someone who writes, one request after the other, only records of their own. */
export interface Client {
  name: string
  owned: Owned[]
  /** New records without an answer. */
  births: OpenBirth[]
  random: Random
  line: CrashLine
  tally: Tally
  /** What was answered though it must never be. */
  wrongs: string[]
  isStopped(): boolean
  /** The title of the site, for the one who changes it: as it was answered, and as it was sent without an answer. */
  settings: { title: string; open?: string } | undefined
  /** Pictures to upload. */
  pictures: readonly Buffer[]
}

const PAUSE_MS = 10
const PAUSE_UNAVAILABLE_MS = 100
/** As if it had been refused: nothing has changed. */
const UNSENT: Answered = { status: 400, headers: {}, bytes: Buffer.alloc(0), body: undefined }
const HOUR_COUNT = 8
const TITLE_SHARED = 'Shared name'
let nextToken = 0
/** Letters alone, so that it is one word wherever it stands. */
const freshToken = (client: Client) =>
  `zq${client.name}x${(nextToken++).toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] as string)}zq`

/** Writes until told to stop, or until the line breaks for good. */
export async function writeOn(client: Client): Promise<void> {
  while (!client.isStopped()) await actionOf(client)(client)
}

type Action = (client: Client) => Promise<void>

function actionOf({ random }: Client): Action {
  const [action] = random.weighted(ACTIONS, ([, weight]) => weight)
  return action
}

const ACTIONS: readonly [Action, weight: number][] = [
  [createEvent, 6],
  [changeEvent, 6],
  [trashOrRestore, 2],
  [putTranslation, 3],
  [removeTranslation, 1],
  [createPlace, 2],
  [changePlace, 2],
  [createTerm, 2],
  [changeTerm, 2],
  [removeTerm, 1],
  [upload, 1],
  [changePicture, 1],
  [removePicture, 1],
  [changeSettings, 1],
]

/** @returns undefined when nobody knows whether it happened */
async function attempt(client: Client, send: () => Promise<Answered>): Promise<Answered | undefined> {
  const { tally, wrongs } = client
  try {
    const answer = await send()
    if (answer.status < 300) tally.answered += 1
    else if (answer.status < 500) tally.refused += 1
    else {
      if (answer.status !== 503)
        wrongs.push(`a write was answered ${answer.status} ${answer.bytes.toString().slice(0, 200)}`)
      tally.unanswered += 1
      await sleep(PAUSE_UNAVAILABLE_MS)
      return undefined
    }
    return answer
  } catch (error) {
    await sleep(PAUSE_MS)
    // Nobody was there to hear it.
    if ((error as { code?: string }).code === 'ECONNREFUSED') return UNSENT
    tally.unanswered += 1
    return undefined
  }
}

async function bear(
  client: Client,
  kind: Kind,
  token: string,
  body: object | Buffer,
  expected: View,
  type?: string,
  bytes?: Buffer,
) {
  const { owned, births, line } = client
  const answer = await attempt(client, () => line.send('POST', `/${kind}`, { body, ...(type && { type }) }))
  if (!answer) return births.push({ kind, token, isWhole: (view) => saysAll(view, expected) })
  if (answer.status >= 300) return
  const view = viewOf(answer.body)
  if (!saysAll(view, expected))
    client.wrongs.push(`a new record of ${kind} says ${JSON.stringify(view)}, not ${JSON.stringify(expected)}`)
  owned.push({
    kind,
    id: answer.body.id,
    known: view,
    translation: undefined,
    isLinked: false,
    ...(bytes && { bytes }),
  })
}

async function change(
  client: Client,
  record: Owned,
  method: string,
  body: object | undefined,
  expected: View | 'gone',
  isLinked: (view: View) => boolean = () => true,
): Promise<void> {
  const answer = await attempt(client, () => client.line.send(method, `/${record.kind}/${record.id}`, { body }))
  const after = (view: View | 'gone') =>
    view === 'gone' || expected === 'gone' ? view === expected : saysAll(view, expected) && isLinked(view)
  if (!answer) record.open = { what: `${method} /${record.kind}/${record.id}`, after }
  else if (answer.status < 300) {
    record.known = expected === 'gone' ? 'gone' : viewOf(answer.body)
    if (!after(record.known))
      client.wrongs.push(`${method} /${record.kind}/${record.id} left ${JSON.stringify(record.known)}`)
  }
}

/** One of the client's own whose state is known. */
function own(client: Client, kinds: readonly Kind[], fits: (record: Owned) => boolean = () => true): Owned | undefined {
  const fitting = client.owned.filter((record) => !record.open && kinds.includes(record.kind) && fits(record))
  return fitting.length > 0 ? client.random.pick(fitting) : undefined
}

const isThere = ({ known }: Owned) => known !== 'gone'
const isGone = ({ known }: Owned) => known === 'gone'

function eventBody({ random }: Client, token: string) {
  const day = String(random.integer(1, 28)).padStart(2, '0')
  const hour = String(random.integer(10, 10 + HOUR_COUNT)).padStart(2, '0')
  const [start, end] = [`2031-0${random.integer(1, 9)}-${day} ${hour}:00:00`, `2031-12-${day} ${hour}:30:00`]
  const number = random.integer(1, 900)
  const words = 'Lorem ipsum '.repeat(random.integer(1, 60)).trim()
  const sent = {
    title: random.chance(0.2) ? TITLE_SHARED : `Event ${token}`,
    description: `About ${token} ${words}`,
    excerpt: `In short ${token}`,
    start_date: start,
    end_date: end,
    timezone: 'UTC',
    cost: String(number),
    website: `https://example.org/${token}`,
    featured: random.chance(0.3),
    hide_from_listings: random.chance(0.2),
    sticky: random.chance(0.1),
  }
  const expected = {
    ...sent,
    description: `<p>${sent.description}</p>`,
    excerpt: `<p>${sent.excerpt}</p>`,
    cost: `$${number}`,
    utc_start_date: start,
    utc_end_date: end,
  }
  return { sent, expected }
}

/** @returns what to send, and what the event then says */
function linksOf(client: Client, token: string) {
  const { random } = client
  const venue = own(client, ['venues'], isThere)
  const image = own(client, ['media'], isThere)
  const terms = client.owned.filter(
    (record) => (record.kind === 'categories' || record.kind === 'tags') && isThere(record) && !record.open,
  )
  const linked = terms.length > 0 ? random.some(terms, Math.min(terms.length, random.integer(0, 3))) : []
  const ids = (kind: Kind) => linked.filter((term) => term.kind === kind).map(({ id }) => id)
  const makesPlaces = random.chance(0.4)
  const makesTags = random.chance(0.4)
  for (const record of [venue, image, ...linked]) if (record) record.isLinked = true
  const tagNames = makesTags ? [`Tag a ${token}`, `Tag b ${token}`] : []
  const sent = {
    categories: ids('categories'),
    tags: [...ids('tags'), ...tagNames],
    ...(makesPlaces && { venue: { venue: `Place ${token}` }, organizer: [{ organizer: `Host ${token}` }] }),
    ...(!makesPlaces && venue && { venue: venue.id }),
    ...(image && { image: image.id }),
  }
  const isLinked = (view: View) =>
    ids('categories').every((id) => (view.categories as number[]).includes(id)) &&
    ids('tags').every((id) => (view.tags as number[]).includes(id)) &&
    tagNames.every((name) => (view.names as string[]).includes(name)) &&
    (!makesPlaces || [`Place ${token}`, `Host ${token}`].every((name) => (view.places as string[]).includes(name)))
  const expected = { ...(image && { image: image.id }), ...(!makesPlaces && venue && { venue: [venue.id] }) }
  return { sent, expected, isLinked }
}

async function createEvent(client: Client): Promise<void> {
  const { random, births } = client
  const token = freshToken(client)
  const { sent, expected } = eventBody(client, token)
  const links = linksOf(client, token)
  const soon = new Date(Date.now() + random.integer(1, 3) * 1000).toISOString().slice(0, 19).replace('T', ' ')
  const status = random.pick([
    { status: 'publish' },
    { status: 'publish' },
    { status: 'draft' },
    { status: 'private' },
    { status: 'publish', date_utc: soon },
  ])
  await bear(client, 'events', token, { ...sent, ...links.sent, ...status }, { ...expected, ...links.expected })
  const birth = births.find((one) => one.token === token)
  if (birth) birth.isWhole = (view) => saysAll(view, { ...expected, ...links.expected }) && links.isLinked(view)
}

async function changeEvent(client: Client): Promise<void> {
  const event = own(client, ['events'], isThere)
  if (!event) return
  const { sent, expected } = eventBody(client, freshToken(client))
  const links = client.random.chance(0.3) ? linksOf(client, freshToken(client)) : undefined
  await change(
    client,
    event,
    'PATCH',
    { ...sent, ...links?.sent },
    { ...expected, ...links?.expected },
    links?.isLinked,
  )
}

async function trashOrRestore(client: Client): Promise<void> {
  const trashed = own(client, ['events'], isGone)
  if (trashed && client.random.chance(0.5))
    return change(client, trashed, 'PATCH', { status: 'publish' }, { status: 'publish' })
  const record = own(client, ['events', 'venues', 'organizers'], (one) => isThere(one) && !one.isLinked)
  if (record) await change(client, record, 'DELETE', undefined, 'gone')
}

async function putTranslation(client: Client): Promise<void> {
  const record = own(client, ['events', 'venues', 'organizers', 'categories', 'tags'], isThere)
  if (!record) return
  const { kind, id } = record
  const title = `Titel ${freshToken(client)}`
  const field = {
    events: 'title',
    venues: 'venue',
    organizers: 'organizer',
    categories: 'name',
    tags: 'name',
    media: '',
  }[kind]
  const answer = await attempt(client, () =>
    client.line.send('PUT', `/${kind}/${id}/translations/de`, { body: { [field]: title, description: title } }),
  )
  const before = record.known as View
  const isAfter = (view: View | 'gone') => view !== 'gone' && 'de' in (view.translations as object)
  if (!answer) record.open = { what: `PUT /${kind}/${id}/translations/de`, after: isAfter, translation: { title } }
  else if (answer.status < 300) {
    record.translation = { title }
    const { translations } = viewOf(answer.body)
    record.known = { ...before, translations, ...timeOf(viewOf(answer.body)) }
  }
}

async function removeTranslation(client: Client): Promise<void> {
  const record = own(client, ['events', 'venues', 'organizers'], (one) => isThere(one) && one.translation !== undefined)
  if (!record) return
  const { kind, id, known } = record
  const answer = await attempt(client, () => client.line.send('DELETE', `/${kind}/${id}/translations/de`))
  const isAfter = (view: View | 'gone') => view !== 'gone' && !('de' in (view.translations as object))
  if (!answer) record.open = { what: `DELETE /${kind}/${id}/translations/de`, after: isAfter, translation: undefined }
  else if (answer.status < 300) {
    record.translation = undefined
    const { de: _removed, ...translations } = (known as View).translations as Record<string, string>
    // The answer does not say when.
    record.known = { ...(known as View), translations, modified: undefined, modified_utc: undefined }
  }
}

const timeOf = ({ modified, modified_utc }: View) => (modified ? { modified, modified_utc } : {})

async function createPlace(client: Client): Promise<void> {
  const kind = client.random.pick(['venues', 'organizers'] as const)
  const token = freshToken(client)
  const { sent, expected } = placeBody(kind, token)
  await bear(client, kind, token, sent, expected)
}

function placeBody(kind: 'venues' | 'organizers', token: string) {
  const shared = { website: `https://example.org/${token}`, phone: '+49 30 1' }
  const own =
    kind === 'venues'
      ? { venue: `Place ${token}`, city: `City ${token}`, address: `Street ${token}` }
      : { organizer: `Host ${token}` }
  const sent = { ...shared, ...own, description: `About ${token}` }
  return { sent, expected: { ...shared, ...own, description: `<p>About ${token}</p>` } }
}

async function changePlace(client: Client): Promise<void> {
  const place = own(client, ['venues', 'organizers'], isThere)
  if (!place) return
  const { sent, expected } = placeBody(place.kind as 'venues', freshToken(client))
  await change(client, place, 'PATCH', sent, expected)
}

async function createTerm(client: Client): Promise<void> {
  const kind = client.random.pick(['categories', 'tags'] as const)
  const token = freshToken(client)
  const parent = kind === 'categories' && client.random.chance(0.5) ? own(client, ['categories'], isThere) : undefined
  if (parent) parent.isLinked = true
  const own_ = { name: `Term ${token}`, description: `About ${token}` }
  const body = { ...own_, ...(parent && { parent: parent.id }) }
  await bear(client, kind, token, body, { name: own_.name, ...(parent && { parent: parent.id }) })
}

async function changeTerm(client: Client): Promise<void> {
  const { random } = client
  const term = own(client, ['categories', 'tags'], isThere)
  if (!term) return
  const name = `Term ${freshToken(client)}`
  const parent = term.kind === 'categories' && random.chance(0.5) ? own(client, ['categories'], isThere) : undefined
  if (parent) parent.isLinked = true
  const moved = parent && parent !== term ? { parent: parent.id } : {}
  // Several want the same; who comes too late is refused.
  const slug = random.chance(0.2) ? { slug: `wanted-${random.integer(1, 9)}` } : {}
  const sent = { name, ...moved, ...slug }
  await change(client, term, 'PATCH', sent, sent)
}

async function removeTerm(client: Client): Promise<void> {
  const term = own(client, ['categories', 'tags'], (one) => isThere(one) && !one.isLinked)
  if (term) await change(client, term, 'DELETE', undefined, 'gone')
}

/** Settings are one record for all: only one client changes them. */
async function changeSettings(client: Client): Promise<void> {
  const { settings } = client
  if (!settings || settings.open) return
  const title = `Calendar ${freshToken(client)}`
  const answer = await attempt(client, () => client.line.send('PATCH', '/settings', { body: { title } }))
  if (!answer) settings.open = title
  else if (answer.status < 300) settings.title = title
}

async function upload(client: Client): Promise<void> {
  const token = freshToken(client)
  const bytes = client.random.pick(client.pictures)
  const boundary = 'part-of-picture'
  const part = (head: string, content: Buffer | string) =>
    Buffer.concat([Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), Buffer.from(content), Buffer.from('\r\n')])
  const body = Buffer.concat([
    part('content-disposition: form-data; name="title"', `Picture ${token}`),
    part(`content-disposition: form-data; name="file"; filename="${token}.png"\r\ncontent-type: image/png`, bytes),
    Buffer.from(`--${boundary}--\r\n`),
  ])
  const expected = { title: `Picture ${token}`, filesize: bytes.length }
  await bear(client, 'media', token, body, expected, `multipart/form-data; boundary=${boundary}`, bytes)
}

async function changePicture(client: Client): Promise<void> {
  const picture = own(client, ['media'], isThere)
  if (!picture) return
  const sent = { title: `Picture ${freshToken(client)}`, alt: 'Another' }
  await change(client, picture, 'PATCH', sent, sent)
}

async function removePicture(client: Client): Promise<void> {
  const picture = own(client, ['media'], (one) => isThere(one) && !one.isLinked)
  if (picture) await change(client, picture, 'DELETE', undefined, 'gone')
}
