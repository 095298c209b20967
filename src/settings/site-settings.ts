import { isCurrencyCode } from '../core/cost/currency-codes.ts'
import { Problems } from '../core/errors.ts'
import { PER_PAGE_MAX } from '../core/list-page.ts'
import { isPictureHostList, normalizePictureHosts } from '../core/picture-hosts.ts'
import {
  enumField,
  fieldWithCheckAndConversion,
  lenientBooleanField,
  optionalTextField,
  requiredTextField,
  type StaticDecode,
  Type,
} from '../core/schema/field-types.ts'
import { numberInRangeField } from '../core/schema/number-fields.ts'
import { createOptionalParameterSet } from '../core/schema/parameter-set.ts'
import { isTimeZone } from '../core/time/instant.ts'
import { cacheResultUntilCommit } from '../db/cache/cache-result-until-commit.ts'
import { type Database, type Reader, sql, type Transaction } from '../db/database.ts'
import { APPEARANCE_FIELDS, DEFAULT_APPEARANCE } from './appearance-fields.ts'

const SCHEMA = Type.Object({
  title: requiredTextField({ maxLength: 200 }),
  timezone: fieldWithCheckAndConversion(Type.String(), isTimeZone, (zone) => zone, { reason: 'reason.timezone' }),
  per_page: numberInRangeField(1, PER_PAGE_MAX, Number.isInteger),
  currency_symbol: optionalTextField(),
  currency_position: enumField(['prefix', 'postfix']),
  currency_code: fieldWithCheckAndConversion(
    Type.String(),
    (code) => code === '' || isCurrencyCode(code),
    (code) => code.toUpperCase(),
    { reason: 'reason.currency' },
  ),
  picture_hosts: fieldWithCheckAndConversion(Type.String(), isPictureHostList, normalizePictureHosts, {
    reason: 'reason.picture_hosts',
  }),
  picture_credits: lenientBooleanField(),
  language_fallback: lenientBooleanField(),
  list_cancelled: lenientBooleanField(),
  long_event_days: numberInRangeField(1, 3660, Number.isInteger),
  geoloc_radius_km: numberInRangeField(0.1, 20_000), // the largest possible distance on earth
  recurrence_months: numberInRangeField(12, 120, Number.isInteger),
  ...APPEARANCE_FIELDS,
  submissions: enumField(['off', 'accounts', 'anyone']),
  submission_days: numberInRangeField(1, 3650, Number.isInteger),
})

/**
 * The settings of the site, which administrators can change and which are stored in the database. The configuration of
 * the server process is in config/.
 */
export type Settings = StaticDecode<typeof SCHEMA>

export const DEFAULT_SETTINGS: Readonly<Settings> = {
  title: 'Almanac',
  timezone: 'UTC',
  per_page: 4,
  currency_symbol: '$',
  currency_position: 'prefix',
  currency_code: '',
  picture_hosts: '',
  picture_credits: true,
  language_fallback: true,
  list_cancelled: true,
  long_event_days: 7,
  geoloc_radius_km: 25,
  recurrence_months: 36,
  ...DEFAULT_APPEARANCE,
  submissions: 'off',
  submission_days: 90,
}

export const SETTING_NAMES = Object.keys(DEFAULT_SETTINGS) as (keyof Settings)[]

/** The parameters of a request that changes settings; all are optional. */
export const settingsParameters = createOptionalParameterSet(SCHEMA)

/**
 * Reads the settings from the database. A setting that is not stored, or whose stored value is no longer valid, gets
 * its default value.
 */
export async function readSiteSettings(db: Reader): Promise<Settings> {
  const rows = await db.all<{ name: string; value: string }>(sql`SELECT name, value FROM setting`)
  // All settings are stored as text, so their values are validated and converted like request parameters.
  const stored = Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  return { ...DEFAULT_SETTINGS, ...settingsParameters.read(stored, new Problems()) }
}

/**
 * Stores changed settings. Settings that are not in `changes` do not change.
 * @param changes already validated by `settingsParameters`
 */
export async function writeSiteSettings(tx: Transaction, changes: Partial<Settings>): Promise<void> {
  for (const [name, value] of Object.entries(changes)) {
    await tx.run(sql`INSERT INTO setting (name, value) VALUES (${name}, ${String(value)})
      ON CONFLICT (name) DO UPDATE SET value = excluded.value`)
  }
}

/**
 * Creates a function that returns the settings of the site from a cache. The cache is invalidated when any process
 * writes to a database table other than the event tables (see db/cache/tables-written-by-statement.ts).
 */
export const createSiteSettingsCache = (db: Database): (() => Promise<Settings>) =>
  cacheResultUntilCommit(db.versionExceptEvents, () => readSiteSettings(db))
