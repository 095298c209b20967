import { Problems } from '../core/errors.ts'
import { PER_PAGE_MAX } from '../core/page.ts'
import { numberInRange } from '../core/schema/number-fields.ts'
import { optionalParameterSet } from '../core/schema/parameters.ts'
import {
  customField,
  enumField,
  lenientBoolean,
  optionalText,
  requiredText,
  type StaticDecode,
  Type,
} from '../core/schema/schema.ts'
import { isTimeZone } from '../core/time/instant.ts'
import { cacheUntilCommit } from '../db/cache/cache-until-commit.ts'
import { type Database, type Reader, sql, type Transaction } from '../db/database.ts'

const SCHEMA = Type.Object({
  title: requiredText({ maxLength: 200 }),
  timezone: customField(Type.String(), isTimeZone, (zone) => zone, { reason: 'reason.timezone' }),
  per_page: numberInRange(1, PER_PAGE_MAX, Number.isInteger),
  currency_symbol: optionalText(),
  currency_position: enumField(['prefix', 'postfix']),
  language_fallback: lenientBoolean(),
  geoloc_radius_km: numberInRange(0.1, 20_000), // the largest possible distance on earth
})

/** The settings of the site, which are stored in its database. Those of the process are in config/. */
export type Settings = StaticDecode<typeof SCHEMA>

export const DEFAULT_SETTINGS: Readonly<Settings> = {
  title: 'Almanac',
  timezone: 'UTC',
  per_page: 4,
  currency_symbol: '$',
  currency_position: 'prefix',
  language_fallback: true,
  geoloc_radius_km: 25,
}

export const SETTING_NAMES = Object.keys(DEFAULT_SETTINGS) as (keyof Settings)[]

/** The body of a settings update; all settings are optional. */
export const settingsParameters = optionalParameterSet(SCHEMA)

/** The stored settings. A setting that is not stored, or whose stored value is no longer valid, has its default. */
export async function readSettings(db: Reader): Promise<Settings> {
  const rows = await db.all<{ name: string; value: string }>(sql`SELECT name, value FROM setting`)
  // Values are stored as text, which the schema reads like the fields of a form.
  const stored = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  return { ...DEFAULT_SETTINGS, ...settingsParameters.read(stored, new Problems()) }
}

/** Stores settings. @param changes validated by `settingsParameters` */
export async function writeSettings(tx: Transaction, changes: Partial<Settings>): Promise<void> {
  for (const [name, value] of Object.entries(changes)) {
    await tx.run(sql`INSERT INTO setting (name, value) VALUES (${name}, ${String(value)})
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`)
  }
}

/** A function that returns the settings of the site. They are cached until any process changes a table other than those of events. */
export const createSettingsCache = (db: Database): (() => Promise<Settings>) =>
  cacheUntilCommit(db.versionExceptEvents, () => readSettings(db))
