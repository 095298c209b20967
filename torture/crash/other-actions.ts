import { type CrashClient, changeOwned, createOwned, freshToken, isPresent, pickOwned, sendCounted } from './client.ts'
import { type RecordView, stableView } from './records.ts'

export async function putTranslationAction(client: CrashClient): Promise<void> {
  const record = pickOwned(client, ['events', 'venues', 'organizers', 'categories', 'tags'], isPresent)
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
  const answer = await sendCounted(client, () =>
    client.connection.send('PUT', `/${kind}/${id}/translations/de`, { [field]: title, description: title }),
  )
  const before = record.known as RecordView
  const isAfter = (view: RecordView | 'gone') => view !== 'gone' && 'de' in (view.translations as object)
  if (!answer)
    record.unanswered = { what: `PUT /${kind}/${id}/translations/de`, after: isAfter, translation: { title } }
  else if (answer.status < 300) {
    record.translation = { title }
    const { translations, version } = stableView(answer.body)
    record.known = { ...before, translations, version, ...timeOf(stableView(answer.body)) }
  }
}

export async function removeTranslationAction(client: CrashClient): Promise<void> {
  const record = pickOwned(
    client,
    ['events', 'venues', 'organizers'],
    (one) => isPresent(one) && one.translation !== undefined,
  )
  if (!record) return
  const { kind, id, known } = record
  const answer = await sendCounted(client, () => client.connection.send('DELETE', `/${kind}/${id}/translations/de`))
  const isAfter = (view: RecordView | 'gone') => view !== 'gone' && !('de' in (view.translations as object))
  if (!answer)
    record.unanswered = { what: `DELETE /${kind}/${id}/translations/de`, after: isAfter, translation: undefined }
  else if (answer.status < 300) {
    record.translation = undefined
    const { de: _removed, ...translations } = (known as RecordView).translations as Record<string, string>
    // The response does not contain the modification time.
    const version = ((known as RecordView).version as number) + 1
    record.known = { ...(known as RecordView), translations, version, modified: undefined, modified_utc: undefined }
  }
}

const timeOf = ({ modified, modified_utc }: RecordView) => (modified ? { modified, modified_utc } : {})

export async function createPlaceAction(client: CrashClient): Promise<void> {
  const kind = client.random.pick(['venues', 'organizers'] as const)
  const token = freshToken(client)
  const { sent, expected } = placeBody(kind, token)
  await createOwned(client, kind, token, sent, expected)
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

export async function changePlaceAction(client: CrashClient): Promise<void> {
  const place = pickOwned(client, ['venues', 'organizers'], isPresent)
  if (!place) return
  const { sent, expected } = placeBody(place.kind as 'venues', freshToken(client))
  await changeOwned(client, place, 'PATCH', sent, expected)
}

export async function createTermAction(client: CrashClient): Promise<void> {
  const kind = client.random.pick(['categories', 'tags'] as const)
  const token = freshToken(client)
  const parent =
    kind === 'categories' && client.random.chance(0.5) ? pickOwned(client, ['categories'], isPresent) : undefined
  if (parent) parent.isLinked = true
  const fields = { name: `Term ${token}`, description: `About ${token}` }
  const body = { ...fields, ...(parent && { parent: parent.id }) }
  await createOwned(client, kind, token, body, { name: fields.name, ...(parent && { parent: parent.id }) })
}

export async function changeTermAction(client: CrashClient): Promise<void> {
  const { random } = client
  const term = pickOwned(client, ['categories', 'tags'], isPresent)
  if (!term) return
  const name = `Term ${freshToken(client)}`
  const parent =
    term.kind === 'categories' && random.chance(0.5) ? pickOwned(client, ['categories'], isPresent) : undefined
  if (parent) parent.isLinked = true
  const moved = parent && parent !== term ? { parent: parent.id } : {}
  // Several clients compete for the same slug; late ones are rejected.
  const slug = random.chance(0.2) ? { slug: `wanted-${random.integer(1, 9)}` } : {}
  const sent = { name, ...moved, ...slug }
  await changeOwned(client, term, 'PATCH', sent, sent)
}

export async function removeTermAction(client: CrashClient): Promise<void> {
  const term = pickOwned(client, ['categories', 'tags'], (one) => isPresent(one) && !one.isLinked)
  if (term) await changeOwned(client, term, 'DELETE', undefined, 'gone')
}

/** Changes the site title; only one client does so, because all share the settings. */
export async function changeSettingsAction(client: CrashClient): Promise<void> {
  const { settings } = client
  if (!settings || settings.open) return
  const title = `Calendar ${freshToken(client)}`
  // At its next start, the server stores further dates of repeated events without end.
  const sent = { title, recurrence_months: client.random.integer(12, 60) }
  const answer = await sendCounted(client, () => client.connection.send('PATCH', '/settings', sent))
  if (!answer) settings.open = title
  else if (answer.status < 300) settings.title = title
}

export async function uploadPictureAction(client: CrashClient): Promise<void> {
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
  await createOwned(client, 'media', token, body, expected, `multipart/form-data; boundary=${boundary}`, bytes)
}

export async function changePictureAction(client: CrashClient): Promise<void> {
  const picture = pickOwned(client, ['media'], isPresent)
  if (!picture) return
  const sent = { title: `Picture ${freshToken(client)}`, alt: 'Another' }
  await changeOwned(client, picture, 'PATCH', sent, sent)
}

export async function removePictureAction(client: CrashClient): Promise<void> {
  const picture = pickOwned(client, ['media'], (one) => isPresent(one) && !one.isLinked)
  if (picture) await changeOwned(client, picture, 'DELETE', undefined, 'gone')
}
