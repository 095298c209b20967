/**
 * Wraps a function that reads from the database so that its result is cached until the database version changes. Every
 * commit of any process changes the database version. Only the result for the most recent parameter is cached; rejected
 * promises are not cached.
 * @param version returns the current database version
 * @param isUsableFor whether a cached result is also valid for another parameter; by default always true
 */
export function cacheResultUntilCommit<Result, Parameter = void>(
  version: () => string,
  read: (parameter: Parameter) => Promise<Result>,
  isUsableFor: (result: Result, parameter: Parameter) => boolean = () => true,
): (parameter: Parameter) => Promise<Result> {
  let cached: { version: string; result: Promise<Result> } | undefined
  const readAt = (current: string, parameter: Parameter) => {
    const fresh = { version: current, result: read(parameter) }
    cached = fresh
    fresh.result.catch(() => {
      if (cached === fresh) cached = undefined
    })
    return fresh.result
  }
  return async (parameter) => {
    // Reads the database version before the data: if a commit
    // happens between the two, the next call reads the data again.
    const current = version()
    if (cached?.version !== current) return readAt(current, parameter)
    const result = await cached.result
    return isUsableFor(result, parameter) ? result : readAt(current, parameter)
  }
}
