import { pgbouncerSkipReason } from '../../test/kit/proxies/pgbouncer.ts'
import type { Outcome, Trial, TrialOptions } from '../trial.ts'
import { BALANCER_FAULTS, HOST_LIST_FAULTS, PGBOUNCER_FAULTS, SINGLE_SERVER_FAULTS } from './faults.ts'
import { type OutageFault, type OutageResult, type OutageSetupOptions, observeFault, openOutageSetup } from './setup.ts'

const SCENES: { options: OutageSetupOptions; acts: OutageFault[] }[] = [
  { options: { workers: 1 }, acts: SINGLE_SERVER_FAULTS },
  { options: { workers: 2 }, acts: SINGLE_SERVER_FAULTS },
  { options: { workers: 1, hasReplica: true, byHosts: true }, acts: HOST_LIST_FAULTS },
  { options: { workers: 2, hasReplica: true }, acts: BALANCER_FAULTS },
]
const PGBOUNCER_SCENE = { options: { workers: 2, hasPgbouncer: true }, acts: PGBOUNCER_FAULTS }
const SMOKE = [
  { options: { workers: 1 }, acts: SINGLE_SERVER_FAULTS.slice(0, 2) },
  { options: { workers: 1, hasReplica: true, byHosts: true }, acts: HOST_LIST_FAULTS.slice(0, 1) },
]

export const outage: Trial = {
  name: 'outage',
  engines: ['postgres'],
  promise:
    'While PostgreSQL is down, unresponsive, locked or replaced, requests get 503 within bounded time; afterwards the server recovers without a restart.',
  async run(options) {
    const seen: OutageResult[] = []
    const withPgbouncer = options.isSmoke || pgbouncerSkipReason() ? [] : [PGBOUNCER_SCENE]
    const scenes = [...(options.isSmoke ? SMOKE : SCENES), ...withPgbouncer]
    for (let round = 0; round < (options.rounds ?? 1); round += 1) {
      for (const scene of scenes) seen.push(...(await playScene(scene, round, options)))
    }
    return outcomeOf(seen)
  },
}

async function playScene({ options, acts }: (typeof SCENES)[number], round: number, { seed, logStep }: TrialOptions) {
  const random = randomFrom(seed + round)
  const stage = await openOutageSetup(options)
  const seen: OutageResult[] = []
  try {
    for (const [nth, act] of acts.entries()) {
      const one = await observeFault(stage, act, `trial${round}x${nth}`, random)
      const { answers, unavailable, slowestMs } = one.load
      const figures = `${answers} answers, ${unavailable} of them 503, the slowest in ${Math.round(slowestMs)} ms`
      logStep(`${options.workers} workers, ${act.name}: ${figures}; recovered in ${Math.round(one.recoveryMs)} ms`)
      for (const sentence of one.violations) logStep(`✗ ${sentence}`)
      seen.push(one)
    }
  } finally {
    await stage.close()
  }
  return seen
}

function outcomeOf(seen: OutageResult[]): Outcome {
  const sum = (of: (one: OutageResult) => number) => seen.reduce((total, one) => total + of(one), 0)
  const most = (of: (one: OutageResult) => number) => Math.round(Math.max(...seen.map(of)))
  return {
    figures: {
      outages: seen.length,
      responses: sum(({ load }) => load.answers),
      '503 responses': sum(({ load }) => load.unavailable),
      'confirmed writes': sum(({ load }) => load.created.size),
      'of these lost by asynchronous replication': sum(({ lost }) => lost),
      'longest response time': `${most(({ load }) => load.slowestMs)} ms`,
      'longest recovery time': `${most(({ recoveryMs }) => recoveryMs)} ms`,
    },
    violations: seen.flatMap(({ violations }) => violations),
  }
}

/** A linear congruential generator; values are 0 ≤ value < 1. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
