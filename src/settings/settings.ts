import { Problems } from '../core/errors.ts'
import { PER_PAGE_MAX } from '../core/page.ts'
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

/** A number or numeric text between two bounds, both allowed. */
function numberBetween(min: number, max: number, isStep: (number: number) => boolean = Number.isFinite) {
  return customField(
    Type.Union([Type.Number(), Type.String()]),
    (value) => isStep(numberIn(value)) && numberIn(value) >= min && numberIn(value) <= max,
    numberIn,
    { reason: 'reason.number', placeholders: { min, max } },
  )
}

const numberIn = (value: number | string) =>
  typeof value === 'number' || /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) : Number.NaN

const SCHEMA = Type.Object({
  title: requiredText({ maxLength: 200 }),
  timezone: customField(Type.String(), isTimeZone, (zone) => zone, { reason: 'reason.timezone' }),
  per_page: numberBetween(1, PER_PAGE_MAX, Number.isInteger),
  currency_symbol: optionalText(),
  currency_position: enumField(['prefix', 'postfix']),
  language_fallback: lenientBoolean(),
  geoloc_radius_km: numberBetween(0.1, 20_000), // half way around the earth
})

/** What the site decides for itself, kept in its database. */
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

/** The body of a change: any of the settings. */
export const settingsParameters = optionalParameterSet(SCHEMA)

/** What is not stored, or no longer fits, has its default. */
export async function readSettings(db: Reader): Promise<Settings> {
  const rows = await db.all<{ name: string; value: string }>(sql`SELECT name, value FROM setting`)
  // Stored as text, which the schema reads as it reads a form.
  const stored = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  return { ...DEFAULT_SETTINGS, ...settingsParameters.read(stored, new Problems()) }
}

/** @param changes as `settingsSchema` read them */
export async function writeSettings(tx: Transaction, changes: Partial<Settings>): Promise<void> {
  for (const [name, value] of Object.entries(changes)) {
    await tx.run(sql`INSERT INTO setting (name, value) VALUES (${name}, ${String(value)})
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`)
  }
}

/** Reads the settings again only when someone, this process or another, has changed the database. */
export const createSettingsCache = (db: Database): (() => Promise<Settings>) =>
  cacheUntilCommit(db.versionExceptEvents, () => readSettings(db))
