import { deepEqual, equal, match } from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { textToStoredHtml } from '../../src/core/text/html.ts'
import { startTestSession } from '../kit/admin/client.ts'
import { inputsOf } from '../kit/admin/inputs.ts'
import { violationsOf, withPage } from '../kit/pages/browser.ts'
import { withListeningServer } from '../kit/server/with-server.ts'
import imported from './imported-descriptions.json' with { type: 'json' }

// Texts are stored in the same way on both engines.
const server = withListeningServer('sqlite')

/** Opens a page as an editor who is signed in. */
const withEditor = (t: TestContext, work: (page: Page) => Promise<void>, width = 1200) =>
  withPage(t, { origin: server.origin, width }, async (page, context) => {
    const value = await startTestSession(server, 'editor')
    await context.addCookies([{ name: 'almanac', value, url: server.origin }])
    await work(page)
  })

const createEvent = async (fields: { title: string; description: string }) => {
  const dates = { start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' }
  return (await server.send('POST', '/events', { as: 'editor', body: { ...dates, ...fields } })).body
}

const seeded = { seed: Number(process.env.TEST_SEED ?? 20310615) }

/** Descriptions as people and other programs write them, with all elements and attributes that may be stored. */
function descriptions(count: number): string[] {
  const words = fc.constantFrom(
    'Doors',
    'open at',
    '7 pm,',
    'café & bar',
    'a < b',
    '“quoted”',
    'Größe',
    'two\nlines',
    '東京',
  )
  const text = fc
    .array(words, { minLength: 1, maxLength: 4 })
    .map((all) => all.join(' ').replaceAll('&', '&amp;').replaceAll('<', '&lt;'))
  const { inlines } = fc.letrec<{ inlines: string; mark: string }>((tie) => ({
    inlines: fc
      .array(fc.oneof({ depthSize: 'small' }, text, tie('mark'), fc.constant('<br>')), { minLength: 1, maxLength: 4 })
      .map((all) => all.map((one, index) => (index % 2 === 0 ? one : ` ${one} `)).join('x')),
    mark: fc
      .tuple(
        fc.constantFrom(
          ...[
            'b',
            'strong',
            'i',
            'em',
            'u',
            's',
            'sub',
            'sup',
            'small',
            'code',
            'kbd',
            'mark',
            'q',
            'cite',
            'del',
            'ins',
            'samp',
            'var',
          ],
          ...[
            'a href="https://x.example/?a=1&amp;b=2" title="Say &quot;hi&quot;"',
            'a href="mailto:a@b.example"',
            'abbr title="For example"',
          ],
          ...['span class="note" lang="fr"', 'time datetime="2031-05-01"', 'span dir="rtl"'],
        ),
        tie('inlines'),
      )
      .map(([tag, content]) => `<${tag}>y${content}z</${tag.split(' ')[0]}>`),
  }))
  const picture = fc.constant('<img src="https://x.example/a.png" alt="" width="3" height="4" loading="lazy">')
  const inTags = (tags: string[], content: fc.Arbitrary<string>) =>
    fc.tuple(fc.constantFrom(...tags), content).map(([tag, inner]) => `<${tag}>${inner}</${tag.split(' ')[0]}>`)
  const cells = (tag: string) =>
    fc.array(inTags([tag, `${tag} colspan="2" class="c"`, `${tag} scope="row"`], inlines), {
      minLength: 1,
      maxLength: 3,
    })
  const rows = (tag: string) =>
    fc
      .array(
        cells(tag).map((all) => `<tr>${all.join('')}</tr>`),
        { minLength: 1, maxLength: 3 },
      )
      .map((all) => all.join(''))
  const table = fc
    .tuple(inTags(['caption'], inlines), rows('th'), rows('td'))
    .chain(([caption, head, body]) =>
      fc.constantFrom(
        `<table class="t">${caption}<thead>${head}</thead><tbody>${body}</tbody><tfoot>${head}</tfoot></table>`,
        `<table>${head}${body}</table>`,
        `<table>${caption}<colgroup><col span="2"><col></colgroup><tbody>${body}</tbody></table>`,
      ),
    )
  const items = fc
    .array(inTags(['li', 'li value="3"'], inlines), { minLength: 1, maxLength: 4 })
    .map((all) => all.join(''))
  const nested = fc.tuple(inlines, items).map(([item, inner]) => `<ul><li>${item}<ol>${inner}</ol></li></ul>`)
  const block = fc.oneof(
    inTags(['p', 'p class="lead"', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p dir="ltr"'], inlines),
    inTags(['ul', 'ol', 'ol start="5" reversed', 'ul class="plain"'], items),
    nested,
    inTags(['blockquote', 'div', 'section', 'article'], inlines),
    fc.tuple(inlines, inlines).map(([one, two]) => `<blockquote><p>${one}</p><p>${two}</p></blockquote>`),
    fc.tuple(inlines, inlines).map(([term, meaning]) => `<dl><dt>${term}</dt><dd>${meaning}</dd></dl>`),
    fc
      .tuple(picture, inlines)
      .map(([image, caption]) => `<figure>${image}<figcaption>${caption}</figcaption></figure>`),
    fc
      .tuple(inlines, inlines)
      .map(([summary, more]) => `<details open><summary>${summary}</summary><p>${more}</p></details>`),
    table,
    picture,
    fc.constantFrom('<hr>', '<pre>one\n\n  two</pre>', 'Plain text\n\nwith an empty line'),
  )
  const description = fc.array(block, { minLength: 1, maxLength: 6 }).map((all) => textToStoredHtml(all.join('\n\n')))
  return fc.sample(description, { numRuns: count, ...seeded })
}

test('2,000 descriptions with all allowed markup, and imported ones, are opened and saved byte for byte', async (t) => {
  const texts = [...descriptions(2000), ...imported.map(textToStoredHtml)]
  await withEditor(t, async (page) => {
    await page.goto('/admin/events/new')
    const path = (await page.getByLabel('Description', { exact: true }).getAttribute('data-editor')) ?? ''
    const saved = (await page.evaluate(`(async () => {
      const { parseEditorDocument, formatEditorDocument } = await import(${JSON.stringify(path.replace('editor.js', 'convert-html-and-editor-document.js'))})
      return ${JSON.stringify(texts)}.map((text) => {
        const doc = parseEditorDocument(text)
        return doc && formatEditorDocument(doc)
      })
    })()`)) as (string | undefined)[]
    const asSource = texts.filter((_, index) => saved[index] === undefined)
    deepEqual(asSource.slice(0, 3), [], `${asSource.length} texts can only be edited as HTML`)
    for (const [index, text] of texts.entries()) equal(textToStoredHtml(saved[index] ?? ''), text)
  })
})

const BUTTONS = { name: 'Save', exact: true } as const

test('descriptions stay the same when their events are opened and saved without script', async () => {
  const token = await startTestSession(server, 'editor')
  const headers = { cookie: `almanac=${token}`, accept: 'text/html', origin: server.origin }
  const odd = [
    '<pre>\n\none\n  two</pre>',
    '<p>a</p>\n\n<p>&amp;lt;b&amp;gt; &quot;q&quot;</p>',
    'Two\nlines\n\nand a paragraph',
  ]
  for (const description of [...imported, ...odd, ...descriptions(60)]) {
    const { id, description: stored } = await createEvent({ title: 'Kept', description })
    const page = await server.send('GET', `host:/admin/events/${id}`, { headers })
    // Browsers send the lines of a text with CR and LF.
    const inputs = Object.entries(inputsOf(page.bytes.toString()))
    const body = new URLSearchParams(inputs.map(([name, text]) => [name, text.replaceAll('\n', '\r\n')]))
    body.set('title', 'Kept too')
    body.set('action', 'save')
    const { status } = await server.send('POST', `host:/admin/events/${id}`, {
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
    const saved = (await server.send('GET', `/events/${id}`, { as: 'editor' })).body
    deepEqual([status, saved.title, saved.description], [200, 'Kept too', stored])
  }
})

test('a text is written with the toolbar and the keyboard, and an unchanged one stays as it is', async (t) => {
  const stored = '<p>Old <i><b>text</b></i> with<br />\na line</p>\n<ul>\n<li>one</li>\n</ul>'
  const event = await createEvent({ title: 'Reading', description: stored })
  await withEditor(
    t,
    async (page) => {
      await page.goto(`/admin/events/${event.id}`)
      const text = page.getByRole('textbox', { name: 'Description', exact: true })
      await page.locator('[name=description]').scrollIntoViewIfNeeded()
      await text.filter({ hasText: 'Old text' }).waitFor()
      deepEqual(await violationsOf(page), [])
      equal(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'), 0)
      await page.getByLabel('Title').fill('Reading aloud')
      await page.getByRole('button', BUTTONS).click()
      await page.getByText('Saved.').waitFor()
      const { body: same } = await server.send('GET', `/events/${event.id}`, { as: 'administrator' })
      deepEqual([same.title, same.description], ['Reading aloud', stored])

      await page.locator('[name=description]').scrollIntoViewIfNeeded()
      await text.filter({ hasText: 'Old text' }).click()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('Programme')
      await page.keyboard.press('Alt+F10')
      await page.keyboard.press('Enter')
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Bold' }).click()
      await page.keyboard.type('Free')
      await page.getByRole('button', { name: 'Bold' }).click()
      await page.keyboard.type(' entry')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Bulleted list' }).click()
      await page.keyboard.type('first')
      await page.keyboard.press('Enter')
      await page.keyboard.type('second')
      await page.getByRole('button', BUTTONS).click()
      await page.getByText('Saved.').waitFor()
      const { body } = await server.send('GET', `/events/${event.id}`, { as: 'administrator' })
      equal(
        body.description,
        '<h2>Programme</h2>\n<p><strong>Free</strong> entry</p>\n<ul>\n<li>first</li>\n<li>second</li>\n</ul>',
      )
    },
    375,
  )
})

test('what is typed while the editor loads stays in its order, and the editor opens afterwards', async (t) => {
  await withEditor(t, async (page) => {
    const { promise: typed, resolve: finishTyping } = Promise.withResolvers<void>()
    await page.route('**/editor.js', async (route) => {
      await typed
      await route.continue()
    })
    await page.goto('/admin/events/new')
    const textarea = page.locator('textarea[name=description]')
    await textarea.focus()
    await page.keyboard.type('The orchestra ')
    finishTyping()
    await page.evaluate('import(document.activeElement.dataset.editor).then(() => undefined)')
    await page.keyboard.type('of the harbour')
    await page.keyboard.press('Tab')
    const text = page.getByRole('textbox', { name: 'Description', exact: true })
    await page.locator('.editor-text').first().waitFor()
    deepEqual([await textarea.inputValue(), await text.innerText()], Array(2).fill('The orchestra of the harbour'))
  })
})

test('links, pictures and tables are inserted, and a text that the editor would change is shown as HTML', async (t) => {
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c04' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('alt', 'A red wall')
  form.append('file', new File([new Uint8Array(bytes)], 'Wall.png'))
  await server.send('POST', '/media', { as: 'editor', body: form })
  const odd = '<p><b>one</b><b>two</b></p>'
  const event = await createEvent({ title: 'Odd', description: odd })
  await withEditor(t, async (page) => {
    await page.goto(`/admin/events/${event.id}`)
    await page.locator('[name=description]').scrollIntoViewIfNeeded()
    await page.getByText('The editor would change this text').waitFor()
    equal(await page.locator('textarea[name=description]').inputValue(), odd)

    await page.goto('/admin/venues/new')
    await page.getByLabel('Place', { exact: true }).fill('Hall')
    await page.getByLabel('Description', { exact: true }).click()
    const text = page.getByRole('textbox', { name: 'Description', exact: true }).and(page.locator('.editor-text'))
    await text.waitFor()
    await page.keyboard.type('See ')
    await page.getByRole('button', { name: 'Link' }).click()
    await page.getByLabel('Address (empty').fill('hall.example')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Insert a picture' }).click()
    await page.getByRole('button', { name: 'Wall' }).click()
    await page.getByRole('button', { name: 'Insert a table' }).click()
    await page.keyboard.type('Time')
    await page.getByRole('button', { name: 'HTML' }).click()
    const source = await page.locator('textarea[name=description]').inputValue()
    match(source, /See <a href="https:\/\/hall\.example">https:\/\/hall\.example<\/a>/)
    match(source, /<img src="[^"]+\/media\/\d+-wall\.png" alt="A red wall" width="40" height="30" \/>/)
    match(source, /<table><tr><th>Time<\/th><th>B<\/th><\/tr><tr><td><\/td><td><\/td><\/tr><\/table>/)
  })
})

test('a translation has the editor, and its dialogue uploads a picture', async (t) => {
  const event = await createEvent({ title: 'Exhibition', description: '<p>Old</p>' })
  const png = sharp({ create: { width: 60, height: 30, channels: 3, background: '#0a5' } }).png()
  const buffer = await png.toBuffer()
  await withEditor(t, async (page) => {
    await page.goto(`/admin/events/${event.id}/texts/de`)
    await page.getByLabel('Title (Deutsch)').fill('Ausstellung')
    await page.getByLabel('Description (Deutsch)', { exact: true }).click()
    await page.locator('.editor-text').first().waitFor()
    await page.keyboard.type('Neu ')
    await page.getByRole('button', { name: 'Insert a picture' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Insert a picture' })
    const file = dialog.getByLabel('Upload a picture')
    await file.setInputFiles({ name: 'Notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await dialog.getByRole('button', { name: 'Upload and insert' }).click()
    await dialog.getByText('must be a picture').waitFor()
    deepEqual(await violationsOf(page), [])
    await file.setInputFiles({ name: 'Green.png', mimeType: 'image/png', buffer })
    await dialog.getByLabel('Description for people').fill('A green wall')
    await dialog.getByRole('button', { name: 'Upload and insert' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The text has been saved.').waitFor()
    const { body } = await server.send('GET', `/events/${event.id}?translation_language=de`, { as: 'administrator' })
    match(body.description, /^<p>Neu <img src="[^"]+-green\.png" alt="A green wall" width="60" height="30" \/><\/p>$/)
    const src = new URL(/src="([^"]+)"/.exec(body.description)?.[1] as string)
    equal((await fetch(new URL(src.pathname, server.origin))).status, 200)
  })
})
