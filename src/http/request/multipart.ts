import { randomUUID } from 'node:crypto'
import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart, { type MultipartFile, type MultipartValue } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CalendarError } from '../../core/errors.ts'
import { LIMITS } from '../all-limits.ts'
import { parseUrlEncodedForm } from './body-parsers.ts'

/** A file from a request body, either in memory (`bytes`) or on disk (`path`). */
export interface UploadedFile {
  bytes: Buffer
  /** File name that the client sent; may be empty. */
  name: string
  /** Whether the file was longer than the limit; `bytes` is then empty. Only if the route `reportsLargeFiles`. */
  isTooLarge?: boolean
  /** The file on disk, if the route has an `uploadFolder`; `bytes` is then empty. It is removed before the response. */
  path?: string
}

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The uploaded file: the form part named `file`, or the whole body, if it is a picture or the route has an
     * `uploadFolder`.
     */
    uploadedFile: UploadedFile | undefined
  }
  interface FastifyContextConfig {
    /** Whether a request to the route may upload a file. Files of other requests are discarded. */
    acceptsFile?: (request: FastifyRequest) => boolean
    /**
     * Whether a file that is too large is reported to the handler, with the other fields, instead of refused with 413.
     */
    reportsLargeFiles?: boolean
    /**
     * Folder to which files of any type are written while they are received, instead of into memory; undefined if the
     * request must not upload such a file.
     */
    uploadFolder?: (request: FastifyRequest) => string | undefined
  }
}

const FILE_PART = 'file'
const BODY_BYTES_MAX = LIMITS.bodyBytes.value
const PICTURE_BYTES_MAX = LIMITS.pictureBytes.value
const IMPORT_BYTES_MAX = LIMITS.importBytes.value

/** Registers the parsing of multipart forms (RFC 7578) and of request bodies that are a picture. */
export function registerMultipartParsing(app: FastifyInstance): void {
  app.decorateRequest('uploadedFile', undefined)
  const limits = {
    fieldSize: BODY_BYTES_MAX,
    fileSize: PICTURE_BYTES_MAX,
    files: LIMITS.formFiles.value,
    parts: LIMITS.formParts.value,
  }
  app.register(multipart, { limits, throwFileSizeLimit: false })
  app.addHook('onSend', async ({ uploadedFile }) => {
    if (uploadedFile?.path !== undefined) await rm(uploadedFile.path, { force: true })
  })
  app.addContentTypeParser(PICTURE_TYPE, async () => ({}))
  // Multipart bodies are parsed by a hook, since an error in a content type parser closes the connection while the
  // client is sending.
  app.addHook('preValidation', async (request) => {
    if (request.is404) return
    const { 'content-type': type = '', 'content-disposition': disposition = '' } = request.headers
    try {
      if (request.isMultipart()) request.body = await readParts(request)
      else if (isRequestBodyWrittenToDisk(request)) {
        const bytes = limitImportBytes(request.raw.iterator({ destroyOnReturn: false }))
        await writeUpload(request, fileNameIn(disposition), (file) => pipeline(bytes, file))
      } else if (acceptsFile(request) && PICTURE_TYPE.test(type))
        request.uploadedFile = await readPicture(request, disposition)
    } catch (error) {
      // The rest of the body is discarded, so that the client can finish sending and then read the error response.
      request.raw.unpipe()
      request.raw.resume()
      if (error instanceof CalendarError) throw error
      const isTooLarge = (error as { statusCode?: number }).statusCode === 413
      throw new CalendarError(isTooLarge ? 'rest_body_too_large' : 'rest_invalid_body', { cause: error })
    }
  })
}

const PICTURE_TYPE = /^image\//i

/** Content types of bodies that consist of fields. */
const FIELD_TYPE = /^(application\/json|application\/x-www-form-urlencoded|multipart\/)/i

