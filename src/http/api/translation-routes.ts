import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnyCollection } from '../../collections/collection.ts'
import {
  presentTranslations,
  putTranslation,
  removeTranslation,
  type TranslationBody,
  translationParameters,
} from '../../collections/records/record-translations.ts'
import type { WriteScope } from '../../collections/records/write-records.ts'
import type { presentLanguagesOfRecord, TranslatedRecord } from '../../collections/texts/record-languages.ts'
import type { Problems } from '../../core/errors.ts'
import { valueForFace } from '../../core/faces.ts'
import { isTermKind } from '../../core/kinds.ts'
import type { Language } from '../../core/language.ts'
import type { Services } from '../request/create-request-scope.ts'
import { setEntityTagOfRecordVersion } from '../response/entity-tag.ts'
import { sendPreparedResponse } from '../response/prepared-response.ts'
import { sendJson } from '../response/send-json.ts'
import type { DocumentedRoute } from '../routes/route.ts'
import {
  errorCodesOfReadingRecord,
  errorCodesOfTrashedRecord,
  errorCodesOfUnknownRecord,
} from './error-codes-of-record-routes.ts'
import { buildResponseWithWrittenRecord, findReadableRecord, findRecordToWrite } from './find-and-send-record.ts'
import {
  capitalizeFirstLetter,
  operationIdSuffixOfKey,
  type RecordKey,
  rightToEditRecord,
  routePathOfRecord,
} from './paths-and-rights-of-record-routes.ts'

/**
 * The routes for translations of a record: all of them at `<record>/translations`, one at
 * `<record>/translations/<language>`.
 */
export function translationRoutes(services: Services, collection: AnyCollection, key: RecordKey): DocumentedRoute[] {
  const { name, kind, titleField } = collection
  const parameters = translationParameters(collection)
  const common = { group: name, resource: 'texts' }
  const path = `${routePathOfRecord(collection, key)}/translations`
  const write = {
    ...common,
    path: `${path}/{language}`,
    right: rightToEditRecord(collection, key),
    isConditional: true,
  }
  const sendTranslations = (reply: FastifyReply, scope: WriteScope, row: TranslatedRecord) => {
    setEntityTagOfRecordVersion(reply, row)
    const { translations } = collection.present(scope, row) as ReturnType<typeof presentLanguagesOfRecord>
    const texts = presentTranslations(scope, titleField, row, translations)
    return sendJson(reply, { translations: texts })
  }
  const read: DocumentedRoute = {
    ...common,
    path,
    methods: ['GET'],
    right: 'anyone',
    id: `read${capitalizeFirstLetter(kind)}Texts${operationIdSuffixOfKey(key)}`,
    verb: 'readTexts',
    responseSchema: 'Translations',
    failures: (face) => errorCodesOfReadingRecord(kind, key, face),
    async handle(request, reply, everyMethod) {
      const sent = request.query as Record<string, unknown>
      const { scope, row } = await findReadableRecord(services, collection, { request, reply, everyMethod, sent })
      return sendTranslations(reply, scope, row)
    },
  }
  const replace: DocumentedRoute = {
    ...write,
    methods: ['PUT'],
    id: `replace${capitalizeFirstLetter(kind)}Texts${operationIdSuffixOfKey(key)}`,
    verb: 'replaceTexts',
    parameters,
    responseSchema: capitalizeFirstLetter(kind),
    failures: (face) => [
      ...errorCodesOfUnknownRecord(kind, face),
      ...errorCodesOfTrashedRecord(kind),
      'rest_missing_callback_param',
      ...(isTermKind(kind) ? (['term_exists'] as const) : []),
    ],
    async handle(request, reply, everyMethod) {
      const { read } = valueForFace(parameters, request.address.face)
      const at = { request, reply, everyMethod }
      const { scope, row, values, problems } = await findRecordToWrite(services, collection, at, read)
      const { [titleField]: title, ...texts } = values as Record<string, string>
      const inLanguage = scopeIn(scope, request, problems)
      problems.throwIfAny()
      const body = texts as TranslationBody
      const changed = await putTranslation(collection, inLanguage, row, title as string, body)
      return sendPreparedResponse(reply, buildResponseWithWrittenRecord(collection, inLanguage, changed))
    },
  }
  const remove: DocumentedRoute = {
    ...write,
    methods: ['DELETE'],
    id: `remove${capitalizeFirstLetter(kind)}Texts${operationIdSuffixOfKey(key)}`,
    verb: 'removeTexts',
    responseSchema: 'Translations',
    failures: (face) => [
      ...errorCodesOfUnknownRecord(kind, face),
      ...errorCodesOfTrashedRecord(kind),
      'original-translation',
      'translation-not-found',
    ],
    async handle(request, reply, everyMethod) {
      const at = { request, reply, everyMethod }
      const { scope, row, problems } = await findRecordToWrite(services, collection, at, () => undefined)
      const inLanguage = scopeIn(scope, request, problems)
      problems.throwIfAny()
      return sendTranslations(reply, scope, await removeTranslation(collection, inLanguage, row))
    },
  }
  return [read, replace, remove]
}

/** Copies the scope of the request for the language in the path, which must be a language of the site. */
function scopeIn(scope: WriteScope, request: FastifyRequest, problems: Problems): WriteScope {
  const { language } = request.params as { language: Language }
  if (!scope.languages.includes(language)) {
    problems.add('language', 'reason.language', { choices: scope.languages.join(', ') }, 'rest_not_in_enum')
    return scope
  }
  return { ...scope, language, languageParameter: undefined, urls: scope.urls.inLanguage(language) }
}
