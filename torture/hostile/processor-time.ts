/** Processor time of this thread in milliseconds, which other processes and threads do not affect. */
export function processorMs(run: () => void): number {
  const before = process.threadCpuUsage()
  run()
  return process.threadCpuUsage(before).user / 1000
}
