import assert from 'node:assert/strict'
import { parse as parseCsv } from 'csv-parse/sync'
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith'
import ical, { type VEvent } from 'node-ical'
import { SaxesParser } from 'saxes'
import type { FeedFormatName } from '../../../src/feeds/feed-formats.ts'

/**
 * What an independent reader finds in a feed. Each format is read with a different library from the one that writes
 * it.
 */
export interface ReadFeed {
  titles: string[]
  /** UUIDs. */
  uids: string[]
  links: string[]
}

export const READERS: Record<FeedFormatName, (text: string) => ReadFeed> = {
  ics(text) {
    const events = eventsIn(text)
    return {
      titles: events.map(titleOf),
      uids: events.map(({ uid }) => uid),
      links: events.map(({ url }) => pageWordsOf(url)),
    }
  },
  rss(text) {
    assertWellFormed(text)
    const items = parseRssFeed(text).items ?? []
    return {
      titles: items.map(({ title }) => String(title ?? '')),
      uids: items.map(({ guid }) => uuidOf(guid?.value)),
      links: items.map(({ link }) => String(link)),
    }
  },
  atom(text) {
    assertWellFormed(text)
    const entries = parseAtomFeed(text).entries ?? []
    return {
      titles: entries.map(({ title }) => pageWordsOf(title)),
      uids: entries.map(({ id }) => uuidOf(id)),
      links: entries.map(({ links }) => String(links?.find(({ rel }) => rel === 'alternate')?.href)),
    }
  },
  'feed.json'(text) {
    const items = parseJsonFeed(text).items ?? []
    return {
      titles: items.map(({ title }) => String(title ?? '')),
      uids: items.map(({ id }) => uuidOf(id)),
      links: items.map(({ url }) => String(url)),
    }
  },
  csv(text) {
    const rows = rowsIn(text)
    return {
      titles: rows.map(({ title = '' }) => title),
      uids: rows.map(({ uid = '' }) => uid),
      links: rows.map(({ url = '' }) => url),
    }
  },
  'jscal.json'(text) {
    const { entries } = JSON.parse(text) as {
      entries: { title: string; uid: string; links: { page: { href: string } } }[]
    }
    return {
      titles: entries.map(({ title }) => title),
      uids: entries.map(({ uid }) => uid),
      links: entries.map(({ links }) => links.page.href),
    }
  },
}

/** The events of an iCalendar text, parsed by node-ical. */
export function eventsIn(text: string): VEvent[] {
  assertLines(text)
  return Object.values(ical.sync.parseICS(text)).filter((one): one is VEvent => one?.type === 'VEVENT')
}

/** The text of a property, which node-ical returns as an object if it has parameters. */
export const pageWordsOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? String((value as { val?: unknown; value?: unknown }).val ?? (value as { value?: unknown }).value ?? '')
    : String(value ?? '')

const titleOf = ({ summary }: VEvent) => pageWordsOf(summary)

const uuidOf = (text: unknown) => {
  const [, uuid] =
    /^urn:uuid:([\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12})$/.exec(String(text)) ?? []
  assert.ok(uuid, String(text))
  return uuid
}

export const rowsIn = (text: string): Record<string, string>[] => parseCsv(text, { columns: true })

/** Asserts RFC 5545, section 3.1: lines end in CRLF, have at most 75 octets and are not folded inside a character. */
export function assertLines(text: string): void {
  assert.ok(text.endsWith('\r\n'))
  const lines = text.split('\r\n')
  for (const line of lines) {
    assert.ok(Buffer.byteLength(line) <= 75, line)
    assert.ok(
      [...line].every((sign) => sign === '\t' || !/[\p{Cc}\u2028\u2029]/u.test(sign)),
      line,
    )
    assert.ok(line.isWellFormed())
  }
}

/** Asserts that a text is well-formed XML with valid namespaces and characters. */
export function assertWellFormed(text: string): void {
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(text).close()
}
