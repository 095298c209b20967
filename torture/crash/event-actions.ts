import { type CrashClient, changeOwned, createOwned, freshToken, isGone, isPresent, pickOwned } from './client.ts'
import { hasFields, type RecordKind, type RecordView } from './records.ts'

const HOUR_COUNT = 8
const TITLE_SHARED = 'Shared name'

function eventBody({ random }: CrashClient, token: string) {
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

/** Links for an event. @returns request fields, expected response fields, and a check of the other links */
function linksOf(client: CrashClient, token: string) {
  const { random } = client
  const venue = pickOwned(client, ['venues'], isPresent)
  const image = pickOwned(client, ['media'], isPresent)
  const terms = client.owned.filter(
    (record) => (record.kind === 'categories' || record.kind === 'tags') && isPresent(record) && !record.unanswered,
  )
  const linked = terms.length > 0 ? random.some(terms, Math.min(terms.length, random.integer(0, 3))) : []
  const ids = (kind: RecordKind) => linked.filter((term) => term.kind === kind).map(({ id }) => id)
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
  const isLinked = (view: RecordView) =>
    ids('categories').every((id) => (view.categories as number[]).includes(id)) &&
    ids('tags').every((id) => (view.tags as number[]).includes(id)) &&
    tagNames.every((name) => (view.names as string[]).includes(name)) &&
    (!makesPlaces || [`Place ${token}`, `Host ${token}`].every((name) => (view.places as string[]).includes(name)))
  const expected = { ...(image && { image: image.id }), ...(!makesPlaces && venue && { venue: [venue.id] }) }
  return { sent, expected, isLinked }
}

export async function createEventAction(client: CrashClient): Promise<void> {
  const { random, unansweredCreates } = client
  const token = freshToken(client)
  const { sent, expected } = eventBody(client, token)
  // Lists omit hidden events: after an unanswered creation it could not be found.
  sent.hide_from_listings = false
  expected.hide_from_listings = false
  const links = linksOf(client, token)
  const soon = new Date(Date.now() + random.integer(1, 3) * 1000).toISOString().slice(0, 19).replace('T', ' ')
  const status = random.pick([
    { status: 'publish' },
    { status: 'publish' },
    { status: 'draft' },
    { status: 'private' },
    { status: 'publish', date_utc: soon },
  ])
  await createOwned(client, 'events', token, { ...sent, ...links.sent, ...status }, { ...expected, ...links.expected })
  const birth = unansweredCreates.find((one) => one.token === token)
  if (birth) birth.isWhole = (view) => hasFields(view, { ...expected, ...links.expected }) && links.isLinked(view)
}

export async function changeEventAction(client: CrashClient): Promise<void> {
  const event = pickOwned(client, ['events'], isPresent)
  if (!event) return
  const { sent, expected } = eventBody(client, freshToken(client))
  const links = client.random.chance(0.3) ? linksOf(client, freshToken(client)) : undefined
  await changeOwned(
    client,
    event,
    'PATCH',
    { ...sent, ...links?.sent },
    { ...expected, ...links?.expected },
    links?.isLinked,
  )
}

export async function trashOrRestoreAction(client: CrashClient): Promise<void> {
  const trashed = pickOwned(client, ['events'], isGone)
  // A scheduled event may not be published yet.
  const isBack = ({ status }: RecordView) => status === 'publish' || status === 'future'
  if (trashed && client.random.chance(0.5))
    return changeOwned(client, trashed, 'PATCH', { status: 'publish' }, {}, isBack)
  const record = pickOwned(client, ['events', 'venues', 'organizers'], (one) => isPresent(one) && !one.isLinked)
  if (record) await changeOwned(client, record, 'DELETE', undefined, 'gone')
}
