import { CLERK_LANGUAGES, type ClerkOptions } from '../../test/kit/admin/clerk-day/clerk.ts'
import { setClerkPassword, workForADay } from '../../test/kit/admin/clerk-day/clerk-day.ts'
import { testEngine } from '../../test/kit/engines/engines.ts'
import { openPage } from '../../test/kit/pages/browser.ts'
import { startListening } from '../../test/kit/server/listening.ts'
import type { Trial } from '../trial.ts'

export const clerk: Trial = {
  name: 'clerk',
  promise:
    'A clerk does the work of a day on the admin pages by visible labels and with the keyboard alone: on phones and wide screens, with and without script, in every language.',
  async run({ engine, isSmoke, logStep }) {
    const kit = testEngine(engine)
    const server = await startListening(await kit.open(), { languages: CLERK_LANGUAGES })
    const violations: string[] = []
    const days = isSmoke ? clerks().slice(0, 1) : engine === 'sqlite' ? clerks() : oneClerkForEachLanguage()
    try {
      await setClerkPassword(server)
      for (const day of days) {
        const { language, width, colorScheme, hasScript } = day
        const how = `${language}, ${width} pixels wide, ${hasScript ? 'with' : 'without'} script`
        logStep(how)
        const options = { origin: server.origin, width, colorScheme, javaScriptEnabled: hasScript }
        await openPage(options, (page) => workForADay(server, page, day)).catch((error: Error) => {
          violations.push(`${how}: ${error.message}`)
        })
      }
    } finally {
      await server.close()
      await kit.close()
    }
    return { figures: { days: days.length }, violations }
  },
}

/** Every language on every width, with and without script. Colours differ so that axe sees those of both schemes. */
const clerks = (): ClerkOptions[] =>
  CLERK_LANGUAGES.flatMap((language) =>
    [true, false].flatMap((hasScript) => [
      { language, width: 375, colorScheme: 'light' as const, hasScript },
      { language, width: 1440, colorScheme: 'dark' as const, hasScript },
    ]),
  )

/**
 * Every language once, each in another way. Enough for the second engine, because pages do not depend on the engine.
 */
const oneClerkForEachLanguage = (): ClerkOptions[] =>
  clerks().filter((_, at) => at % WAYS === Math.floor(at / WAYS) % WAYS)

/** Number of ways in which a day is tried in each language. */
const WAYS = 4
