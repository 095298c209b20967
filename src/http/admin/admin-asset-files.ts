import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CalendarError } from '../../core/errors.ts'
import { createCompressedFileCache, negotiateContentCoding } from '../response/compression.ts'
import { readTextEditorModules } from './text-editor-modules.ts'

const FOLDER = new URL('../../admin/assets/', import.meta.url)
const TYPES: Record<string, string> = { '.css': 'text/css; charset=utf-8', '.js': 'text/javascript; charset=utf-8' }

interface Asset {
  name: string
  bytes: Buffer
}

interface ServedAsset {
  name: string
  inCoding: ReturnType<typeof createCompressedFileCache>
}

const hashOf = (files: readonly Asset[]) => {
  const hash = createHash('sha256')
  for (const { bytes } of files) hash.update(bytes)
  return hash.digest('base64url').slice(0, 10)
}

/** Files by URL path below `/admin/assets`. The path contains a hash, so browsers may cache them forever. */
const served = (files: readonly Asset[], hash: string): [string, ServedAsset][] =>
  files.map(({ name, bytes }) => [`${hash}/${name}`, { name, inCoding: createCompressedFileCache(async () => bytes) }])

const FILES = new Map<string, ServedAsset>(
  [styleSheet(), ...scripts()].flatMap((file) => served([file], hashOf([file]))),
)

/** One style sheet made of all files of the folder `styles`, in the order of their names. */
function styleSheet(): Asset {
  const folder = new URL('styles/', FOLDER)
  const files = readdirSync(folder).toSorted()
  return { name: 'admin.css', bytes: Buffer.concat(files.map((name) => readFileSync(new URL(name, folder)))) }
}

function scripts(): Asset[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.js'))
  return names.map((name) => ({ name, bytes: readFileSync(new URL(name, FOLDER)) }))
}

/**
 * The modules of the text editor, which import each other by relative names and so share one hash. Read on first use.
 */
let editorModules: typeof FILES | undefined
function readEditor(): typeof FILES {
  if (editorModules === undefined) {
    const modules = readTextEditorModules()
    editorModules = new Map(served(modules, hashOf(modules)))
  }
  return editorModules
}

/** The URL path of the style sheet `admin.css`, of a script of `src/admin/assets`, or of a module of the editor. */
export function adminAssetPath(name: string): string {
  const isNamed = ([, file]: [string, { name: string }]) => file.name === name
  const found = [...FILES].find(isNamed) ?? [...readEditor()].find(isNamed)
  if (!found) throw new Error(`there is no style sheet or script ${name} in src/admin/assets`)
  return `/admin/assets/${found[0]}`
}

export async function sendAdminAsset(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { hash, file } = request.params as { hash: string; file: string }
  const path = `${hash}/${file}`
  const found = FILES.get(path) ?? readEditor().get(path)
  if (!found) throw new CalendarError('rest_no_route')
  const coding = negotiateContentCoding(request.headers['accept-encoding'])
  reply.headers({
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    ...(coding && { 'content-encoding': coding }),
  })
  return reply.type(TYPES[extname(found.name)] ?? 'application/octet-stream').send(await found.inCoding(coding))
}
