import { createServer } from 'node:net'

// Below the ports that systems give to outgoing connections: one of those could take a port before its server listens.
const FIRST = 21_000
const RANGE = 10_000
/** Workers of Playwright start servers at once, so each has a part of the range. */
const WORKERS = 10

/** Whether no server of this machine listens there. */
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

/** The first of `count` free ports in a row. */
export const freePorts = async (count: number): Promise<number> => {
  const { first, size } = ownRange()
  const port = first + Math.floor(Math.random() * (size - count))
  const all = await Promise.all(Array.from({ length: count }, (_, at) => isFree(port + at)))
  return all.every(Boolean) ? port : freePorts(count)
}
