import type { FastifyRequest } from 'fastify'
import type { NextChanges } from '../../collections/records/next-public-change-cache.ts'
import type { WriteScope } from '../../collections/records/write-records.ts'
import type { Problems } from '../../core/errors.ts'
import { isLanguage, LANGUAGES, type Language } from '../../core/language.ts'
import { createUrlBuilder, type SiteOrigins } from '../../core/urls.ts'
import type { Database } from '../../db/database.ts'
import type { PictureFetcher } from '../../media/fetch-picture.ts'
import type { GuardOptions } from '../../media/request-public-address.ts'
import type { Settings } from '../../settings/site-settings.ts'
import { readExpectedRecordVersions } from './expected-versions.ts'
import type { RequestAddress } from './parse-request-url.ts'
import { isWriteRequest } from './read-and-write-methods.ts'

declare module 'fastify' {
  interface FastifyRequest {
    address: RequestAddress
    /**
     * The language of the response, also of errors. Until `createRequestScope` has read the language parameter, it is
     * the language of the URL prefix.
     */
    language: Language
    /** Origin of the links in the response, e.g. `https://host`. */
    origin: string
  }
}

/** The database, settings and other data and functions that route handlers use, created once per server. */
export interface Services {
  db: Database
  settings(): Promise<Settings>
  /** Publishes the records whose scheduled publication time has come, so that lists and totals include them. */
  publishDue(now: number): Promise<void>
  nextChanges: NextChanges
  /** The languages of the site, the default language first. */
  languages: readonly Language[]
  /** Returns the origins of links in the response to a request. @param origin of the request */
  siteOriginsOf(origin: string): SiteOrigins
  fetchPicture: PictureFetcher
  /** Decides to which addresses the server may send requests, such as public ones only. */
  fetchGuard: GuardOptions
  /** Whether mails are delivered; if not, no mail is put into the outbox. */
  canSendMail: boolean
  /** The requests with an idempotency key that are being handled: owner and key, separated by spaces. */
  runningKeys: Set<string>
  /** Returns the current time in seconds since 1970-01-01 UTC. */
  now(): number
}

/**
 * Creates the scope of a request: all values on which handling the request depends, such as user, language, time and
 * database. The language is the first of these that is present: language parameter, an alias of it, language prefix of
 * the URL, default language of the site.
 * @param sent the fields or parameters that may contain the language parameter
 * @param problems gets an error for an unknown language and, for a write, for a language that this site does not use
 */
export async function createRequestScope(
  { db, settings, publishDue, languages, siteOriginsOf, fetchPicture, now: clock }: Services,
  request: FastifyRequest,
  sent: Record<string, unknown>,
  problems: Problems,
): Promise<WriteScope> {
  const now = clock()
  const changesData = isWriteRequest(request)
  const { face, languageRoot } = request.address
  const fromRoot = request.address.language ?? (languages[0] as Language)
  const requested = parseLanguageParameter(request, sent, problems)
  if (changesData && requested && !languages.includes(requested.language)) {
    problems.add(requested.name, 'reason.language', { choices: languages.join(', ') }, 'rest_not_in_enum')
  }
  // The response to a read is in the language of the URL prefix if the site does not use the requested language.
  const language = requested && languages.includes(requested.language) ? requested.language : fromRoot
  request.language = requested?.language ?? fromRoot
  // A write returns no list, so it does not wait for the publication of records whose scheduled time has come.
  const [site] = await Promise.all([settings(), changesData || publishDue(now)])
  const urls = createUrlBuilder(siteOriginsOf(request.origin), languageRoot, face, languages, requested)
  return {
    db,
    caller: request.caller,
    language,
    languages,
    languageParameter: requested,
    face,
    urls,
    site,
    now,
    requestId: request.id,
    fetchPicture,
    leaveQueue: () => request.leaveQueue(),
    expectedVersions: request.routeOptions.config.isConditional
      ? readExpectedRecordVersions(request, sent, problems)
      : undefined,
  }
}

/**
 * Returns the language in the language parameter or an alias of it, with the name of that parameter; undefined if the
 * parameter is absent or invalid.
 */
export function parseLanguageParameter(
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
