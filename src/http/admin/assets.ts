import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CalendarError } from '../../core/errors.ts'
import { createCodingCache, negotiateCoding } from '../response/content-coding.ts'

const FOLDER = new URL('../../admin/assets/', import.meta.url)
const TYPES: Record<string, string> = { '.css': 'text/css; charset=utf-8', '.js': 'text/javascript; charset=utf-8' }

/** The files of `src/admin/assets`, by URL path below `/admin`. The path contains a hash, so browsers may cache them forever. */
const FILES = new Map(
  readdirSync(FOLDER).map((name) => {
    const bytes = readFileSync(new URL(name, FOLDER))
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 10)
    return [`${hash}/${name}`, { name, inCoding: createCodingCache(async () => bytes) }]
  }),
)

/** The URL path of a file of `src/admin/assets`. */
export function adminAssetPath(name: string): string {
  const found = [...FILES].find(([, file]) => file.name === name)
  if (!found) throw new Error(`there is no file src/admin/assets/${name}`)
  return `/admin/assets/${found[0]}`
}

export async function sendAdminAsset(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { hash, file } = request.params as { hash: string; file: string }
  const found = FILES.get(`${hash}/${file}`)
  if (!found) throw new CalendarError('rest_no_route')
  const coding = negotiateCoding(request.headers['accept-encoding'])
  reply.headers({
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    ...(coding && { 'content-encoding': coding }),
  })
  return reply.type(TYPES[extname(found.name)] ?? 'application/octet-stream').send(await found.inCoding(coding))
}
