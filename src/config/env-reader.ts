import { ENVIRONMENT_VARIABLES } from './environment-variables.ts'
import type { Env } from './read-env.ts'

/**
 * Creates functions that read environment variables as numbers, lists and other types. For an invalid value, a function
 * adds a message to `errors` and still returns a value, so that one run reports all errors.
 */
export function createEnvironmentVariableReader(env: Env) {
  const errors: string[] = []
  const value = (key: keyof Env) => env[key]?.trim() || ENVIRONMENT_VARIABLES[key].defaultValue
  const reject = (key: keyof Env, reason: string) =>
    void errors.push(`${ENVIRONMENT_VARIABLES[key].name}: ${reason}, not "${value(key)}"`)
  return {
    errors,
    value,
    reject,
    flag(key: keyof Env) {
      if (!['0', '1', 'false', 'true'].includes(value(key))) reject(key, 'must be 0 or 1')
      return ['1', 'true'].includes(value(key))
    },
    wholeNumber(key: keyof Env) {
      if (!/^\d{1,15}$/.test(value(key))) reject(key, 'must be a whole number')
      return Number(value(key))
    },
    port(key: keyof Env) {
      const port = Number(value(key))
      if (!Number.isInteger(port) || port < 0 || port > 65535) reject(key, 'must be a port from 0 to 65535')
      return port
    },
    list: (key: keyof Env) =>
      value(key)
        .split(',')
        .map((item) => item.trim())
        .filter(Boolean),
  }
}

export type EnvReader = ReturnType<typeof createEnvironmentVariableReader>
