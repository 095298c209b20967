/**
 * Wraps `read` so that its result is cached until a commit, of this process or another, changes the version. Only the
 * result for the last parameter is cached; a rejected promise is not.
 * @param version of the data that `read` reads
 * @param isUsableFor whether a cached result also answers another parameter; by default it always does
 */
export function cacheUntilCommit<Result, Parameter = void>(
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
    // Taken before reading: if a commit comes in between, the next call reads again.
    const current = version()
    if (cached?.version !== current) return readAt(current, parameter)
    const result = await cached.result
    return isUsableFor(result, parameter) ? result : readAt(current, parameter)
  }
}
