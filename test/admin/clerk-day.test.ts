import { test } from 'node:test'
import type { ClerkOptions } from '../kit/admin/clerk-day/clerk.ts'
import { CLERK_LANGUAGES } from '../kit/admin/clerk-day/clerk.ts'
import { setClerkPassword, workForADay } from '../kit/admin/clerk-day/clerk-day.ts'
import { withPage } from '../kit/pages/browser.ts'
import { withListeningServer } from '../kit/server/with-server.ts'

// Pages look the same on both engines. The trial `clerk` tries every language with every width, with and without script.
const server = withListeningServer('sqlite', setClerkPassword, { languages: CLERK_LANGUAGES })

const CLERKS: readonly ClerkOptions[] = [
  { language: 'en', width: 375, colorScheme: 'dark', hasScript: true },
  { language: 'de', width: 1440, colorScheme: 'light', hasScript: false },
]

for (const options of CLERKS) {
  const { language, width, colorScheme, hasScript } = options
  const how = `${width} pixels wide, ${hasScript ? 'with' : 'without'} script, in ${language}`
  test(`a clerk's day by visible labels and with the keyboard, ${how}`, async (t) => {
    const how = { origin: server.origin, width, colorScheme, javaScriptEnabled: hasScript }
    await withPage(t, how, (page) => workForADay(server, page, options))
  })
}
