import { testEngine } from '../../test/kit/engines/engines.ts'
import { startServer } from '../../test/kit/server/server.ts'
import type { Trial } from '../trial.ts'
import { findFastGrowth } from './linear-time.ts'
import { measureClientMaps } from './memory.ts'
import { measurePictures } from './pictures.ts'
import { measureRefusals } from './refusals.ts'
import { measureRules } from './rules.ts'
import { measureTexts } from './texts.ts'

export const hostile: Trial = {
  name: 'hostile',
  promise:
    'The processor time for a request grows no faster than its length, and is short if the request is refused before its content is processed.',
  // What is measured does not use the database.
  engines: ['sqlite'],
  async run(options) {
    const { engine, isSmoke, logStep } = options
    const kit = testEngine(engine)
    const server = await startServer(await kit.open())
    try {
      logStep('texts')
      const texts = measureTexts(isSmoke)
      logStep('recurrence rules, pictures, refused requests')
      const measured = [
        measureRules(options),
        await measurePictures(options),
        await measureRefusals(server, options),
        measureClientMaps(),
      ]
      return {
        figures: { 'text parsers': texts.measured, ...Object.assign({}, ...measured.map(({ figures }) => figures)) },
        violations: [...testMeasurement(), ...texts.violations, ...measured.flatMap(({ violations }) => violations)],
      }
    } finally {
      await server.close()
      await kit.close()
    }
  },
}

/** Shows that the measurement of texts tells a quadratic function from a linear one. */
function testMeasurement(): string[] {
  const textOf = (length: number) => 'a'.repeat(length)
  const linear = (text: string) => {
    for (let time = 0; time < 300; time += 1) text.split('').join('-')
  }
  return [
    findFastGrowth('quadratic', textOf, (text) => /a*b/.test(text)) ? '' : 'A quadratic function was taken for linear.',
    findFastGrowth('A linear function', textOf, linear) ?? '',
  ].filter(Boolean)
}
