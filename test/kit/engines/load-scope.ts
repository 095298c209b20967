import type { Scope } from '../../../src/collections/scope.ts'
import { NATIVE } from '../../../src/core/faces.ts'
import type { Language } from '../../../src/core/language.ts'
import { createUrlBuilder } from '../../../src/core/urls.ts'
import type { Database } from '../../../src/db/database.ts'
import { DEFAULT_SETTINGS } from '../../../src/settings/site-settings.ts'
import { TEST_NOW } from '../server/server.ts'

const LANGUAGES: Language[] = ['en', 'de', 'fr', 'es', 'fi']

/** The scope of a bulk load from the command line; the author is the first account. */
export const loadScope = (db: Database): Scope<Database> => ({
  db,
  caller: { id: 1, login: 'admin', role: 'administrator' },
  language: 'en',
  languages: LANGUAGES,
  face: NATIVE,
  urls: createUrlBuilder({ main: 'https://calendar.example' }, '', NATIVE, LANGUAGES),
  site: DEFAULT_SETTINGS,
  now: TEST_NOW,
})
