import { equal } from 'node:assert/strict'
import { test } from 'node:test'
import { detectFileTypeOfBytes } from './detect-file-type.ts'

for (const [beginning, type] of [
  ['\uFEFFBEGIN:VCALENDAR\r\nVERSION:2.0', 'ics'],
  ['<?xml version="1.0"?>\n<!-- export --><rss version="2.0"', 'wxr'],
  ['<?xml version="1.0"?><svg/>', undefined],
  ['{"@type":"Group","uid":"g","entries":[]}', 'jscalendar'],
  ['[{"@type": "Event"}]', 'jscalendar'],
  ['{"almanac_export":1}\n', 'json'],
  ['{"type":"FeatureCollection"}', undefined],
  ['Event Name,Event Start Date\nA,2031-05-01', 'csv'],
  ['Titel;Beginn\r\nA;1.5.2031', 'csv'],
  ['<!DOCTYPE html><title>Sign in</title>', 'html'],
  ['PK\u0003\u0004 , archive', undefined],
  ['one word', undefined],
  ['', undefined],
] as const) {
  test(`a file that begins with ${JSON.stringify(beginning)} is of type ${type}`, () =>
    equal(detectFileTypeOfBytes(Buffer.from(beginning)), type))
}

test('a table in UTF-16 is a table', () =>
  equal(detectFileTypeOfBytes(Buffer.from('\uFEFFEvent Name,Event Start Date, Event End', 'utf16le')), 'csv'))
