import process from 'node:process'
import { type Logger, pino } from 'pino'
import type { Config } from '../../config/config-types.ts'

/** The options of the logs of this process: one JSON object a line, on the standard error. */
export const createProcessLogOptions = ({ logLevel }: Pick<Config, 'logLevel'>) => ({
  level: logLevel,
  stream: process.stderr,
})

export function createProcessLog(config: Pick<Config, 'logLevel'>): Logger {
  const { level, stream } = createProcessLogOptions(config)
  return pino({ level }, stream)
}

/** Logs warnings of Node and uncaught errors, which Node would print as text. An uncaught error ends the process. */
export function logWarningsAndUncaughtErrors(log: Pick<Logger, 'warn' | 'fatal'>): void {
  process.removeAllListeners('warning').on('warning', (err) => log.warn({ err }, err.message))
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, `uncaught error: ${err instanceof Error ? err.message : String(err)}`)
    process.exit(1)
  })
}
