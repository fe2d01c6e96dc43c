type Work = () => Promise<unknown>

interface Waiting {
  start(): void
  signal?: AbortSignal
}

interface TestLocks {
  request<Result>(name: string, options: { signal?: AbortSignal }, work: () => Promise<Result>): Promise<Result>
  /** Returns the number of locks that are held or waited for. */
  count(): number
}

/** Creates Web Locks for several simulated tabs in one page; a lock is never stolen. */
export const createTestLocks = (): TestLocks => {
  const held = new Map<string, Work>()
  const queues = new Map<string, Waiting[]>()
  const queueOf = (name: string) => {
    const queue = queues.get(name) ?? []
    queues.set(name, queue)
    return queue
  }
  const release = (name: string) => {
    held.delete(name)
    queueOf(name).shift()?.start()
  }
  return {
    request: (name, { signal }, work) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const waiting: Waiting = {
          signal,
          start() {
            signal?.removeEventListener('abort', leave)
            held.set(name, work)
            Promise.resolve()
              .then(work)
              .then(resolve, reject)
              .finally(() => release(name))
          },
        }
        const leave = () => {
          const queue = queueOf(name)
          queue.splice(queue.indexOf(waiting), 1)
          reject(signal?.reason)
        }
        if (!held.has(name)) return waiting.start()
        signal?.addEventListener('abort', leave, { once: true })
        queueOf(name).push(waiting)
      }),
    count: () => held.size + [...queues.values()].reduce((sum, queue) => sum + queue.length, 0),
  }
}

interface TestChannel {
  onmessage: ((event: { data: unknown }) => void) | null
  postMessage(message: unknown): void
  close(): void
}

/** Creates BroadcastChannels for several simulated tabs in one page: asynchronous, never back to the sender. */
export const createTestChannels = () => {
  const open = new Map<string, Set<TestChannel>>()
  const create = (name: string): TestChannel => {
    const peers = open.get(name) ?? new Set<TestChannel>()
    open.set(name, peers)
    const channel: TestChannel = {
      onmessage: null,
      postMessage(message) {
        const data: unknown = structuredClone(message)
        for (const peer of peers)
          if (peer !== channel) queueMicrotask(() => peers.has(peer) && peer.onmessage?.({ data }))
      },
      close: () => {
        peers.delete(channel)
      },
    }
    peers.add(channel)
    return channel
  }
  return { create, count: () => [...open.values()].reduce((sum, peers) => sum + peers.size, 0) }
}
