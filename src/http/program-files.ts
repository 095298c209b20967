import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { SITE } from './address.ts'
import { CODINGS, codingFor, compress } from './content-coding.ts'

const FOREVER = 'public, max-age=31536000, immutable'

/**
 * Serves a file of the program below `/assets/`, under an address that changes with its bytes, so that browsers keep it
 * for good. Text is compressed once for each coding.
 * @param file    name it gets, with its type's ending
 * @param content its bytes, or where they are
 * @returns its path
 */
export function programFile(app: FastifyInstance, file: string, type: string, content: Buffer | URL): string {
  const bytes = content instanceof URL ? readFileSync(content) : content
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 10)
  const path = `/assets/${hash}/${file}`
  const isText = /^(text|image\/svg)/.test(type)
  const coded = new Map<string, Promise<Buffer>>()
  app.get(SITE + path, async (request, reply) => {
    reply.headers({ 'cache-control': FOREVER, 'x-content-type-options': 'nosniff' }).type(type)
    const coding = isText ? codingFor(request.headers['accept-encoding']) : undefined
    if (isText) reply.header('vary', 'Accept-Encoding')
    if (coding === undefined || !CODINGS.includes(coding)) return reply.send(bytes)
    const made = coded.get(coding) ?? compress(bytes, coding, 'once')
    coded.set(coding, made)
    return reply.header('content-encoding', coding).send(await made)
  })
  return path
}