/** Content types of bodies that are a file for a route with an `uploadFolder`: all but those of fields. */
export const FILE_TYPE = new RegExp(`^(?!${FIELD_TYPE.source.slice(1)})`, 'i')

/** Whether the body of a request is a file that is written to disk while it is received. */
export const isRequestBodyWrittenToDisk = (request: FastifyRequest): boolean =>
  uploadFolderOf(request) !== undefined &&
  FILE_TYPE.test(request.headers['content-type'] ?? '') &&
  (request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0)

/**
 * Yields the received bytes of a file to import.
 * @throws {CalendarError} when there are more bytes than the limit for imports
 */
async function* limitImportBytes(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > IMPORT_BYTES_MAX) throw new CalendarError('rest_body_too_large')
    yield chunk
  }
}

/**
 * Writes an uploaded file to the folder of the route. The file is removed before the response, unless the handler has
 * moved it.
 */
async function writeUpload(
  request: FastifyRequest,
  name: string,
  write: (file: WriteStream) => Promise<void>,
): Promise<UploadedFile> {
  const uploadFolder = uploadFolderOf(request) ?? ''
  const path = join(uploadFolder, `received-${randomUUID()}`)
  const upload = { bytes: Buffer.alloc(0), name, path }
  request.uploadedFile = upload
  await mkdir(uploadFolder, { recursive: true })
  await write(createWriteStream(path))
  return upload
}

const acceptsFile = (request: FastifyRequest) => request.routeOptions.config.acceptsFile?.(request) === true

const uploadFolderOf = (request: FastifyRequest) => request.routeOptions.config.uploadFolder?.(request)

/** Reads a multipart form and returns its fields. A file is read into memory only if the route accepts it. */
async function readParts(request: FastifyRequest): Promise<Record<string, unknown>> {
  const read: Fields = { texts: [], structured: {}, bytes: 0 }
  const limits = uploadFolderOf(request) === undefined ? {} : { fileSize: IMPORT_BYTES_MAX }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') readField(part as MultipartValue, read)
    else await readFile(request, part)
  }
  return { ...parseUrlEncodedForm(new URLSearchParams(read.texts).toString()), ...read.structured }
}

interface Fields {
  texts: [name: string, text: string][]
  /** Values of the form parts that contain JSON, by name. */
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
  const isAccepted = acceptsFile(request) && fieldname === FILE_PART
  const { reportsLargeFiles = false } = request.routeOptions.config
  if (isAccepted && uploadFolderOf(request) !== undefined) {
    const upload = await writeUpload(request, filename, (target) => pipeline(file, target))
    if (file.truncated && !reportsLargeFiles) throw new CalendarError('rest_body_too_large')
    upload.isTooLarge = file.truncated
    return
  }
  const chunks: Buffer[] = []
  if (!reportsLargeFiles) file.once('limit', () => file.destroy(new CalendarError('rest_body_too_large')))
  for await (const chunk of file) {
    if (!isAccepted) continue
    request.reserveBodyMemory(chunk.length)
    chunks.push(chunk)
  }
  const isTooLarge = file.truncated
  const bytes = isTooLarge ? Buffer.alloc(0) : Buffer.concat(chunks)
  if (isAccepted) request.uploadedFile = { bytes, name: filename, isTooLarge }
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
  return { bytes: Buffer.concat(chunks), name: fileNameIn(disposition) }
}

/**
 * Returns the file name in a `Content-Disposition` header, from `filename*` or `filename` (RFC 6266); empty if the
 * header has no file name.
 */
function fileNameIn(disposition: string): string {
  const extended = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1]
  if (extended) return decode(extended)
  const [, quoted, bare] = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? []
  return decodeUtf8(quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Decodes a header value as UTF-8. Clients usually send UTF-8, but Node decodes headers as Latin-1. */
function decodeUtf8(header: string): string {
  const text = Buffer.from(header, 'latin1').toString('utf8')
  return text.includes('\uFFFD') ? header : text
}
