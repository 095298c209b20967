import type { Locator, Page } from 'playwright-core'

/** More than the stops of the longest form. */
const STOPS_MAX = 200

/** Moves the focus to a control with the Tab key alone, backwards if the control is before the present focus. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor()
  const element = await control.elementHandle()
  if (!element) throw new Error(`${control} is not on the page`)
  const key = (await element.evaluate(isBeforeFocus)) ? 'Shift+Tab' : 'Tab'
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    if (await element.evaluate(hasFocus)) return
    await page.keyboard.press(key)
  }
  throw new Error(`the Tab key does not reach ${control}`)
}

const hasFocus = (element: Element) => element === document.activeElement

const isBeforeFocus = (element: Element) =>
  document.activeElement !== null &&
  document.activeElement !== document.body &&
  (element.compareDocumentPosition(document.activeElement) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

/** Replaces the text of a field. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

/** Types a date or time into a native field: `06/20/2030`, `07:30PM`, or both with a space between them. */
export async function typeDate(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  const [first = '', ...others] = text.split(' ')
  await page.keyboard.type(first)
  for (const other of others) {
    // Years may have more than four digits, so the time does not follow by itself.
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type(other)
  }
}

/** Checks a checkbox. */
export async function check(page: Page, box: Locator): Promise<void> {
  await tabTo(page, box)
  await page.keyboard.press('Space')
}

/** Chooses an option of a list, with the arrow keys: letters with accents cannot be typed there. */
export async function chooseOption(page: Page, list: Locator, option: string): Promise<void> {
  await tabTo(page, list)
  await page.keyboard.press('Home')
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    if ((await list.locator('option:checked').innerText()) === option) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`${list} has no option ${option}`)
}

/** Chooses a file. The dialogue that a key opens belongs to the system, so it is left out. */
export async function chooseFile(
  page: Page,
  field: Locator,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await tabTo(page, field)
  await field.setInputFiles(file)
}

/** Presses a button or follows a link. */
export async function pressControl(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control)
  await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
}
