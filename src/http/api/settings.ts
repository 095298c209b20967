import { insertAuditEntry } from '../../collections/audit-log.ts'
import type { WriteScope } from '../../collections/records/write.ts'
import { readSettings, type Settings, settingsParameters, writeSettings } from '../../settings/settings.ts'
import type { Services } from '../request/scope.ts'
import { sendJson } from '../response/json.ts'
import { checkedHandler } from '../routes/checked-handler.ts'
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
    answer: 'Settings',
    failures: [],
    ...checkedHandler(services, {
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
    answer: 'Settings',
    failures: [],
    ...checkedHandler(services, {
      right: 'settings:write',
      parameters: settingsParameters,
      respond: async ({ reply, scope, values }) => sendJson(reply, await changeSettings(scope, values)),
    }),
  },
]

/**
 * Stores changed settings and adds an entry to the audit log.
 * @returns all settings, changed or not
 */
export const changeSettings = (scope: WriteScope, changes: Partial<Settings>): Promise<Settings> =>
  scope.db.transaction(async (tx) => {
    await writeSettings(tx, changes)
    const fields = Object.keys(changes)
    if (fields.length > 0) insertAuditEntry({ ...scope, db: tx }, { action: 'updated', collection: 'settings', fields })
    return readSettings(tx)
  })
