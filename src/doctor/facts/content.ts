import { KINDS } from '../../core/kinds.ts'

/** What a statement without values gives, whichever engine answers it. */
export type RunQuery = <Row>(text: string) => Promise<Row[]>

/** What both engines are asked alike; nothing is written, and nothing is brought up to date. */
export interface ContentFacts {
  applied: string[]
  languages: string[]
  administrators: number
  brokenPictures: number
  /** Of the event made last, UTC seconds. */
  newestChange: number | undefined
  /** Hashes of the application passwords of `admin`. */
  adminHashes: string[]
}

const TEXTS = KINDS.map((kind) => `SELECT language FROM ${kind}_text`)

/** @param isThere whether the database has tables of Almanac at all */
export async function collectContentFacts(ask: RunQuery, isThere: boolean): Promise<ContentFacts> {
  const nothing = { applied: [], languages: [], administrators: 0, brokenPictures: 0, adminHashes: [] }
  if (!isThere) return { ...nothing, newestChange: undefined }
  const applied = (await ask<{ name: string }>('SELECT name FROM migration ORDER BY name')).map(({ name }) => name)
  // A database in the middle of its first start, or of another version, may have only some of the tables.
  const orNone = <Row>(text: string): Promise<Row[]> => ask<Row>(text).catch(() => [])
  const languages = await orNone<{ language: string }>(`SELECT DISTINCT language FROM (${TEXTS.join(' UNION ')}) AS t`)
  const [roles] = await orNone<{ count: number }>(`SELECT count(*) AS count FROM account WHERE role = 'administrator'`)
  const [broken] = await orNone<{ count: number }>(
    'SELECT count(*) AS count FROM picture WHERE length(content) <> size_bytes',
  )
  const [newest] = await orNone<{ changed: number }>(
    'SELECT coalesce(modified_at, created_at) AS changed FROM event ORDER BY id DESC LIMIT 1',
  )
  const hashes = await orNone<{ hash: string }>(
    `SELECT hash FROM application_password p JOIN account a ON a.id = p.account_id WHERE a.login = 'admin'`,
  )
  return {
    applied,
    languages: languages.map(({ language }) => language).toSorted(),
    administrators: roles?.count ?? 0,
    brokenPictures: broken?.count ?? 0,
    newestChange: newest?.changed,
    adminHashes: hashes.map(({ hash }) => hash),
  }
}
