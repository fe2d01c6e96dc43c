const TRIES = 3

/**
 * Returns the milliseconds that a piece of work takes by itself: the fastest of a few runs, and in Node at most the
 * processor time, so that other work on this machine isn't measured.
 */
export const ownTime = async (work: () => unknown): Promise<number> => {
  const used = globalThis.process?.cpuUsage?.bind(globalThis.process)
  let fastest = Number.POSITIVE_INFINITY
  for (let at = 0; at < TRIES; at += 1) {
    const [start, before] = [performance.now(), used?.()]
    await work()
    const wall = performance.now() - start
    const spent = before && used ? used(before) : undefined
    fastest = Math.min(fastest, wall, spent ? (spent.user + spent.system) / 1000 : wall)
  }
  return fastest
}
