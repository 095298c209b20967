import { adminPath, type SignedInContext } from '../../../admin/admin-context.ts'
import { createUnsentFormState, type FormState } from '../../../admin/forms/admin-form.ts'
import { type TextsPage, translationPage } from '../../../admin/views/records/translations-page.ts'
import type { AnyCollection } from '../../../collections/collection.ts'
import type { EventQuery } from '../../../collections/events/event-parameters.ts'
import { listEvents } from '../../../collections/events/event-store.ts'
import {
  putTranslation,
  removeTranslation,
  type TranslationBody,
  translationParameters,
} from '../../../collections/records/record-translations.ts'
import type { WriteScope } from '../../../collections/records/write-records.ts'
import { listReadableRevisions } from '../../../collections/revisions/read-versions.ts'
import { translatedFieldNamesOfKind } from '../../../collections/revisions/restore-texts.ts'
import type { Scope } from '../../../collections/scope.ts'
import { isOutdatedTranslation, type TranslatedRecord } from '../../../collections/texts/record-languages.ts'
import type { RecordText } from '../../../collections/texts/record-texts.ts'
import { CalendarError, Problems } from '../../../core/errors.ts'
import type { Language } from '../../../core/language.ts'
import { PER_PAGE_MAX } from '../../../core/list-page.ts'
import type { SentParameters } from '../../../core/schema/sent-parameters.ts'
import type { AdminHandler } from '../admin-handler.ts'
import { messagesOfRefusedWrite } from './messages-of-refused-write.ts'
import { findEditableRecord } from './record-form-handlers.ts'
import { convertRecordTableFilterToApiListQuery } from './record-list-page.ts'

/** A record with its text in a language other than the original one, which the page shows and changes. */
interface Translated {
  row: TranslatedRecord & { hasNoSlug?: boolean }
  /** Scope of the request, in the language of the text. */
  scope: WriteScope
  language: Language
  text: RecordText | undefined
}

/** The page for the text of a record in another language, beside the original. */
export const translationPageHandler = (collection: AnyCollection): AdminHandler => ({
  async show({ context, request }) {
    const found = await findText(context, collection, request.params)
    return show(context, collection, found, createUnsentFormState(textsOf(collection, found.text)))
  },
  async submit({ context, request, sent }) {
    const found = await findText(context, collection, request.params)
    const { row, scope, language, text } = found
    const typed = createUnsentFormState(typedTexts(collection, sent))
    if (Number(sent.version) !== row.version) return show(context, collection, found, typed, textsOf(collection, text))
    const problems = new Problems()
    try {
      await save(collection, { ...scope, expectedVersions: [row.version] }, row, typed.texts, problems)
    } catch (error) {
      const messages = messagesOfRefusedWrite(context, problems, error)
      if (messages === undefined) throw error
      return show(context, collection, found, { ...typed, problems: messages })
    }
    const next = sent.action === 'next' ? await findNext(context, collection, row.id, language) : row.id
    return next === undefined
      ? { redirect: adminPath(context, `/${collection.name}`), notice: 'allTranslated' }
      : {
          redirect: adminPath(context, `/${collection.name}/${next}/texts/${language}`),
          notice: 'translated',
          canUndo: true,
        }
  },
})

/** Removes the text of a record in a language other than the original one. */
export const removeTranslationHandler = (collection: AnyCollection): AdminHandler => ({
  async submit({ context, request }) {
    const { row, scope } = await findText(context, collection, request.params)
    await removeTranslation(collection, scope, row)
    const redirect = adminPath(context, `/${collection.name}/${row.id}`)
    return { redirect, notice: 'translationRemoved', canUndo: true }
  },
})

async function findText(context: SignedInContext, collection: AnyCollection, params: unknown): Promise<Translated> {
  const { row, scope } = await findEditableRecord(context, collection, params)
  const { language: wanted } = params as { language: string }
  const language = scope.languages.find((one) => one === wanted)
  if (language === undefined || language === row.original_language) throw new CalendarError('rest_no_route')
  const inLanguage = { ...scope, language, languageParameter: undefined, urls: scope.urls.inLanguage(language) }
  const text = (row as TranslatedRecord).texts.find((one) => one.language === language)
  return { row, scope: inLanguage, language, text }
}

