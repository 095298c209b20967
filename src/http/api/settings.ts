import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { auditWrite } from '../../collections/audit-log.ts'
import type { WriteScope } from '../../collections/records/write.ts'
import { can } from '../../core/caller.ts'
import { forbidden, Problems } from '../../core/errors.ts'
import { readSettings, type Settings, settingsParameters, writeSettings } from '../../settings/settings.ts'
import { API_PREFIX } from '../request/address.ts'
import { writeFields } from '../request/body-parsers.ts'
import { createScope, type Services } from '../request/scope.ts'
import { sendJson } from '../response/json.ts'

const CHANGES = ['POST', 'PUT', 'PATCH']

/** What the site decides for itself, for administrators. */
export function registerSettingsRoutes(app: FastifyInstance, services: Services): void {
  const url = `${API_PREFIX}/settings`
  app.get(url, async (request, reply) => sendJson(reply, (await getSettings(services, request, reply)).site))
  app.route({
    method: CHANGES,
    url,
    handler: async (request, reply) =>
      sendJson(reply, (await changeSettings(services, request, reply, settingsParameters.read)).site),
  })
}

/** @returns a scope with the settings, for someone who may see all of them */
export async function getSettings(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<WriteScope> {
  allow(request, reply)
  const problems = new Problems()
  const scope = await createScope(services, request, request.query as Record<string, unknown>, problems)
  problems.throwIfAny()
  if (!can(scope.caller, 'settings:write')) throw forbidden(scope.caller)
  return scope
}

/**
 * @param read how a body names the settings
 * @returns a scope with the settings as they are then
 */
export async function changeSettings(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  read: (sent: Record<string, unknown>, problems: Problems) => Partial<Settings>,
): Promise<WriteScope> {
  allow(request, reply)
  const sent = writeFields(request)
  const problems = new Problems()
  const scope = await createScope(services, request, sent, problems, { isWrite: true })
  const changes = read(sent, problems)
  problems.throwIfAny()
  if (!can(scope.caller, 'settings:write')) throw forbidden(scope.caller)
  const site = await scope.db.transaction(async (tx) => {
    await writeSettings(tx, changes)
    const fields = Object.keys(changes)
    if (fields.length > 0) auditWrite({ ...scope, db: tx }, { action: 'updated', collection: 'settings', fields })
    return readSettings(tx)
  })
  return { ...scope, site }
}

function allow({ caller }: FastifyRequest, reply: FastifyReply): void {
  reply.header('allow', can(caller, 'settings:write') ? 'GET, POST, PUT, PATCH' : 'GET')
}
