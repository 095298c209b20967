/**
 * Finds what `read` found before, until someone, this process or another, has changed the database.
 * @param version of what is read
 * @param fits whether what was found for another question answers this one too
 */
export function cacheUntilCommit<Found, Asked = void>(
  version: () => string,
  read: (asked: Asked) => Promise<Found>,
  fits: (found: Found, asked: Asked) => boolean = () => true,
): (asked: Asked) => Promise<Found> {
  let kept: { version: string; found: Promise<Found> } | undefined
  const readAt = (current: string, asked: Asked) => {
    const fresh = { version: current, found: read(asked) }
    kept = fresh
    fresh.found.catch(() => {
      if (kept === fresh) kept = undefined
    })
    return fresh.found
  }
  return async (asked) => {
    // Asked before reading: a change in between is read again next time.
    const current = version()
    if (kept?.version !== current) return readAt(current, asked)
    const found = await kept.found
    return fits(found, asked) ? found : readAt(current, asked)
  }
}
