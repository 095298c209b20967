/** Runs `work` `times` times, one after the other. @returns sorted durations in milliseconds */
export async function timeRuns(times: number, work: (turn: number) => Promise<unknown>): Promise<number[]> {
  const durations: number[] = []
  for (let turn = 0; turn < times; turn += 1) {
    const begun = performance.now()
    await work(turn)
    durations.push(performance.now() - begun)
  }
  return durations.sort((one, other) => one - other)
}

/** Additional runs before the measurement, as a share: JIT compilers warm up. */
const WARM_UP_SHARE = 0.2

/**
 * Runs several kinds of work alternately, so that other load on the machine affects all of them equally and their ratios
 * remain valid.
 * @returns sorted durations in milliseconds by name
 */
export async function timeInterleaved<Name extends string>(
  turns: number,
  works: Record<Name, (turn: number) => unknown>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(works) as Name[]
  const durations = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>
  const warmUp = Math.floor(turns * WARM_UP_SHARE)
  for (let turn = 0; turn < turns + warmUp; turn += 1) {
    for (const name of names) {
      const begun = performance.now()
      await works[name](turn)
      if (turn >= warmUp) durations[name].push(performance.now() - begun)
    }
  }
  for (const name of names) durations[name].sort((one, other) => one - other)
  return durations
}
