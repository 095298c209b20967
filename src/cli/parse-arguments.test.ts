import { deepEqual, equal, throws } from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { ConfigError } from '../config/config-types.ts'
import { ENVIRONMENT_VARIABLES } from '../config/environment-variables.ts'
import { parseArguments, readCommandConfig, UsageError } from './parse-arguments.ts'

test('arguments and flags are separated', () => {
  const { values, words } = parseArguments(
    ['bob', '--role', 'editor', '--quiet'],
    {
      role: { type: 'string' },
      quiet: { type: 'boolean' },
    },
    ['login', '[name]'],
  )
  deepEqual(words, ['bob'])
  equal(values.role, 'editor')
  equal(values.quiet, true)
})

test('every setting is a flag, and flags take precedence over the environment', () => {
  for (const { flag } of Object.values(ENVIRONMENT_VARIABLES)) parseArguments([`--${flag}=x`], {})
  const { values } = parseArguments(['--port', '4000', '--data-dir=/srv/calendar'], {})
  const config = readCommandConfig({ env: { PORT: '5000', HOST: '0.0.0.0' } }, values)
  equal(config.port, 4000)
  equal(config.host, '0.0.0.0')
  equal(config.databaseUrl, 'sqlite:/srv/calendar/almanac.db')
})

for (const argv of [
  ['--port', 'x'],
  ['--workers', '0'],
  ['--workers', '1.5'],
  ['--workers', 'many'],
]) {
  test(`an invalid value is rejected: ${argv.join(' ')}`, () => {
    throws(() => readCommandConfig({ env: {} }, parseArguments(argv, {}).values), ConfigError)
  })
}

test('WORKERS is 1 by default, and the number of processors for "auto"', () => {
  equal(readCommandConfig({ env: {} }, {}).workers, 1)
  equal(readCommandConfig({ env: { WORKERS: '3' } }, {}).workers, 3)
  equal(readCommandConfig({ env: { WORKERS: 'auto' } }, {}).workers, availableParallelism())
})

for (const [why, argv, words, message] of [
  ['an unknown flag', ['--nope'], [], /nope/],
  ['a flag without its value', ['--port'], [], /port/],
  ['an extra argument', ['bob', 'eve'], ['login'], /^unexpected: eve$/],
  ['missing arguments', ['title'], ['name', 'value', '[more]'], /^missing: value$/],
] as const) {
  test(`rejects ${why}`, () => {
    throws(
      () => parseArguments([...argv], {}, words),
      (error) => error instanceof UsageError && message.test(error.message) && !error.message.includes('\n'),
    )
  })
}
