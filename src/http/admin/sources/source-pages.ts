import type { FastifyRequest } from 'fastify'
import { type AdminPage, type AdminResponse, adminPath, type SignedInContext } from '../../../admin/admin-context.ts'
import {
  createUnsentFormState,
  type FormState,
  formatFormProblems,
  parseAdminForm,
} from '../../../admin/forms/admin-form.ts'
import { mergeConcurrentEdits } from '../../../admin/forms/concurrent-edits.ts'
import {
  labelsOfSubscriptionFields,
  newSubscriptionPage,
  subscriptionPage,
} from '../../../admin/views/sources/subscription-pages.ts'
import { subscriptionsAndImportsPage } from '../../../admin/views/sources/subscriptions-and-imports-page.ts'
import { auditActorOfRequest, insertAuditEntry } from '../../../collections/insert-audit-entries.ts'
import { hasRight } from '../../../core/caller.ts'
import { CalendarError, missingRightError, type Problem } from '../../../core/errors.ts'
import { isObject } from '../../../core/generic/is-object.ts'
import { parseId } from '../../../core/schema/field-types.ts'
import type { ParameterSet } from '../../../core/schema/parameter-set.ts'
import type { SentParameters } from '../../../core/schema/sent-parameters.ts'
import { listNewestImportRuns } from '../../../import/runs/import-run-store.ts'
import {
  addSubscription,
  changeSubscription,
  getSubscriptionOrThrow,
  removeSubscription,
} from '../../../import/subscriptions/edit-subscriptions.ts'
import {
  letNextRefreshOverwriteEvent,
  listLocallyEditedEvents,
} from '../../../import/subscriptions/locally-edited-events.ts'
import { presentSubscription } from '../../../import/subscriptions/present-subscription.ts'
import { previewImportOfSubscription } from '../../../import/subscriptions/preview-subscription-import.ts'
import {
  formatTermNameMap,
  importPreviewParameters,
  newSubscriptionParameters,
  SUBSCRIPTION_DEFAULTS,
  subscriptionParameters,
} from '../../../import/subscriptions/subscription-options.ts'
import {
  listSubscriptions,
  type SubscriptionRow,
  scheduleSubscriptionRefreshNow,
} from '../../../import/subscriptions/subscription-store.ts'
import { countPlacesWithoutVenue } from '../../../import/subscriptions/venues-of-places.ts'
import type { AdminHandler, AdminVisit } from '../admin-handler.ts'

const RUNS_SHOWN = 10

/** The page with the lists of subscriptions and of the newest imports. */
export const sourceListHandler: AdminHandler = {
  async show({ context }) {
    const { db, caller } = context.scope
    return subscriptionsAndImportsPage(context, await listSubscriptions(db), {
      runs: await listNewestImportRuns(db, { limit: RUNS_SHOWN }),
      canAdd: hasRight(caller, 'imports:write'),
      placesToChoose: await countPlacesWithoutVenue(db),
    })
  },
}

const textsOf = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, textOf(value)]))

const textOf = (value: unknown): string =>
  isObject(value) ? formatTermNameMap(value as Record<string, string>) : [value].flat().join(', ')

/** The page for a new subscription. A POST adds it or, if the user asks for a preview, shows what it would import. */
export const newSourceHandler: AdminHandler = {
  show: ({ context }) => newSubscriptionPage(context, createUnsentFormState(textsOf(SUBSCRIPTION_DEFAULTS))),
  async submit(visit) {
    if (visit.sent.action === 'preview') return showPreview(visit)
    const { context, sent } = visit
    const { values, form } = readForm(visit, newSubscriptionParameters)
    if (form) return newSubscriptionPage(context, form)
    return withProblems(
      context,
      sent,
      async () => {
        const { id } = await addSubscription(managing(context), values)
        return { redirect: adminPath(context, `/sources/${id}`), notice: 'saved' } as const
      },
      (refused) => newSubscriptionPage(context, refused),
    )
  },
}

/** Shows the form of a new subscription again, with what the subscription would import. */
async function showPreview(visit: AdminVisit): Promise<AdminPage> {
  const { context, sent, services } = visit
  const { values, form } = readForm(visit, importPreviewParameters)
  if (form) return newSubscriptionPage(context, form)
  const { fetchGuard: guard } = services
  return withProblems(
    context,
    sent,
    async () => {
      const preview = await previewImportOfSubscription(
        { scope: context.scope, guard, clock: () => performance.now() },
        values,
      )
      return newSubscriptionPage(context, createUnsentFormState(textsOf(sent)), preview)
    },
    (refused) => newSubscriptionPage(context, refused),
  )
}

