import multipart, { type MultipartFile, type MultipartValue } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CalendarError } from '../../core/errors.ts'
import { LIMITS } from '../limits.ts'
import { parseForm } from './body-parsers.ts'

/** A file that came with a request, whole. */
export interface UploadedFile {
  bytes: Buffer
  /** What the sender calls it; may be empty. */
  name: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The part `file`, or the body itself where that is a picture. */
    uploadedFile: UploadedFile | undefined
  }
  interface FastifyContextConfig {
    acceptsFile?: boolean
  }
}

/** Option of the routes that take a file; everywhere else files are passed over. */
export const ACCEPTS_FILE = { config: { acceptsFile: true } } as const

const FILE_PART = 'file'
const BODY_BYTES_MAX = LIMITS.bodyBytes.value
const PICTURE_BYTES_MAX = LIMITS.pictureBytes.value

/** Reads bodies that are forms in parts (RFC 7578) as other forms are read, and pictures sent as they are. */
export function registerMultipart(app: FastifyInstance): void {
  app.decorateRequest('uploadedFile', undefined)
  const limits = {
    fieldSize: BODY_BYTES_MAX,
    fileSize: PICTURE_BYTES_MAX,
    files: LIMITS.formFiles.value,
    parts: LIMITS.formParts.value,
  }
  app.register(multipart, { limits, throwFileSizeLimit: false })
  app.addContentTypeParser(PICTURE_TYPE, async () => ({}))
  // Not in a parser, whose refusals cut the connection while the sender still sends.
  app.addHook('preValidation', async (request) => {
    if (request.is404) return
    const { 'content-type': type = '', 'content-disposition': disposition = '' } = request.headers
    try {
      if (request.isMultipart()) request.body = await readParts(request)
      else if (acceptsFile(request) && PICTURE_TYPE.test(type))
        request.uploadedFile = await readPicture(request, disposition)
    } catch (error) {
      // What is still to come is let through, so that the sender gets to read the answer.
      request.raw.unpipe()
      request.raw.resume()
      if (error instanceof CalendarError) throw error
      const isTooMuch = (error as { statusCode?: number }).statusCode === 413
      throw new CalendarError(isTooMuch ? 'rest_body_too_large' : 'rest_invalid_body', { cause: error })
    }
  })
}

const PICTURE_TYPE = /^image\//i

const acceptsFile = ({ routeOptions }: FastifyRequest) => routeOptions.config.acceptsFile === true

/** The fields of a form in parts. Of its files only the one a route takes is kept in memory. */
async function readParts(request: FastifyRequest): Promise<Record<string, unknown>> {
  const read: Fields = { texts: [], structured: {}, bytes: 0 }
  for await (const part of request.parts()) {
    if (part.type === 'field') readField(part as MultipartValue, read)
    else await readFile(request, part)
  }
  return { ...parseForm(new URLSearchParams(read.texts).toString()), ...read.structured }
}

interface Fields {
  texts: [name: string, text: string][]
  /** Fields whose part says that it is JSON. */
  structured: Record<string, unknown>
  bytes: number
}

function readField({ fieldname, value, valueTruncated }: MultipartValue, read: Fields): void {
  const isText = typeof value === 'string'
  read.bytes += Buffer.byteLength(isText ? value : JSON.stringify(value))
  if (valueTruncated || read.bytes > BODY_BYTES_MAX) throw new CalendarError('rest_body_too_large')
  if (isText) read.texts.push([fieldname, value])
  else read.structured[fieldname] = value
}

async function readFile(request: FastifyRequest, { fieldname, filename = '', file }: MultipartFile): Promise<void> {
  const isTaken = acceptsFile(request) && fieldname === FILE_PART
  const chunks: Buffer[] = []
  file.once('limit', () => file.destroy(new CalendarError('rest_body_too_large')))
  for await (const chunk of file) {
    if (!isTaken) continue
    request.reserveBodyMemory(chunk.length)
    chunks.push(chunk)
  }
  if (isTaken) request.uploadedFile = { bytes: Buffer.concat(chunks), name: filename }
}

async function readPicture(request: FastifyRequest, disposition: string): Promise<UploadedFile> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.raw.iterator({ destroyOnReturn: false })) {
    request.reserveBodyMemory(chunk.length)
    chunks.push(chunk)
    size += chunk.length
    if (size > PICTURE_BYTES_MAX) throw new CalendarError('rest_body_too_large')
  }
  return { bytes: Buffer.concat(chunks), name: nameIn(disposition) }
}

/** The file name in a `Content-Disposition` (RFC 6266), in either of its spellings; empty when there is none. */
function nameIn(disposition: string): string {
  const extended = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1]
  if (extended) return decoded(extended)
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? []
  return utf8In(quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Header values arrive as one character a byte; those bytes are UTF-8 more often than not. */
function utf8In(header: string): string {
  const text = Buffer.from(header, 'latin1').toString('utf8')
  return text.includes('\uFFFD') ? header : text
}
