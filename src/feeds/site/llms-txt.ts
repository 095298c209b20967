import type { Scope } from '../../collections/scope.ts'
import { COLLECTION_NAMES } from '../../core/kinds.ts'
import { formatMessage, type MessageKey } from '../../core/messages/index.ts'
import { printableLine } from '../../core/text/printable-text.ts'
import { FEED_FORMAT_NAMES, FEED_FORMATS } from '../feed-formats.ts'

/**
 * The text of `/llms.txt` (llmstxt.org): a description of the site for language models, in the language of the request.
 */
export function formatLlmsTxt({ urls, site, language, languages }: Scope): string {
  const say = (key: MessageKey) => formatMessage(language, key)
  const item = (name: string, address: string, more = '') => `- [${name}](${address})${more && `: ${more}`}`
  const title = printableLine(site.title)
  const { namespaceRoot: api } = urls
  const lists = COLLECTION_NAMES.map((name) => item(name, urls.collection(name), say(`operation.group.${name}`)))
  return [
    `# ${title}`,
    '',
    `> ${formatMessage(language, 'llms.about', { title })}`,
    '',
    `## ${say('llms.api')}`,
    item('OpenAPI', `${api}/doc`, say('operation.readDocument')),
    item('HTML', `${api}/docs`, say('operation.readReference')),
    ...lists,
    '',
    say('llms.filters'),
    '',
    `## ${say('llms.feeds')}`,
    ...FEED_FORMAT_NAMES.map((format) => item(say(FEED_FORMATS[format].label), urls.feed(format))),
    '',
    say('llms.subscribe'),
    '',
    `## ${say('llms.pages')}`,
    ...languages.map((code) => item(code, urls.inLanguage(code).home)),
    item('sitemap.xml', `${urls.origin}/sitemap.xml`),
    '',
  ].join('\n')
}
