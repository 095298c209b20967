import { insertAuditEntry } from '../../collections/insert-audit-entries.ts'
import type { WriteScope } from '../../collections/records/write-records.ts'
import { readSiteSettings, type Settings, settingsParameters, writeSiteSettings } from '../../settings/site-settings.ts'
import type { Services } from '../request/create-request-scope.ts'
import { sendJson } from '../response/send-json.ts'
import { createHandlerThatChecksParametersAndRight } from '../routes/handler-that-checks-parameters-and-right.ts'
import { type DocumentedRoute, UPDATE_METHODS } from '../routes/route.ts'

/** The routes that read and change the settings of the site, for administrators only. */
export const settingsRoutes = (services: Services): DocumentedRoute[] => [
  {
    path: '/settings',
    methods: ['GET'],
    id: 'readSettings',
    verb: 'read',
    group: 'site',
    resource: 'site',
    responseSchema: 'Settings',
    failures: [],
    ...createHandlerThatChecksParametersAndRight(services, {
      right: 'settings:write',
      respond: ({ reply, scope }) => sendJson(reply, scope.site),
    }),
  },
  {
    path: '/settings',
    methods: UPDATE_METHODS,
    id: 'updateSettings',
    verb: 'update',
    group: 'site',
    resource: 'settings',
    responseSchema: 'Settings',
    failures: [],
    ...createHandlerThatChecksParametersAndRight(services, {
      right: 'settings:write',
      parameters: settingsParameters,
      respond: async ({ reply, scope, values }) => sendJson(reply, await storeAndAuditSettings(scope, values)),
    }),
  },
]

/**
 * Stores changed settings and adds an entry to the audit log.
 * @returns all settings, changed or not
 */
export const storeAndAuditSettings = (scope: WriteScope, changes: Partial<Settings>): Promise<Settings> =>
  scope.db.transaction(async (tx) => {
    await writeSiteSettings(tx, changes)
    const fields = Object.keys(changes)
    if (fields.length > 0) insertAuditEntry({ ...scope, db: tx }, { action: 'updated', collection: 'settings', fields })
    return readSiteSettings(tx)
  })