/** The names of the fields of a text, as in the API, with the columns that store them. */
const fieldsOf = ({ kind, titleField }: AnyCollection, { hasNoSlug }: Translated['row']) =>
  translatedFieldNamesOfKind(kind)
    .filter((name) => name !== 'slug' || !hasNoSlug)
    .map((name) => ({ name, column: (name === titleField ? 'title' : name) as keyof RecordText }))

const textsOf = (collection: AnyCollection, text: RecordText | undefined): Record<string, string> =>
  Object.fromEntries(
    fieldsOf(collection, {} as Translated['row']).map(({ name, column }) => [name, String(text?.[column] ?? '')]),
  )

const typedTexts = (collection: AnyCollection, sent: SentParameters): Record<string, string> =>
  Object.fromEntries(
    translatedFieldNamesOfKind(collection.kind).flatMap((name) =>
      typeof sent[name] === 'string' ? [[name, sent[name]]] : [],
    ),
  )

/**
 * Writes the text. If the user left the slug empty, a stored slug does not change, and a new text gets one made from
 * its title.
 */
async function save(
  collection: AnyCollection,
  scope: WriteScope,
  row: TranslatedRecord,
  { slug = '', ...texts }: Readonly<Record<string, string>>,
  problems: Problems,
): Promise<void> {
  const body = slug.trim() === '' ? texts : { ...texts, slug }
  const values = translationParameters(collection).native.read(body, problems) as Record<string, string>
  problems.throwIfAny()
  const { [collection.titleField]: title, ...others } = values
  await putTranslation(collection, scope, row, title as string, others as TranslationBody)
}

async function show(
  context: SignedInContext,
  collection: AnyCollection,
  found: Translated,
  state: FormState,
  theirs?: TextsPage['theirs'],
) {
  const { row, language, text } = found
  const original = row.texts.find((one) => one.language === row.original_language)
  const earlier =
    text && isOutdatedTranslation(row, text) ? await originalAt(context.scope, collection, row, text) : undefined
  const value = (one: RecordText | undefined, column: keyof RecordText) => String(one?.[column] ?? '')
  const page: TextsPage = {
    collection: collection.name,
    id: row.id,
    version: row.version,
    language,
    originalLanguage: row.original_language,
    fields: fieldsOf(collection, row).map(({ name, column }) => {
      const [was, is] = [value(earlier, column), value(original, column)]
      return { name, original: is, before: earlier && was !== is ? was : undefined }
    }),
    exists: text !== undefined,
    hasNext: collection.kind === 'event',
    theirs,
  }
  return translationPage(context, page, state)
}

/** The original text as it was when a translation was written; undefined if its revision is gone. */
async function originalAt(
  scope: Scope,
  collection: AnyCollection,
  row: TranslatedRecord,
  { modified_at }: RecordText,
): Promise<RecordText | undefined> {
  const later = (await listReadableRevisions(collection, scope, row.id)).filter(({ at }) => at >= modified_at)
  const before = later.at(-1)?.snapshot.row as { texts?: RecordText[] } | undefined
  return before?.texts?.find(({ language }) => language === row.original_language)
}

/** The first upcoming event, other than the given one, that the user may edit and that has no text in a language. */
async function findNext(
  { scope }: SignedInContext,
  collection: AnyCollection,
  id: number,
  language: Language,
): Promise<number | undefined> {
  const filter = { search: '', status: '', when: 'upcoming', language, page: 1 } as const
  const problems = new Problems()
  const query = collection.parameters.native.list.read(
    convertRecordTableFilterToApiListQuery(scope, 'event', filter),
    problems,
  ) as EventQuery
  const { rows } = await listEvents(scope, { ...query, per_page: PER_PAGE_MAX }, problems, {
    untranslatedIn: language,
    showsHidden: true,
    exceptIds: [id],
  })
  return rows.find((row) => collection.rights.canEdit(scope.caller, row))?.id
}
