import { CalendarError, type FailureCode } from '../../../core/errors.ts'

/**
 * Runs code that the WordPress routes share with the other APIs, and translates the codes of its errors to those of
 * WordPress.
 * @param codes the WordPress code for each code to translate; errors with other codes are thrown unchanged
 */
export async function translateToWordpressErrorCodes<Result>(
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
