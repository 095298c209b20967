import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { normalizePageLinks, parsePageLinks } from './header-and-footer-links.ts'

test('each line is a link in a language', () => {
  deepEqual(parsePageLinks('de|Impressum | https://example.org/impressum\r\n\n en | About | /about '), [
    { language: 'de', label: 'Impressum', address: 'https://example.org/impressum' },
    { language: 'en', label: 'About', address: '/about' },
  ])
  equal(normalizePageLinks(' de|Impressum|/impressum\n'), 'de | Impressum | /impressum')
  deepEqual(parsePageLinks(''), [])
})

test('a line that is no link is refused', () => {
  for (const line of [
    'xx | Imprint | /imprint',
    'en | | /imprint',
    'en | Imprint',
    'en | Imprint | javascript:alert(1)',
    'en | Imprint | //elsewhere.example',
    'en | Imprint | imprint',
    'en | Imprint | /a | more',
    `en | ${'x'.repeat(81)} | /a`,
  ])
    equal(parsePageLinks(line), undefined, line)
})
