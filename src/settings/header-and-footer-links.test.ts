import { deepEqual, equal } from 'node:assert/strict'
import { test } from 'node:test'
import { normalizeHeaderAndFooterLinks, parseHeaderAndFooterLinks } from './header-and-footer-links.ts'

test('each line is a link in a language', () => {
  deepEqual(parseHeaderAndFooterLinks('de|Impressum | https://example.org/impressum\r\n\n en | About | /about '), [
    { language: 'de', label: 'Impressum', address: 'https://example.org/impressum' },
    { language: 'en', label: 'About', address: '/about' },
  ])
  equal(normalizeHeaderAndFooterLinks(' de|Impressum|/impressum\n'), 'de | Impressum | /impressum')
  deepEqual(parseHeaderAndFooterLinks(''), [])
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
    equal(parseHeaderAndFooterLinks(line), undefined, line)
})
