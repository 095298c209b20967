import process from 'node:process'

/**
 * The module `node:http`. It is not imported, because an import reads every export, and reading some of them loads the
 * HTTP client behind `fetch`: 10 to 35 ms and 3 to 12 MiB that a server does not need.
 */
export const http = process.getBuiltinModule('node:http')
