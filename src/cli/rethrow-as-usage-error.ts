import { CalendarError, presentError } from '../core/errors.ts'
import { UsageError } from './parse-arguments.ts'

/** Runs `work`, and rethrows an error of the API as a usage error with its messages. */
export async function rethrowAsUsageError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CalendarError) || error.status >= 500) throw error
    const { message, data } = presentError(error)
    const { params = {} } = data as { params?: Record<string, string> }
    throw new UsageError([message, ...Object.values(params)].join('\n'))
  }
}
