import type { Page } from 'playwright-core'

/** Opens the navigation of an admin page with the keyboard, on phones, where a button hides it. */
export async function openMenu(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Menu' })
  if (!(await button.isVisible())) return
  await button.focus()
  await page.keyboard.press('Enter')
}