const readForm = <Values>({ context, sent }: AdminVisit, parameters: ParameterSet<Values>) =>
  parseAdminForm(context, parameters, sent, labelsOfSubscriptionFields(context))

const managing = ({ scope }: SignedInContext) => ({ scope, actor: auditActorOfRequest(scope) })

/** The page of a subscription, on which administrators change it. */
export const sourceHandler: AdminHandler = {
  async show({ context, request }) {
    const row = await foundSource(context, request)
    return page(context, row, createUnsentFormState(storedTexts(context, row)))
  },
  async submit(visit) {
    const { context, request, sent } = visit
    const { caller } = context.scope
    if (!hasRight(caller, 'imports:write')) throw missingRightError(caller, 'imports:write')
    const row = await foundSource(context, request)
    const merged = mergeConcurrentEdits(context, sent, storedTexts(context, row), labelsOfSubscriptionFields(context))
    if (merged.form) return { ...(await page(context, row, merged.form)), status: 409 }
    const { values, form } = readForm({ ...visit, sent: merged.sent }, subscriptionParameters)
    if (form) return page(context, row, form)
    return withProblems(
      context,
      sent,
      async () => {
        await changeSubscription(managing(context), row, values)
        return { redirect: adminPath(context, `/sources/${row.id}`), notice: 'saved' } as const
      },
      (refused) => page(context, row, refused),
    )
  },
}

/** The stored values of a subscription, as texts for the fields of its form. */
function storedTexts(context: SignedInContext, row: SubscriptionRow): Record<string, string> {
  const texts = textsOf(presentSubscription(row, context.scope.language))
  return Object.fromEntries(Object.keys(labelsOfSubscriptionFields(context)).map((name) => [name, texts[name] ?? '']))
}

async function page(context: SignedInContext, row: SubscriptionRow, form: FormState) {
  const { db, caller } = context.scope
  return subscriptionPage(context, row, form, {
    stored: storedTexts(context, row),
    runs: await listNewestImportRuns(db, { limit: RUNS_SHOWN, source: row.id }),
    edited: await listLocallyEditedEvents(db, row.name),
    canWrite: hasRight(caller, 'imports:write'),
  })
}

/** Runs `work`. If the API refuses a field, shows the form again with the message. */
async function withProblems<Response extends AdminResponse>(
  context: SignedInContext,
  sent: SentParameters,
  work: () => Promise<Response>,
  show: (form: FormState) => AdminPage | Promise<AdminPage>,
): Promise<Response | AdminPage> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error
    const { problems: found = [], params: missing = [] } = error.data as { problems?: Problem[]; params?: string[] }
    if (found.length + missing.length === 0) throw error
    return show({
      texts: textsOf(sent),
      problems: formatFormProblems(context, { found, missing }, labelsOfSubscriptionFields(context)),
    })
  }
}

const foundSource = ({ scope }: SignedInContext, { params }: FastifyRequest): Promise<SubscriptionRow> =>
  getSubscriptionOrThrow(scope, parseId((params as { id: string }).id))

/** The button that makes a subscription due at once, so that a server reads it in the background. */
export const runSourceHandler: AdminHandler = {
  async submit({ context, request }) {
    const row = await foundSource(context, request)
    await context.scope.db.transaction((tx) => scheduleSubscriptionRefreshNow(tx, row.id, context.scope.now))
    return { redirect: adminPath(context, `/sources/${row.id}`), notice: 'sourceDue' }
  },
}

/** The button that removes a subscription. Events that it has imported stay. */
export const removeSourceHandler: AdminHandler = {
  async submit({ context, request }) {
    await removeSubscription(managing(context), await foundSource(context, request))
    return { redirect: adminPath(context, '/sources'), notice: 'sourceRemoved' }
  },
}

/**
 * Discards the changes that users have made to an imported event: the next read of the subscription writes the values
 * of its source.
 */
export const acceptSourceVersionHandler: AdminHandler = {
  async submit({ context, request }) {
    const { scope } = context
    const row = await foundSource(context, request)
    const eventId = parseId((request.params as { event: string }).event) ?? 0
    await scope.db.transaction(async (tx) => {
      if (!(await letNextRefreshOverwriteEvent(tx, row, eventId, scope.now))) throw new CalendarError('event-not-found')
      const entry = { action: 'updated', collection: 'subscriptions', id: row.id, title: row.name } as const
      insertAuditEntry({ ...scope, db: tx }, { ...entry, fields: ['overrides'] })
    })
    return { redirect: adminPath(context, `/sources/${row.id}`), notice: 'sourceDue' }
  },
}
