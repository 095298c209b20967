import type { Page } from 'playwright-core'

/** Opens the navigation of an admin page with the keyboard, on phones, where a button hides it. @param label of the button */
export async function openMenu(page: Page, label = 'Menu'): Promise<void> {
  const button = page.getByRole('button', { name: label, exact: true })
  if (!(await button.isVisible())) return
  await button.focus()
  await page.keyboard.press('Enter')
}
