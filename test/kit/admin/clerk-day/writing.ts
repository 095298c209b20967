import { equal } from 'node:assert/strict'
import { LANGUAGE_NAMES } from '../../../../src/pages/words/language-names.ts'
import { check, chooseFile, chooseOption, tabTo, typeDate, typeInto } from '../keyboard.ts'
import { type Clerk, createPictureFile, navigate, press, searchTable, waitForNotice } from './clerk.ts'

/** Fills in the form of a new event. @param place name of a place, which may be new */
async function fillEvent(clerk: Clerk, title: string, place: string): Promise<void> {
  const { page, words } = clerk
  const { fields, form } = words
  await navigate(clerk, words.start.title)
  await press(page, 'link', words.collections.events.new)
  await typeInto(page, page.getByLabel(fields.title, { exact: true }), title)
  await typeDate(page, page.getByLabel(fields.start_date, { exact: true }), '06/20/2030')
  await typeDate(page, page.getByLabel(`${fields.start_date}: ${form.time}`), '07:30PM')
  await typeDate(page, page.getByLabel(fields.end_date, { exact: true }), '06/20/2030')
  await typeDate(page, page.getByLabel(`${fields.end_date}: ${form.time}`), '09:00PM')
  await typeInto(page, page.getByRole('combobox', { name: fields.venue, exact: true }), place)
}

/** Publishes the form and waits for the message. */
async function publish({ page, words }: Clerk): Promise<void> {
  await press(page, 'button', words.actions.publish)
  await waitForNotice(page, words.notices.saved)
}

async function save({ page, words }: Clerk): Promise<void> {
  await press(page, 'button', words.actions.save)
  await waitForNotice(page, words.notices.saved)
}

/** Publishes two events, each with a place that is new; the first with a picture. */
export async function writeEvents(clerk: Clerk): Promise<void> {
  const { page, words, name, look } = clerk
  await fillEvent(clerk, `Concert ${name}`, `Town hall ${name}`)
  await chooseFile(page, page.getByLabel(words.media.upload), await createPictureFile('Stage.png', '#c04'))
  await typeInto(page, page.getByLabel(words.media.alt), `An empty stage ${name}`)
  await publish(clerk)
  await page.getByRole('radio', { name: `An empty stage ${name}` }).waitFor()
  await look('form')
  await fillEvent(clerk, `Reading ${name}`, `Townhall ${name}`)
  await publish(clerk)
}

/** Changes the title, undoes that at once, and then takes the undo back in the history. */
export async function changeAndUndo(clerk: Clerk): Promise<void> {
  const { page, words, name, look } = clerk
  const title = page.getByLabel(words.fields.title, { exact: true })
  await typeInto(page, title, `Reading ${name} at night`)
  await save(clerk)
  await press(page, 'button', words.frame.undo)
  await waitForNotice(page, words.notices.undone)
  equal(await page.getByRole('heading', { level: 1 }).innerText(), `Reading ${name}`)
  await press(page, 'link', words.history.title)
  await look('history')
  await press(page, 'link', words.history.show)
  await look('change')
  await check(page, page.getByLabel(words.fields.title, { exact: true }))
  await press(page, 'button', words.history.chosen)
  await waitForNotice(page, words.notices.versionRestored)
  equal(await page.getByRole('heading', { level: 1 }).innerText(), `Reading ${name} at night`)
}

/** Adds a text in a second language. */
export async function translate({ page, words, language, name, look }: Clerk): Promise<void> {
  const other = LANGUAGE_NAMES[language === 'de' ? 'en' : 'de']
  await press(page, 'link', other)
  await look('texts')
  await typeInto(page, page.getByLabel(`${words.fields.title} (${other})`), `Lesung ${name}`)
  await press(page, 'button', words.texts.save)
  await waitForNotice(page, words.notices.translated)
}

/** Publishes a weekly event, gives one of its dates another title and cancels another one. */
export async function repeat(clerk: Clerk): Promise<void> {
  const { page, words, name, look } = clerk
  const choir = `Choir ${name}`
  await fillEvent(clerk, choir, `Town hall ${name}`)
  await chooseOption(page, page.getByLabel(words.fields.recurrence, { exact: true }), words.repetitions.weekly)
  await typeDate(page, page.getByLabel(words.form.until), '07/11/2030')
  await publish(clerk)
  await openDate(clerk, choir, 1)
  await look('form of a date')
  await typeInto(page, page.getByLabel(words.fields.title, { exact: true }), `${choir} with guests`)
  await save(clerk)
  await openDate(clerk, choir, 2)
  await tabTo(page, page.locator('summary', { hasText: words.sections.status }))
  await page.keyboard.press('Enter')
  await chooseOption(page, page.getByLabel(words.fields.event_status, { exact: true }), words.choices.cancelled)
  await save(clerk)
  await navigate(clerk, words.collections.events.title)
  await searchTable(clerk, choir)
  await look('dates')
  equal(await page.getByRole('link', { name: `${choir} with guests`, exact: true }).count(), 1)
  equal(await page.getByRole('row').filter({ hasText: words.choices.cancelled }).count(), 1)
}

/** Opens the form of one of the dates of an event, from the table of events. */
async function openDate(clerk: Clerk, title: string, index: number): Promise<void> {
  await navigate(clerk, clerk.words.collections.events.title)
  await searchTable(clerk, title)
  await press(clerk.page, 'link', new RegExp(`^${title}`), index)
}
