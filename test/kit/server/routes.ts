const LEVEL_WIDTH = 4

/** Parses the route tree printed by the router into one line for each method: `GET /~api/events`. */
export function routesIn(printed: string): string[] {
  const above: string[] = []
  return printed.split('\n').flatMap((line) => {
    const found = /^(.*?)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line)
    if (!found) return []
    const [, indent = '', part = '', methods = ''] = found
    const level = indent.length / LEVEL_WIDTH
    above.splice(level, above.length, part)
    return methods === '' ? [] : methods.split(', ').map((method) => `${method} ${above.join('')}`)
  })
}
