import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnyCollection } from '../../collections/collection.ts'
import {
  presentTranslations,
  putTranslation,
  removeTranslation,
  type TranslationBody,
  translationParameters,
} from '../../collections/records/translations.ts'
import type { WriteScope } from '../../collections/records/write.ts'
import type { presentLanguages, TranslatedRecord } from '../../collections/texts/languages.ts'
import { Problems } from '../../core/errors.ts'
import type { Language } from '../../core/language.ts'
import { writeFields } from '../request/body-parsers.ts'
import type { Services } from '../request/scope.ts'
import { sendJson } from '../response/json.ts'
import { allow, answerRecord, findNamed, keysOf, refuseUnreadable } from './record-lookup.ts'

const TEXT_METHODS = 'PUT, DELETE'

/** The texts of a record, language by language: `<item>/translations` and `<item>/translations/<language>`. */
export function registerTranslationRoutes(app: FastifyInstance, services: Services, collection: AnyCollection): void {
  const parameters = translationParameters(collection)
  const { titleField } = collection
  const findToRead = (request: FastifyRequest, reply: FastifyReply) => {
    const query = request.query as Record<string, unknown>
    return findNamed(services, collection, request, reply, query, new Problems(), { methods: 'GET' })
  }
  const findToWrite = (request: FastifyRequest, reply: FastifyReply, problems: Problems) => {
    const options = { isWrite: true, methods: TEXT_METHODS }
    return findNamed(services, collection, request, reply, writeFields(request), problems, options)
  }

  const answerAll = (reply: FastifyReply, scope: WriteScope, row: { id: number }) => {
    const { translations } = collection.present(scope, row) as ReturnType<typeof presentLanguages>
    const texts = presentTranslations(scope, titleField, row as TranslatedRecord, translations)
    return sendJson(reply, { translations: texts })
  }
  const onList = { onRequest: allow(() => 'GET') }
  const onOne = { onRequest: allow(({ caller }) => (collection.rights.canEdit(caller) ? TEXT_METHODS : '')) }
  for (const item of keysOf(collection)) {
    app.get(`${item}/translations`, onList, async (request, reply) => {
      const { scope, row } = await findToRead(request, reply)
      refuseUnreadable(scope, collection, row, request)
      return answerAll(reply, scope, row)
    })
    app.put(`${item}/translations/:language`, onOne, async (request, reply) => {
      const problems = new Problems()
      const { [titleField]: title, ...texts } = parameters.read(writeFields(request), problems) as Record<
        string,
        string
      >
      const { scope, row } = await findToWrite(request, reply, problems)
      const inLanguage = scopeIn(scope, request, problems)
      problems.throwIfAny()
      const body = texts as TranslationBody
      const changed = await putTranslation(collection, inLanguage, row as TranslatedRecord, title as string, body)
      return answerRecord(reply, collection, inLanguage, changed)
    })
    app.delete(`${item}/translations/:language`, onOne, async (request, reply) => {
      const problems = new Problems()
      const { scope, row } = await findToWrite(request, reply, problems)
      const inLanguage = scopeIn(scope, request, problems)
      problems.throwIfAny()
      return answerAll(reply, scope, await removeTranslation(collection, inLanguage, row as TranslatedRecord))
    })
  }
}

/** The scope of the language that the path names, which must be one of the site. */
function scopeIn(scope: WriteScope, request: FastifyRequest, problems: Problems): WriteScope {
  const { language } = request.params as { language: Language }
  if (!scope.languages.includes(language)) {
    problems.add('language', 'reason.language', { choices: scope.languages.join(', ') }, 'rest_not_in_enum')
    return scope
  }
  return { ...scope, language, asked: undefined, urls: scope.urls.inLanguage(language) }
}
