import { setTimeout as wait } from 'node:timers/promises'
import PgBoss from 'pg-boss'
import type { Store } from '../../store/store.ts'
import type { LaneQueue } from '../../webhook-ports.ts'

const QUEUE = 'webhook-lanes'

/** Workers of one process, and the lanes that each runs at once. */
const WORKERS = 4
const LANES_PER_WORKER = 5
const POLL_SECONDS = 1

/** Jobs are only hints: what is due is in the deliveries, so little of them is kept. */
const KEEP_SECONDS = 3_600

interface Lane {
  lane: string
}

const MAX_STARTS = 20
const START_AGAIN_MS = 250
/** Unique violation, duplicate schema, duplicate table, duplicate object and deadlock of PostgreSQL. */
const COLLISIONS = ['23505', '42P06', '42P07', '42710', '40P01']

const isCollision = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && COLLISIONS.includes(String(error.code))

/** Processes that start together create the schema of pg-boss at the same moment: all but one of them fail once. */
const startTogether = async <Value>(start: () => Promise<Value>, attempts = MAX_STARTS): Promise<Value> => {
  try {
    return await start()
  } catch (error) {
    if (attempts <= 1 || !isCollision(error)) throw error
    await wait(START_AGAIN_MS)
    return startTogether(start, attempts - 1)
  }
}

/** pg-boss over the connections of the store, on a PostgreSQL server and on the embedded database alike. */
export const createBossLaneQueue = (
  executeSql: NonNullable<Store['executeSql']>,
  onError: (error: unknown) => void,
): LaneQueue => {
  let boss: PgBoss | undefined
  const settings = { name: QUEUE, policy: 'short', retryLimit: 0, expireInSeconds: 600 } as const

  // An instance whose start failed never starts again.
  const startNew = async (): Promise<PgBoss> => {
    const created = new PgBoss({
      db: { executeSql },
      schedule: false,
      archiveCompletedAfterSeconds: 60,
      deleteAfterSeconds: KEEP_SECONDS,
      maintenanceIntervalSeconds: 60,
    })
    created.on('error', onError)
    await created.start()
    try {
      // `short`: one job of a lane waits at a time, however many processes add it.
      if (!(await created.getQueue(QUEUE))) await created.createQueue(QUEUE, settings)
    } catch (error) {
      await created.stop({ graceful: false, close: false })
      throw error
    }
    return created
  }

  return {
    async start(run) {
      const started = await startTogether(startNew)
      boss = started
      const options = { batchSize: LANES_PER_WORKER, pollingIntervalSeconds: POLL_SECONDS }
      for (let worker = 0; worker < WORKERS; worker++) {
        await started.work<Lane>(QUEUE, options, async (jobs) => {
          await Promise.all(jobs.map(({ data }) => run(data.lane).catch(onError)))
        })
      }
    },
    async add(lanes) {
      if (lanes.length === 0) return
      await boss?.insert(lanes.map((lane) => ({ name: QUEUE, data: { lane }, singletonKey: lane })))
    },
    async stop() {
      await boss?.stop({ graceful: true, close: false, timeout: 20_000 })
    },
  }
}
