/** Runs a query on one connection and returns the id of the PostgreSQL process that ran it. */
type ReadProcessId = () => Promise<number>

/** SQL query for the id of the PostgreSQL server process that runs the query. */
export const PROCESS_ID = 'SELECT pg_backend_pid() AS "processId"'

/**
 * Number of times that the process ids are compared. Once may not be enough, because other clients of the pooler use
 * the same server processes meanwhile.
 */
const ROUNDS = 2

/**
 * Whether each of two connections has a server process of its own, as without a pooler and behind one in session mode.
 * In transaction mode, PgBouncer gives each statement the process that was used last, or all processes in turn
 * (`server_round_robin`). In the first case the two connections share a process; in the second, two statements of one
 * connection run in different processes.
 */
export async function doConnectionsHaveSeparateProcesses(one: ReadProcessId, other: ReadProcessId): Promise<boolean> {
  const ofOne = new Set<number>()
  const ofOther = new Set<number>()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let statement = 0; statement < 2; statement += 1) ofOne.add(await one())
    ofOther.add(await other())
  }
  return ofOne.size === 1 && ofOther.size === 1 && new Set([...ofOne, ...ofOther]).size === 2
}
