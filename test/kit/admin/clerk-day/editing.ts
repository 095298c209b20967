import { equal } from 'node:assert/strict'
import { languageRoot } from '../../../../src/core/urls.ts'
import { formatDate } from '../../../../src/pages/page-dates.ts'
import { check, chooseFile, chooseOption, typeDate, typeInto } from '../keyboard.ts'
import { CLERK_LANGUAGES, type Clerk, createPictureFile, navigate, press, searchTable, waitForNotice } from './clerk.ts'

/** Merges the place with the misspelled name into the other one. */
export async function mergePlaces(clerk: Clerk): Promise<void> {
  const { page, words, name, look } = clerk
  await navigate(clerk, words.collections.venues.title)
  await searchTable(clerk, `Townhall ${name}`)
  await press(page, 'link', `Townhall ${name}`)
  await press(page, 'link', words.merge.title)
  await typeInto(page, page.getByLabel(words.merge.search, { exact: true }), `Town hall ${name}`)
  await press(page, 'button', words.list.show)
  await look('merge')
  await press(page, 'link', new RegExp(`^${words.merge.compare}`))
  await look('comparison')
  await press(page, 'button', words.merge.submit)
  await waitForNotice(page, words.notices.merged)
}

/** Moves two events by a week, after a look at what would change. */
export async function moveEvents(clerk: Clerk): Promise<void> {
  const { page, words, name, look } = clerk
  await navigate(clerk, words.collections.events.title)
  await searchTable(clerk, name)
  await look('table')
  for (const title of ['Concert', 'Reading']) {
    await check(page, page.getByLabel(`${words.bulk.choose}: ${title} ${name}`))
  }
  await press(page, 'button', words.bulk.change)
  await look('bulk')
  await typeInto(page, page.getByLabel(words.bulk.move_days), '7')
  await press(page, 'button', words.bulk.preview)
  await look('preview')
  await press(page, 'button', words.bulk.apply)
  await waitForNotice(page, words.notices.bulkSaved)
}

/** Throws an event away, nearly deletes it for good, and restores it. */
export async function throwAwayAndRestore(clerk: Clerk): Promise<void> {
  const { page, words, name, look } = clerk
  const concert = `Concert ${name}`
  await searchTable(clerk, concert)
  await press(page, 'link', concert)
  await press(page, 'button', words.form.trash)
  await navigate(clerk, words.trash.title)
  await look('trash')
  await check(page, page.getByLabel(`${words.trash.choose}: ${concert}`))
  await press(page, 'button', words.trash.delete)
  await look('deletion')
  await press(page, 'link', words.trash.keep)
  await check(page, page.getByLabel(`${words.trash.choose}: ${concert}`))
  await press(page, 'button', words.trash.restore)
  await waitForNotice(page, words.notices.manyRestored)
  await navigate(clerk, words.start.title)
  await page.getByRole('link', { name: concert }).waitFor()
  await look('start')
}

/** Opens the calendar for submissions, hands in an event as a visitor does, and publishes it. */
export async function reviewSubmission(clerk: Clerk): Promise<void> {
  const { server, page, words, language, name, look } = clerk
  await navigate(clerk, words.settings.title)
  await chooseOption(page, page.getByLabel(words.settings.labels.submissions), words.settings.anyone)
  await press(page, 'button', words.settings.save)
  await page.goto(`${languageRoot(language, CLERK_LANGUAGES)}/submit/`)
  await look('form of a submission')
  await typeInto(page, page.getByLabel(words.fields.title, { exact: true }), `Flea market ${name}`)
  await typeDate(page, page.getByLabel(words.fields.start_date), '06/30/2030 10:00AM')
  await typeDate(page, page.getByLabel(words.fields.end_date), '06/30/2030 04:00PM')
  await typeInto(page, page.getByLabel(words.submit.name), 'Aino')
  await typeInto(page, page.getByLabel(words.submit.email), 'aino@choir.example')
  await check(page, page.getByLabel(words.submit.consent))
  // Longer than the hour for which the number of submissions of one sender is limited.
  server.clock.now += 4000
  await press(page, 'button', words.submit.submit)
  await navigate(clerk, words.submissions.title)
  await look('submissions')
  await press(page, 'link', `Flea market ${name}`)
  await look('submission')
  await press(page, 'button', words.submissions.publish)
  await waitForNotice(page, words.notices.submissionDecided)
}

/** Changes colour, logo and a link of the calendar, and looks at a public page. */
export async function changeAppearance(clerk: Clerk): Promise<void> {
  const { page, words, language, name, look } = clerk
  const { labels } = words.appearance
  await navigate(clerk, words.settings.title)
  await press(page, 'link', words.appearance.title)
  await look('appearance')
  await typeInto(page, page.getByLabel(labels.accent_color, { exact: true }), '#1f5f8b')
  await typeInto(page, page.getByLabel(labels.footer_links), `${language} | Imprint ${name} | /imprint`)
  await press(page, 'button', words.appearance.save)
  await waitForNotice(page, words.notices.settingsSaved)
  await chooseFile(page, page.getByLabel(words.appearance.logoFile), await createPictureFile('Logo.png', '#04c'))
  await press(page, 'button', words.appearance.upload)
  await waitForNotice(page, words.notices.settingsSaved)
  await navigate(clerk, words.collections.events.title)
  await searchTable(clerk, `Reading ${name}`)
  await press(page, 'link', new RegExp(`^Reading ${name}`))
  await press(page, 'link', words.form.view)
  await page.getByRole('link', { name: `Imprint ${name}` }).waitFor()
  await page.locator('img.logo').waitFor()
  await look('public page')
  const date = formatDate(language, 'date', '2030-06-27 19:30:00')
  equal(await page.getByText(date).first().isVisible(), true)
}
