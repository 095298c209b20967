import { ok } from 'node:assert/strict'
import { createPasswordLinkReplacingEarlierLinks } from '../../../src/accounts/password-links.ts'
import type { EventRow } from '../../../src/collections/events/event-row.ts'
import { createPreviewLink } from '../../../src/collections/events/preview-links.ts'
import { ADMIN_ROUTES } from '../../../src/http/admin/admin-routes.ts'
import { writeSiteSettings } from '../../../src/settings/site-settings.ts'
import { insertSubmission } from '../../../src/submissions/submission-store.ts'
import { exportOf, importFrom } from '../calendar/importing.ts'
import { PIXEL } from '../calendar/pixel.ts'
import { loadScope } from '../engines/load-scope.ts'
import type { ListeningServer } from '../server/listening.ts'
import { TEST_NOW } from '../server/server.ts'

const SUBMISSION = {
  fields: {
    title: 'Choir',
    start_date: '2030-07-01T19:00',
    end_date: '2030-07-01T21:00',
    website: 'https://a.example',
  },
  sender: { name: 'Aino', email: 'aino@choir.example', message: 'Please list us.' },
  nonce: 'one',
  networkHash: '',
  state: 'waiting',
} as const

/** Routes that answer GET with data, files or redirects, or that need more than a record. */
const NOT_PAGES = [
  '/events/dates',
  '/submissions/:id/picture',
  '/media/choices',
  '/media/:id/file',
  '/sign-in/oidc',
  '/sign-in/oidc/back',
  '/edit-links',
  // A page, but only after an upload: the test of all pages uploads a file and checks it.
  '/import/files/:token',
]
/**
 * Pages of organizers, series and tags are those of venues and categories with other records; histories and
 * translations are those of events.
 */
const SAME_PAGES = /^\/(choices|organizers|series|tags)(\/|$)|^\/(venues|categories)\/.*\/(texts|history)(\/|$)/

/** Addresses of admin pages by path of their route, with a record on each. */
export interface AdminPageAddresses {
  /** Pages for visitors without a session. */
  signedOut: Record<string, string>
  /** Pages for an administrator. */
  signedIn: Record<string, string>
}

/**
 * Creates records, and the address of every admin page, from the table of routes.
 * @throws {AssertionError} if a route has no address here
 */
export async function createAdminPages(server: ListeningServer): Promise<AdminPageAddresses> {
  const values = await createRecords(server)
  const pages = ADMIN_ROUTES.filter(
    ({ path, methods }) => methods.includes('GET') && !NOT_PAGES.includes(path) && !SAME_PAGES.test(path),
  )
  const addresses = pages.map(({ path, access }) => ({ path, access, address: addressOf(path, values) }))
  const part = (isSignedOut: boolean) =>
    Object.fromEntries(
      addresses
        .filter(({ path }) => /^\/sign-in/.test(path) === isSignedOut)
        .map(({ path, address }) => [path, address]),
    )
  return { signedOut: part(true), signedIn: part(false) }
}

function addressOf(path: string, values: Record<string, string>): string {
  const [, area = ''] = /^\/([\w-]+(?:\/(?=runs|sent|link)\w+)?)/.exec(path) ?? []
  const address = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = name === 'language' ? 'de' : values[`${area} ${name}`]
    ok(value, `no value for :${name} in ${path}: add one to createRecords`)
    return value
  })
  return path.startsWith('/submit') ? address : `/admin${address}`
}

/** Creates records and links. @returns the values of path variables: `events id` is the id of an event */
async function createRecords(server: ListeningServer): Promise<Record<string, string>> {
  const { db, ids } = server
  const write = async (path: string, body: Record<string, unknown> | Uint8Array<ArrayBuffer>, headers = {}) =>
    (await server.send('POST', path, { as: 'administrator', body, headers })).body
  const read = async (path: string) => (await server.send('GET', path, { as: 'administrator' })).body
  const values: Record<string, string> = { 'users id': String(ids.editor), 'submissions id': '1' }
  const when = { start_date: '2030-07-01 19:00', end_date: '2030-07-01 21:00' }
  for (const [area, fields] of [
    ['events', { title: 'Harbour concert', ...when }],
    ['venues', { venue: 'Old customs house', city: 'Turku' }],
    ['categories', { name: 'Music' }],
  ] as const) {
    const { id } = await write(`/${area}`, fields)
    await write(`/${area}/${id}`, { description: '<p>With a <strong>choir</strong>.</p>' })
    const { revisions } = await read(`/${area}/${id}/revisions`)
    Object.assign(values, { [`${area} id`]: String(id), [`${area} revision`]: String(revisions[0].id) })
  }
  values['media id'] = String((await write('/media', new Uint8Array(PIXEL), { 'content-type': 'image/png' })).id)
  const source = { name: 'Rowing club', type: 'ics', url: 'https://rowing.example/calendar.ics' }
  values['sources id'] = String((await write('/imports/sources', source)).id)
  await importFrom(db, exportOf([{ kind: 'event', external_id: '1' }]))
  values['sources/runs id'] = String((await read('/imports/runs')).runs[0].id)
  await db.transaction(async (tx) => {
    const scope = { ...loadScope(db), db: tx }
    await writeSiteSettings(tx, { submissions: 'anyone' })
    values['submit/sent token'] = await insertSubmission(scope, SUBMISSION)
    values['sign-in/link token'] = await createPasswordLinkReplacingEarlierLinks(tx, ids.author, TEST_NOW)
    const event = { id: Number(values['events id']), text: { title: 'Harbour concert' } as EventRow['text'] }
    values['shared token'] = await createPreviewLink({ ...scope, caller: { ...scope.caller, id: ids.editor } }, event)
  })
  return values
}
