import { CalendarError, type FailureCode } from '../../../core/errors.ts'

/**
 * Runs code that WordPress routes share with those of other faces, and translates its error codes to those of WordPress.
 * @param codes the codes to translate; others stay
 */
export async function translateErrors<Result>(
  codes: Partial<Record<FailureCode, FailureCode>>,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    const code = error instanceof CalendarError ? codes[error.code] : undefined
    throw code === undefined ? error : new CalendarError(code, error as CalendarError)
  }
}
