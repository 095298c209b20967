import assert from 'node:assert/strict'

export interface Family {
  type: string
  samples: { name: string; labels: Record<string, string>; value: number }[]
}

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*/
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"/

/**
 * Parses the text format of Prometheus (0.0.4) strictly. @throws where a line violates the format or its naming
 * conventions
 */
export function parseExposition(text: string): Map<string, Family> {
  assert.ok(text.endsWith('\n'), 'the last line ends')
  const families = new Map<string, Family>()
  let current: (Family & { name: string }) | undefined
  let helped = ''
  for (const line of text.split('\n').slice(0, -1)) {
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (keyword === 'HELP') {
      assert.match(rest, /\.$/, line)
      helped = name
    } else if (keyword === 'TYPE') {
      assert.equal(name, helped, `${name} is explained`)
      assert.ok(!families.has(name), `${name} stands together`)
      assert.match(rest, /^(counter|gauge|histogram)$/)
      current = { name, type: rest, samples: [] }
      families.set(name, current)
    } else {
      assert.ok(current, line)
      current.samples.push(sampleIn(line, current))
    }
  }
  for (const [name, family] of families) checkFamily(name, family)
  return families
}

function sampleIn(line: string, { name: family, type }: Family & { name: string }) {
  const [name = ''] = NAME.exec(line) ?? []
  const suffixes = type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
  assert.ok(
    suffixes.some((suffix) => name === family + suffix),
    line,
  )
  let rest = line.slice(name.length)
  const labels: Record<string, string> = {}
  if (rest.startsWith('{')) {
    rest = rest.slice(1)
    for (;;) {
      const [whole = '', label = '', value = ''] = LABEL.exec(rest) ?? []
      assert.ok(label && !(label in labels), line)
      labels[label] = value.replace(/\\(.)/g, (_, one) => (one === 'n' ? '\n' : one))
      rest = rest.slice(whole.length)
      if (rest.startsWith('}')) break
      assert.ok(rest.startsWith(','), line)
      rest = rest.slice(1)
    }
    rest = rest.slice(1)
  }
  assert.match(rest, /^ ([+-]Inf|-?\d+(\.\d+)?(e[+-]?\d+)?)$/, line)
  const number = rest.slice(1)
  return { name, labels, value: number.endsWith('Inf') ? Number(`${number}inity`) : Number(number) }
}

function checkFamily(name: string, { type, samples }: Family): void {
  assert.ok(samples.length > 0, `${name} has samples`)
  assert.match(name, /^[a-z][a-z0-9_]*$/)
  assert.equal(type === 'counter', name.endsWith('_total'), name)
  const keys = samples.map((sample) => JSON.stringify([sample.name, Object.entries(sample.labels).sort()]))
  assert.equal(new Set(keys).size, keys.length, `${name} has each sample once`)
  if (type !== 'gauge') for (const { value } of samples) assert.ok(value >= 0, name)
  if (type === 'histogram') checkHistogram(name, samples)
}

function checkHistogram(name: string, samples: Family['samples']): void {
  const groups = Map.groupBy(samples, ({ labels: { le: _, ...labels } }) =>
    JSON.stringify(Object.entries(labels).sort()),
  )
  for (const group of groups.values()) {
    const buckets = group.filter((sample) => sample.name === `${name}_bucket`)
    const bounds = buckets.map(({ labels }) => Number(labels.le === '+Inf' ? Number.POSITIVE_INFINITY : labels.le))
    assert.deepEqual(
      bounds,
      bounds.toSorted((one, other) => one - other),
    )
    assert.equal(bounds.at(-1), Number.POSITIVE_INFINITY)
    const counts = buckets.map(({ value }) => value)
    assert.deepEqual(
      counts,
      counts.toSorted((one, other) => one - other),
    )
    const [count] = group.filter((sample) => sample.name === `${name}_count`)
    assert.equal(count?.value, counts.at(-1))
    assert.equal(group.filter((sample) => sample.name === `${name}_sum`).length, 1)
  }
}

/** The sum of all samples with these labels. */
export function sumOf(families: Map<string, Family>, name: string, labels: Record<string, string> = {}): number {
  const samples = families.get(name)?.samples ?? []
  const fitting = samples.filter((sample) =>
    Object.entries(labels).every(([label, text]) => sample.labels[label] === text),
  )
  return fitting.reduce((sum, { value }) => sum + value, 0)
}
