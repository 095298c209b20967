import type { SignedInContext } from '../../../admin/admin-context.ts'
import type { FormProblem, FormState } from '../../../admin/forms/admin-form.ts'
import type { FormTexts } from '../../../admin/records/input-texts-of-record.ts'
import { inputTextsOfRefusedForm } from '../../../admin/records/request-body-of-form.ts'
import {
  type FormAction,
  type RecordForm,
  recordFormPage,
  type ShownRecord,
} from '../../../admin/views/record-form-page.ts'
import type { AnyCollection } from '../../../collections/collection.ts'
import { isOutdatedTranslation, type TranslatedRecord } from '../../../collections/texts/record-languages.ts'
import { hasRight } from '../../../core/caller.ts'
import { isLinkedKind, isPostKind } from '../../../core/kinds.ts'
import type { Language } from '../../../core/language.ts'
import type { SentParameters } from '../../../core/schema/sent-parameters.ts'
import { computeNextDatesOfEventInForm } from './next-dates-of-event-form.ts'
import { loadRecordsOfferedByForm } from './records-offered-by-form.ts'

// biome-ignore lint/suspicious/noExplicitAny: rows of any collection, which only that collection reads
export type Row = any

/** The collection of a form, and the record; undefined for a new one. */
export interface FormRecord {
  collection: AnyCollection
  row: Row | undefined
}

/** The page with the form of a record, filled with the stored values. */
export const renderFormWithStoredRecord = (context: SignedInContext, record: FormRecord, texts: FormTexts) =>
  formPage(context, record, { state: { texts, problems: [] }, isUnsaved: false })

/** The page with the form of a record, filled with the values that the user typed, which have not been stored. */
export function renderFormWithRefusedRecordValues(
  context: SignedInContext,
  record: FormRecord,
  sent: SentParameters,
  problems: FormState['problems'],
  conflicts?: RecordForm['conflicts'],
) {
  const texts = inputTextsOfRefusedForm(record.collection.kind, sent)
  const isEvent = record.collection.kind === 'event'
  const nextDates = isEvent ? computeNextDatesOfEventInForm(context, sent, record.row) : undefined
  // Without dates there is a message instead, which the input has already.
  const hasMessageTwice = problems.length > 0 && nextDates?.dates.length === 0
  return formPage(context, record, {
    state: { texts, problems: problems.map((problem) => atUsedInput(problem, texts)) },
    isUnsaved: true,
    conflicts,
    nextDates: hasMessageTwice ? undefined : nextDates,
  })
}

/** The API names the field `recurrence`, which is an input only for typed rules. */
const atUsedInput = (problem: FormProblem, { recurrence_every: every }: FormTexts): FormProblem =>
  problem.name === 'recurrence' && every !== 'lines' ? { ...problem, name: 'recurrence_every' } : problem

async function formPage(
  context: SignedInContext,
  { collection, row }: FormRecord,
  {
    nextDates,
    ...form
  }: Pick<RecordForm, 'state' | 'isUnsaved' | 'conflicts'> & Pick<RecordForm['choices'], 'nextDates'>,
) {
  return recordFormPage(context, {
    ...form,
    kind: collection.kind,
    collection: collection.name,
    choices: {
      ...(await loadRecordsOfferedByForm(context.scope, collection, form.state.texts)),
      nextDates,
      eventId: row?.id,
      repeatedEvent: repeatedEventOf(context, collection, row),
    },
    actions: actionsFor(context, collection, row),
    record: row && shownRecord(context, collection, row),
  })
}

/** The repeated event of a date; undefined for all other records. */
function repeatedEventOf({ scope }: SignedInContext, collection: AnyCollection, row: Row | undefined) {
  if (typeof row?.repeat_id !== 'number') return undefined
  const { recurrence_text: rules = '' } = collection.present(scope, row) as { recurrence_text?: string }
  return { id: row.repeat_id, rules }
}

/**
 * The buttons that a user sees for saving a record. The first one does not change the status of a stored record, and
 * makes a new one a draft: the Enter key in a field and Ctrl+S press this button, and must not publish anything.
 */
function actionsFor({ scope }: SignedInContext, { kind }: AnyCollection, row: Row | undefined): FormAction[] {
  // The status of a date is that of the repeated event, to whose form the form of the date leads.
  if (!isPostKind(kind) || (typeof row?.repeat_id === 'number' && row.status !== 'trash')) return ['save']
  const canPublish = hasRight(scope.caller, 'posts:publish')
  if (row === undefined || row.status === 'draft')
    return canPublish ? ['draft', 'publish', 'private'] : ['draft', 'pending']
  if (row.status === 'pending') return canPublish ? ['save', 'publish', 'draft'] : ['save', 'draft']
  return row.status === 'trash' ? [] : ['save', 'draft']
}

/**
 * The state of a translation: missing or outdated; undefined for the original language and for texts that are up to
 * date.
 */
function languageState(row: Row, language: Language): ShownRecord['languages'][number][] {
  if (language === row.original_language) return []
  const text = (row as TranslatedRecord).texts.find((one) => one.language === language)
  const state = text === undefined ? 'missing' : isOutdatedTranslation(row, text) ? 'outdated' : undefined
  return [{ language, state }]
}

function shownRecord({ scope }: SignedInContext, collection: AnyCollection, row: Row): ShownRecord {
  const shown = collection.present(scope, row) as { status?: string; url: string }
  return {
    id: row.id,
    title: row.text.title,
    version: row.version,
    status: shown.status,
    url: shown.url,
    isDate: typeof row.repeat_id === 'number',
    canRemove: true,
    languages: scope.languages.flatMap((language) => languageState(row, language)),
    canMerge: isLinkedKind(collection.kind) && row.status !== 'trash' && hasRight(scope.caller, 'posts:edit-others'),
  }
}

/**
 * The page with the form of a record, which shows the values that the user typed beside those that somebody else has
 * stored meanwhile.
 * @param names fields that the user changed
 */
export function renderRecordFormWithConflicts(
  context: SignedInContext,
  record: FormRecord,
  sent: SentParameters,
  { shown, names }: { shown: FormTexts; names: readonly string[] },
) {
  const typed = inputTextsOfRefusedForm(record.collection.kind, sent)
  const conflicts = names.map((name) => ({
    label: context.words.fields[name as keyof typeof context.words.fields],
    theirs: joinedTexts(name, shown),
    mine: joinedTexts(name, typed),
  }))
  return renderFormWithRefusedRecordValues(context, record, sent, [], conflicts)
}

/** Joins the texts of all inputs of a field, to compare them. */
const joinedTexts = (name: string, texts: FormTexts): string =>
  Object.entries(texts)
    .filter(([input]) => input === name || (/^[[_]/.test(input.slice(name.length)) && input.startsWith(name)))
    .filter(([input]) => !/(\[was\]|\[id\]|_was)$/.test(input))
    .map(([, text]) => text)
    .filter((text) => text !== '')
    .join(' · ')
