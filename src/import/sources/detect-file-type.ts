import { open } from 'node:fs/promises'
import { detectUtf16 } from './detect-and-decode-text.ts'
import type { FileType } from './importable-file-types.ts'

/**
 * Detects the type of a file from its beginning.
 * @returns `html` for a web page, such as a sign-in page instead of a calendar; undefined for files that cannot be
 * imported, such as pictures and archives
 */
export function detectFileTypeOfBytes(beginning: Buffer): FileType | 'html' | undefined {
  const encoding = detectUtf16(beginning)
  const text = new TextDecoder(encoding ?? 'utf-8').decode(beginning, { stream: true }).trimStart()
  if (/^BEGIN:VCALENDAR/i.test(text)) return 'ics'
  if (/^(?:<!doctype html|<html|<head)/i.test(text)) return 'html'
  if (/^<(?:\?xml|rss)/.test(text)) return /<rss\b/.test(text) ? 'wxr' : undefined
  if (/^\{\s*"almanac_export"/.test(text)) return 'json'
  if (/^[[{]/.test(text) && /"@type"\s*:\s*"(?:Group|Event)"/.test(text)) return 'jscalendar'
  if (/^[[{<%]/.test(text) || hasControlCharacters(text)) return undefined
  return /[,;\t]/.test(text.split(/[\r\n]/, 1)[0] ?? '') ? 'csv' : undefined
}

/**
 * Whether a text contains control characters that text files do not have, but that are at the beginning of archives and
 * pictures.
 */
const hasControlCharacters = (text: string) => /[^\P{Cc}\t\r\n]/u.test(text)

/** Number of bytes at the beginning of a file from which its type is detected. */
const BEGINNING_BYTES = 8192

/** Detects the type of a file on disk from its beginning. */
export async function detectFileTypeAtPath(path: string): Promise<ReturnType<typeof detectFileTypeOfBytes>> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING_BYTES), 0, BEGINNING_BYTES, 0)
    return detectFileTypeOfBytes(buffer.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}
