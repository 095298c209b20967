import { readFileSync } from 'node:fs'
import { ConfigError } from './config-types.ts'
import { ENVIRONMENT_VARIABLES } from './environment-variables.ts'

/** The largest size of a file with a secret, in bytes. A larger file is a mistake, such as the path of a database. */
const FILE_BYTES_MAX = 65_536

/**
 * Returns the environment with the contents of secret files: `SMTP_URL_FILE=/run/secrets/smtp` sets `SMTP_URL` to the
 * content of that file, without line breaks at its end. Container platforms provide secrets as files. A variable takes
 * precedence over its file, because the server starts commands with `DATABASE_URL` in their environment.
 * @throws {ConfigError} with one line for each file that cannot be read
 */
export function readSecretFiles(env: Record<string, string | undefined>): Record<string, string | undefined> {
  const errors: string[] = []
  const secrets = Object.values(ENVIRONMENT_VARIABLES).flatMap(({ name, isSecret }) => {
    const path = isSecret && !env[name]?.trim() ? env[`${name}_FILE`]?.trim() : undefined
    if (!path) return []
    try {
      return [[name, readSecret(path)]]
    } catch (error) {
      errors.push(`${name}_FILE: cannot be read (${(error as Error).message})`)
      return []
    }
  })
  if (errors.length > 0) throw new ConfigError(errors.join('\n'))
  return { ...env, ...Object.fromEntries(secrets) }
}

function readSecret(path: string): string {
  const content = readFileSync(path)
  if (content.length > FILE_BYTES_MAX) throw new Error(`larger than ${FILE_BYTES_MAX} bytes`)
  const secret = content.toString('utf8').replace(/[\r\n]+$/, '')
  if (secret === '') throw new Error('the file is empty')
  return secret
}
