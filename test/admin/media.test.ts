import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { assertRedirect, signIn } from '../kit/admin/client.ts'
import { inputsOf } from '../kit/admin/inputs.ts'
import { onSqlite } from '../kit/engines/engines.ts'
import { withServer } from '../kit/server/with-server.ts'

const EVENT = {
  title: 'Lantern walk',
  start_date_day: '2031-11-11',
  start_date_time: '17:00',
  end_date_day: '2031-11-11',
  end_date_time: '18:00',
}

const FILE = { name: 'Lanterns.png', bytes: Buffer.alloc(0) }

onSqlite('pictures on admin pages', (engine) => {
  const server = withServer(engine)
  before(async () => {
    FILE.bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#c04' } })
      .png()
      .toBuffer()
  })

  const read = async (path: string) => (await server.ask('GET', path, { as: 'administrator' })).body
  const idIn = (location: string | undefined) => Number(location?.split('/').pop())

  test('a picture is uploaded with an event, replaced by a stored one, and removed', async () => {
    const client = await signIn(server, 'author')
    const page = await client.get('/admin/events/new')
    match(page.html, /enctype="multipart\/form-data"/)
    const fields = { ...inputsOf(page.html), ...EVENT, file_alt: 'Children with lanterns', action: 'draft' }
    const answer = await client.upload('/admin/events/new', fields, FILE)
    equal(answer.status, 303, answer.html.slice(0, 3000))
    const path = answer.location as string
    const { image } = await read(`/events/${idIn(path)}`)
    const { alt, title } = await read(`/media/${image.id}`)
    deepEqual([image.width, alt, title], [400, 'Children with lanterns', 'Lanterns'])
    // The picture of a draft is on no public address, but in the form.
    equal((await server.ask('GET', `host:${new URL(image.url).pathname}`)).status, 404)
    const form = inputsOf((await client.get(path)).html)
    equal(form.image, String(image.id))
    const thumbnail = await client.get(`/admin/media/${image.id}/file?size=thumbnail`)
    deepEqual([thumbnail.status, thumbnail.headers['content-type']], [200, 'image/png'])
    const again = { 'if-none-match': String(thumbnail.headers.etag) }
    equal((await client.get(`/admin/media/${image.id}/file?size=thumbnail`, again)).status, 304)

    const added = await client.upload('/admin/media', {}, FILE)
    const other = idIn(added.location)
    assertRedirect(await client.post(path, { ...form, image_number: String(other) }), path)
    equal((await read(`/events/${idIn(path)}`)).image.id, other)
    assertRedirect(await client.post(path, { ...inputsOf((await client.get(path)).html), image: '' }), path)
    equal((await read(`/events/${idIn(path)}`)).image, false)
  })

  test('a file that is no picture or too large is named, and nothing typed is lost', async () => {
    const client = await signIn(server, 'author')
    for (const wrong of [
      { name: 'notes.txt', bytes: Buffer.from('no picture') },
      { name: 'huge.png', bytes: Buffer.alloc(50 * 1024 * 1024, 7) },
    ]) {
      const fields = { ...EVENT, title: 'Typed & sent', image: '', action: 'publish' }
      const { status, html } = await client.upload('/admin/events/new', fields, wrong)
      equal(status, 400, wrong.name)
      match(html, /href="#field-image">Picture must be a picture \(JPEG/)
      match(html, /value="Typed &#38; sent"/)
    }
    equal((await read('/events?search=typed&status=publish,draft')).total ?? 0, 0)
  })

  test('a picture is not lost when another field is refused, and nobody else sees it', async () => {
    const client = await signIn(server, 'author')
    const answer = await client.upload('/admin/events/new', { ...EVENT, title: '', action: 'publish' }, FILE)
    equal(answer.status, 400)
    const { image = '' } = inputsOf(answer.html)
    match(image, /^\d+$/)
    equal((await server.ask('GET', `/media/${image}`)).status, 404)
    const second = await client.post('/admin/events/new', { ...inputsOf(answer.html), ...EVENT, action: 'publish' })
    equal((await read(`/events/${idIn(second.location)}`)).image.id, Number(image))
  })

  test('pictures are listed, described, found by use, and deleted when nothing uses them', async () => {
    const client = await signIn(server, 'author')
    const added = await client.upload('/admin/media', { file_alt: 'A red wall' }, { ...FILE, name: 'Wall.png' })
    const id = idIn(added.location)
    const path = `/admin/media/${id}`
    assertRedirect(added, path)
    const list = await client.get('/admin/media?search=wall&use=unused')
    match(list.html, new RegExp(`href="${path}"`))
    const texts = { title: 'Red wall', alt: 'A wall, painted red', caption: '' }
    assertRedirect(await client.post(path, texts), path)
    const { title, alt } = await read(`/media/${id}`)
    deepEqual({ title, alt, caption: '' }, texts)
    const refused = await client.post(path, { ...texts, title: '' })
    deepEqual([refused.status, /href="#field-title"/.test(refused.html)], [400, true])

    const { url } = await read(`/media/${id}`)
    const { body: venue } = await server.ask('POST', '/venues', {
      as: 'author',
      body: { venue: 'Painted hall', description: `<p><img src="${url}" alt=""></p>` },
    })
    match((await client.get(path)).html, new RegExp(`href="/admin/venues/${venue.id}">Painted hall`))
    ok(!(await client.get('/admin/media?search=wall&use=unused')).html.includes(`href="${path}"`))
    const kept = await client.post(`${path}/delete`)
    deepEqual([kept.status, (await read(`/media/${id}`)).id], [409, id])
    await server.ask('DELETE', `/venues/${venue.id}?force=true`, { as: 'administrator' })
    assertRedirect(await client.post(`${path}/delete`), '/admin/media')
    equal((await server.ask('GET', `/media/${id}`, { as: 'administrator' })).status, 404)
  })

  test('credit, focus and descriptions in other languages are on public pages', async () => {
    const client = await signIn(server, 'author')
    const halves = await sharp({ create: { width: 400, height: 100, channels: 3, background: '#f00' } })
      .composite([
        { input: { create: { width: 100, height: 100, channels: 3, background: '#00f' } }, left: 300, top: 0 },
      ])
      .png()
      .toBuffer()
    const path = (await client.upload('/admin/media', { file_alt: 'A lantern' }, { name: 'Half.png', bytes: halves }))
      .location as string
    const form = inputsOf((await client.get(path)).html)
    const texts = { ...form, credit: 'Photo: Mina & Co', focus: 'right', 'alt_texts[de]': 'Eine Laterne' }
    assertRedirect(await client.post(path, texts), path)
    const picture = await read(`/media/${idIn(path)}`)
    deepEqual([picture.credit, picture.focus, picture.alt_texts], ['Photo: Mina & Co', 'right', { de: 'Eine Laterne' }])
    const saved = inputsOf((await client.get(path)).html)
    const refused = await client.post(path, { ...saved, focus: 'nowhere', 'alt_texts[de]': 'Neu' })
    deepEqual([refused.status, inputsOf(refused.html)['alt_texts[de]']], [400, 'Neu'])

    const when = { start_date: '2031-01-01 10:00', end_date: '2031-01-01 11:00', image: String(idIn(path)) }
    const { body: event } = await server.ask('POST', '/events', { as: 'author', body: { title: 'Parade', ...when } })
    const page = async (root: string) => (await client.get(`${root}/event/${event.slug}/`)).html
    match(
      await page(''),
      /class="poster[^"]* focus-right".* alt="A lantern".*<div class="credit">\s*<p[^>]*>Photo: Mina &#38; Co/s,
    )
    match(await page('/de'), /alt="Eine Laterne"/)
    const { url } = event.image.sizes.thumbnail
    match(url, /-100x100-right\.png$|-150x100-right\.png$/)
    const pixelOf = async (address: string) => {
      const { bytes } = await client.get(new URL(address).pathname)
      return [
        ...(await sharp(bytes).extract({ left: 140, top: 50, width: 1, height: 1 }).removeAlpha().raw().toBuffer()),
      ]
    }
    deepEqual(await pixelOf(url), [0, 0, 255])
    deepEqual(await pixelOf(url.replace('-right', '')), [255, 0, 0])
  })

  test('a file is replaced, and its old addresses lead to the new one', async () => {
    const client = await signIn(server, 'author')
    const path = (await client.upload('/admin/media', {}, FILE)).location as string
    const before = await read(`/media/${idIn(path)}`)
    const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#04c' } })
      .webp()
      .toBuffer()
    const wrong = await client.upload(`${path}/replace`, {}, { name: 'a.png', bytes: Buffer.from('no picture') })
    deepEqual([wrong.status, (await read(`/media/${idIn(path)}`)).version], [400, before.version])
    equal((await (await signIn(server, 'other')).upload(`${path}/replace`, {}, FILE)).status, 403)
    assertRedirect(await client.upload(`${path}/replace`, {}, { name: 'New.webp', bytes }), path)
    const after = await read(`/media/${idIn(path)}`)
    deepEqual([after.width, after.mime_type, after.title], [900, 'image/webp', before.title])
    equal((await client.get(new URL(after.url).pathname)).bytes.length, bytes.length)
    for (const [old, now] of [
      [before.url, after.url],
      [before.sizes.medium.url, after.sizes.medium.url],
    ]) {
      const { status, location } = await client.get(new URL(old).pathname)
      deepEqual([status, location], [302, new URL(now).pathname])
    }
    const again = await client.upload(`${path}/replace`, {}, FILE)
    assertRedirect(again, path)
    const last = await read(`/media/${idIn(path)}`)
    for (const { url } of [before, after]) {
      equal((await client.get(new URL(url).pathname)).location, new URL(last.url).pathname)
    }
  })

  test('roles: contributors choose pictures and add none, and nobody sees or changes what is not theirs', async () => {
    const author = await signIn(server, 'author')
    const hidden = await author.upload('/admin/venues/new', { venue: 'Draft hall', action: 'draft' }, FILE)
    const { image } = await read(`/venues/${idIn(hidden.location)}`)
    const contributor = await signIn(server, 'contributor')
    const page = await contributor.get('/admin/events/new')
    ok(page.html.includes('name="image"') && !page.html.includes('name="file"'))
    equal((await contributor.get(`/admin/media/${image.id}/file`)).status, 404)
    equal((await contributor.get('/admin/media')).status, 403)
    const sent = await contributor.upload('/admin/events/new', { ...EVENT, image: '', action: 'draft' }, FILE)
    equal((await read(`/events/${idIn(sent.location)}`)).image, false)
    const editors = await (await signIn(server, 'editor')).upload('/admin/media', {}, FILE)
    equal((await author.post(editors.location as string, { title: 'Mine now' })).status, 403)
    equal((await author.post(`${editors.location}/delete`)).status, 403)
    const use = { ...EVENT, image_number: String(image.id), image: '', action: 'draft' }
    equal((await contributor.post('/admin/events/new', use)).status, 400)
  })
})
