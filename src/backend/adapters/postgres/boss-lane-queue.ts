import { setTimeout as wait } from 'node:timers/promises'
import PgBoss from 'pg-boss'
import type { DueLane, LaneQueue } from '../../ports/webhooks.ts'
import type { Store } from '../../store/store.ts'
import { DatabaseError } from './outage.ts'
import { isForbidden, preparationFaultOf } from './preparation-fault.ts'

const QUEUE = 'webhook-lanes'

/** Number of lanes that one process runs at once. */
const MAX_RUNNING = 20
const POLL_MS = 1_000
/** Several polls, and the time that one takes on a busy database. */
const MAX_QUIET_MS = 15_000
/** The longest duration of an attempt, and a little more. */
const MAX_STOP_MS = 20_000

/** Jobs with the highest priority are fetched first; it is a whole number of 32 bits. */
const priorityOf = ({ order }: DueLane): number => 2_000_000_000 - order

/** Jobs are only hints, because the deliveries contain what is due, so jobs are kept only briefly. */
const KEEP_SECONDS = 3_600

type Job = PgBoss.Job<{ lane: string }>

const MAX_STARTS = 20
const START_AGAIN_MS = 250
/** PostgreSQL's unique violation, duplicate schema, duplicate table, duplicate object and deadlock. */
const COLLISIONS = ['23505', '42P06', '42P07', '42710', '40P01']

/** The store wraps some errors, such as that of a deadlock. */
const isCollision = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && COLLISIONS.includes(String(error.code))) || isCollision(error.cause))

/** Retries the start: of processes that create the schema of pg-boss at the same moment, all but one fail once. */
const startTogether = async <Value>(start: () => Promise<Value>, attempts = MAX_STARTS): Promise<Value> => {
  try {
    return await start()
  } catch (error) {
    if (attempts <= 1 || !isCollision(error)) throw error
    await wait(START_AGAIN_MS)
    return startTogether(start, attempts - 1)
  }
}

/** Its schema is created at the first start, which a role without rights can't do. */
const notPrepared = (error: unknown): DatabaseError =>
  new DatabaseError(`DATABASE_URL: the queue of deliveries can't be prepared: ${preparationFaultOf(error)}`, {
    cause: error,
  })

interface Taking {
  run: (lane: string) => Promise<void>
  onError: (error: unknown) => void
}

/** Fetches a lane whenever another one ends: workers that fetch several wait for the slowest of them. */
const keepTaking = (boss: PgBoss, { run, onError }: Taking) => {
  const running = new Set<Promise<void>>()
  let hasEnded = false
  let taking: Promise<void> | undefined
  let tookAt = performance.now()

  const runJob = ({ id, data }: Job) => {
    const work: Promise<void> = run(data.lane)
      .catch(onError)
      .then(() => boss.complete(QUEUE, id))
      .catch(onError)
      .then(() => {
        running.delete(work)
        take()
      })
    running.add(work)
  }

  const fill = async () => {
    while (!hasEnded && running.size < MAX_RUNNING) {
      const jobs: Job[] = await boss.fetch(QUEUE, { batchSize: MAX_RUNNING - running.size })
      for (const job of jobs) runJob(job)
      if (jobs.length === 0) return
    }
  }

  const take = () => {
    taking ??= fill()
      .then(() => {
        tookAt = performance.now()
      })
      .catch(onError)
      .finally(() => {
        taking = undefined
      })
  }

  const timer = setInterval(take, POLL_MS)
  take()
  return {
    isRunning: () => !hasEnded && performance.now() - tookAt < MAX_QUIET_MS,
    async end() {
      hasEnded = true
      clearInterval(timer)
      await taking
      await Promise.all(running)
    },
  }
}

/**
 * Creates a queue with pg-boss over the connections of the store, for a PostgreSQL server and the embedded database
 * alike.
 */
export const createBossLaneQueue = (
  executeSql: NonNullable<Store['executeSql']>,
  onError: (error: unknown) => void,
): LaneQueue => {
  let boss: PgBoss | undefined
  let taker: ReturnType<typeof keepTaking> | undefined
  const settings = { name: QUEUE, policy: 'short', retryLimit: 0, expireInSeconds: 600 } as const

  // An instance whose start failed can never be started again.
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
      // With `short`, one job of a lane waits at a time, regardless of how many processes add it.
      if (!(await created.getQueue(QUEUE))) await created.createQueue(QUEUE, settings)
    } catch (error) {
      await created.stop({ graceful: false, close: false })
      throw error
    }
    return created
  }

  return {
    async start(run) {
      const started = await startTogether(startNew).catch((error: unknown) => {
        throw isForbidden(error) ? notPrepared(error) : error
      })
      boss = started
      taker = keepTaking(started, { run, onError })
    },
    async add(lanes) {
      if (lanes.length === 0) return
      const jobs = lanes.map((due) => ({
        name: QUEUE,
        data: { lane: due.lane },
        singletonKey: due.lane,
        priority: priorityOf(due),
      }))
      await boss?.insert(jobs)
    },
    isRunning: () => taker?.isRunning() ?? false,
    async stop() {
      await Promise.race([taker?.end(), wait(MAX_STOP_MS, undefined, { ref: false })])
      await boss?.stop({ graceful: true, close: false, timeout: MAX_STOP_MS })
    },
  }
}
