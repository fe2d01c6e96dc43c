import { createServer } from 'node:net'

// These ports are below those that systems use for outgoing connections, which could take a port before its server
// listens.
const FIRST = 21_000
const RANGE = 10_000
/** Playwright's workers start servers at the same time, so each has a part of the range. */
const WORKERS = 10

/** Returns whether no server of this machine listens at a port. */
export const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

const ownRange = (): { first: number; size: number } => {
  const worker = process.env.TEST_PARALLEL_INDEX
  if (worker === undefined) return { first: FIRST, size: RANGE }
  const size = RANGE / WORKERS
  return { first: FIRST + (Number(worker) % WORKERS) * size, size }
}

/** Returns the first of `count` consecutive free ports. */
export const freePorts = async (count: number): Promise<number> => {
  const { first, size } = ownRange()
  const port = first + Math.floor(Math.random() * (size - count))
  const all = await Promise.all(Array.from({ length: count }, (_, at) => isFree(port + at)))
  return all.every(Boolean) ? port : freePorts(count)
}
