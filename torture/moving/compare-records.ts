import { isObject } from '../../src/core/generic/is-object.ts'

/** A field in which a record differs from the site that it came from. */
export interface Difference {
  /** Path of the field: `events.venue.city`, `events.tags[].count`. */
  field: string
  record: string
  wanted: unknown
  found: unknown
}

/** Compares a record with what the site said about it, field by field; fields that only this calendar has do not count. */
export function compareRecords(field: string, record: string, wanted: unknown, found: unknown): Difference[] {
  if (Array.isArray(wanted) && Array.isArray(found)) {
    const length = Math.max(wanted.length, found.length)
    return Array.from({ length }, (_, at) => compareRecords(`${field}[]`, record, wanted[at], found[at])).flat()
  }
  if (isObject(wanted) && isObject(found)) {
    return Object.keys(wanted).flatMap((name) => compareRecords(`${field}.${name}`, record, wanted[name], found[name]))
  }
  return comparable(wanted) === comparable(found) ? [] : [{ field, record, wanted, found }]
}

/** A value without the addresses of the two sites, and with characters instead of references to them. */
export const comparable = (value: unknown): string =>
  typeof value === 'string'
    ? JSON.stringify(
        decodeReferences(value.replace(/(?:https?:\/\/)?(?:peer\.example|localhost|127\.0\.0\.1:\d+)/g, '')),
      )
    : JSON.stringify(value)

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' }

const decodeReferences = (text: string) =>
  text.replace(/&(?:#(\d+)|([a-z]+));/g, (all, code, name) =>
    code ? String.fromCodePoint(code) : (NAMED[name] ?? all),
  )
