/** The inputs of a page with their values, as a browser without script would send them. */
export function inputsOf(html: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [, attributes = ''] of html.matchAll(/<input ([^>]*)>/g)) {
    const value = (name: string) => new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1]
    const [name, type] = [value('name'), value('type')]
    const isSent = (type !== 'checkbox' && type !== 'radio') || / checked/.test(attributes)
    if (name !== undefined && isSent) fields[name] = decode(value('value') ?? '')
  }
  for (const [, name = '', text = ''] of html.matchAll(
    /<textarea [^>]*name="([^"]*)"[^>]*>\n?([\s\S]*?)<\/textarea>/g,
  )) {
    fields[name] = decode(text)
  }
  for (const [, name = '', options = ''] of html.matchAll(/<select [^>]*name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g)) {
    fields[name] = /value="([^"]*)" selected/.exec(options)?.[1] ?? /value="([^"]*)"/.exec(options)?.[1] ?? ''
  }
  return fields
}
const decode = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
