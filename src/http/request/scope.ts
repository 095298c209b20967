import type { FastifyRequest } from 'fastify'
import type { NextChanges } from '../../collections/records/next-changes.ts'
import type { WriteScope } from '../../collections/records/write.ts'
import type { Problems } from '../../core/errors.ts'
import { isLanguage, LANGUAGES, type Language } from '../../core/language.ts'
import { createUrls } from '../../core/urls.ts'
import type { Database } from '../../db/database.ts'
import type { PictureFetcher } from '../../media/fetch.ts'
import type { Settings } from '../../settings/settings.ts'
import type { RequestAddress } from './address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    address: RequestAddress
    /** The language answers and errors speak; set as soon as it is known. */
    language: Language
    /** Origin for links: `https://host`. */
    origin: string
  }
}

/** What every route works with. */
export interface Services {
  db: Database
  settings(): Promise<Settings>
  /** Lists and totals hold at this moment once it resolves. */
  publishDue(now: number): Promise<void>
  nextChanges: NextChanges
  /** The site's languages, its default first. */
  languages: readonly Language[]
  fetchPicture: PictureFetcher
  /** Seconds since 1970-01-01 UTC. */
  now(): number
}

/**
 * The scope of one request. Its language is the first of: the parameter, its alias, the root, the site's default.
 * @param sent     where the language parameter may stand
 * @param problems learns of a language that is none, or that this site does not write
 */
export async function createScope(
  { db, settings, publishDue, languages, fetchPicture, now: clock }: Services,
  request: FastifyRequest,
  sent: Record<string, unknown>,
  problems: Problems,
  { isWrite = false } = {},
): Promise<WriteScope> {
  const now = clock()
  const { face, languageRoot } = request.address
  const fromRoot = request.address.language ?? (languages[0] as Language)
  const asked = requestedLanguage(request, sent, problems)
  if (isWrite && asked && !languages.includes(asked.language)) {
    problems.add(asked.name, 'reason.language', { choices: languages.join(', ') }, 'rest_not_in_enum')
  }
  // One of the contract that this site does not use reads as if none had been asked for.
  const language = asked && languages.includes(asked.language) ? asked.language : fromRoot
  request.language = asked?.language ?? fromRoot
  // Writes list nothing.
  const [site] = await Promise.all([settings(), isWrite || publishDue(now)])
  const urls = createUrls(request.origin, languageRoot, face, languages, asked)
  return {
    db,
    caller: request.caller,
    language,
    languages,
    asked,
    face,
    urls,
    site,
    now,
    requestId: request.id,
    fetchPicture,
  }
}

/** The language a parameter names, if one does. */
export function requestedLanguage(
  { address: { face } }: FastifyRequest,
  sent: Record<string, unknown>,
  problems: Problems,
) {
  for (const name of [face.languageParameter, ...face.languageAliases]) {
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined
    if (value === undefined) continue
    if (isLanguage(value)) return { name, language: value }
    problems.add(name, 'reason.language', { choices: LANGUAGES.join(', ') }, 'rest_not_in_enum')
    return undefined
  }
  return undefined
}
