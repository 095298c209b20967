import { events } from '../collections/events/index.ts'
import type { Scope } from '../collections/scope.ts'
import { ANONYMOUS } from '../core/caller.ts'
import { Problems } from '../core/errors.ts'
import { instantToLocal } from '../core/time/instant.ts'
import { isDuplicateSubmission } from './submission-limits.ts'
import { hashToFindDuplicateSubmissions, type SubmittedFields } from './submission-store.ts'

/** The fields of an event that a submission can contain. All other sent fields are ignored. */
export const SUBMITTED_FIELDS = [
  'title',
  'start_date',
  'end_date',
  'all_day',
  'venue',
  'organizer',
  'description',
  'categories',
  'cost',
  'website',
  'image',
] as const

const LINKS_MAX = 2
/** Maximum length of a description, in characters. */
export const TEXT_MAX = 20_000
/** Maximum length of other texts, in characters. */
export const LINE_MAX = 200
/** Maximum lengths of fields in characters. For fields that are missing here, `LINE_MAX` applies. */
const LENGTHS: Readonly<Record<string, number>> = { description: TEXT_MAX, website: 2000, image: 2000 }
const LINK = /\b(?:https?:\/\/|www\.)\S/gi

/**
 * Checks the fields of a submission by the rules of the API for events. Refuses also too many links, a time in the
 * past, and an event that is already submitted and waits for an editor.
 * @param exceptId id of the submission that is being changed
 */
export async function checkSubmittedFields(
  scope: Scope,
  fields: SubmittedFields,
  problems: Problems,
  exceptId?: number,
): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    const max = LENGTHS[name] ?? LINE_MAX
    if (typeof value === 'string' && value.length > max) problems.add(name, 'reason.short-text', { max })
  }
  if (problems.found.length > 0) return
  const { image, ...checked } = fields
  if (image !== undefined && !isPictureAddress(image)) problems.add('image', 'reason.website')
  const values = events.parameters.native.create.read(checked, problems)
  // Titles must contain no links, because mails contain the title and are sent to an address that the sender may have
  // invented.
  if (String(fields.title).search(LINK) >= 0) problems.add('title', 'reason.too-many-links', { max: 0 })
  if (countLinks(fields) > LINKS_MAX) problems.add('description', 'reason.too-many-links', { max: LINKS_MAX })
  if (problems.found.length + problems.missing.length > 0) return
  const found = new Problems()
  // The fields are checked for an anonymous caller, so that problems reveal nothing about records that only some users
  // may read.
  const { schedule } = await events.check({ ...scope, caller: ANONYMOUS }, values, found)
  problems.addAll(found)
  const today = instantToLocal(scope.now, schedule?.timezone ?? scope.site.timezone).slice(0, 10)
  if (schedule && schedule.end_local < today) problems.add('start_date', 'reason.past')
  if (
    problems.found.length === 0 &&
    (await isDuplicateSubmission(scope.db, hashToFindDuplicateSubmissions(fields), exceptId))
  ) {
    problems.add('title', 'reason.submitted')
  }
}

const countLinks = ({ title, description, venue, organizer }: SubmittedFields) =>
  [title, description, venue, organizer].join(' ').match(LINK)?.length ?? 0

const isPictureAddress = (value: unknown) =>
  typeof value === 'string' && value.startsWith('https://') && URL.canParse(value)
