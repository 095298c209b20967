/** Milliseconds each of `times` runs takes, one after the other, sorted. */
export async function timeRuns(times: number, work: (turn: number) => Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  for (let turn = 0; turn < times; turn += 1) {
    const begun = performance.now()
    await work(turn)
    taken.push(performance.now() - begun)
  }
  return taken.sort((one, other) => one - other)
}

/** Part of the turns that compilers warm up in, and nobody counts. */
const WARM_UP_SHARE = 0.2

/**
 * Milliseconds of several kinds of work done in turn, each sorted: a noisy neighbour then disturbs all of them alike, and
 * their ratios stay.
 */
export async function timeInterleaved<Name extends string>(
  turns: number,
  works: Record<Name, (turn: number) => unknown>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(works) as Name[]
  const taken = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>
  const warmUp = Math.floor(turns * WARM_UP_SHARE)
  for (let turn = 0; turn < turns + warmUp; turn += 1) {
    for (const name of names) {
      const begun = performance.now()
      await works[name](turn)
      if (turn >= warmUp) taken[name].push(performance.now() - begun)
    }
  }
  for (const name of names) taken[name].sort((one, other) => one - other)
  return taken
}
