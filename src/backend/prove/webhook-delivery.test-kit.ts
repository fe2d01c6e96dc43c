import type { ChildProcess } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { Webhook as Verifier } from 'standardwebhooks'
import { startScript } from '../../testing/child-script.ts'
import { randomOf } from '../../testing/random.ts'
import { aMemberRecord, aUserRecord } from '../../testing/records.ts'
import { nodeRandom } from '../adapters/random.ts'
import { createSecretBox } from '../adapters/secret-box.ts'
import { newSecret, sealSecret } from '../domain/delivery/webhooks/webhook-secrets.ts'
import { openDatabase } from './delivery-store.test-kit.ts'

const WORKER = fileURLToPath(new URL('./webhook-worker.test-kit.ts', import.meta.url))

/** The production settings, in seconds instead of hours. */
export const DELIVERY_PACE = {
  timeoutMs: 500,
  times: { claimMs: 3_000, firstDelayMs: 200, maxDelayMs: 1_000, giveUpMs: 86_400_000 },
}

const FAILING = 0.3
const HANGING = 0.05
const KILL_EVERY_MS = 4_000
const MAX_MS = 1_800_000

interface DeliveryFigures {
  written: number
  requests: number
  kills: number
  lost: number
  /** Events that arrived with more than one id. */
  twoIds: number
  outOfOrder: number
  /** Requests whose signature the published library rejects. */
  unsigned: number
  seconds: number
}

interface Arrival {
  record: string
  number: number
  id: string
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const startFlakyReceiver = async (secret: string) => {
  const accepted: Arrival[] = []
  const counts = { requests: 0, unsigned: 0 }
  const verifier = new Verifier(secret)
  const random = randomOf(61)
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      counts.requests += 1
      try {
        verifier.verify(body, request.headers as Record<string, string>)
      } catch {
        counts.unsigned += 1
      }
      const fate = random()
      if (fate < HANGING) return
      if (fate < HANGING + FAILING) return void response.writeHead(500).end()
      const { eventContext, user } = JSON.parse(body)
      accepted.push({ record: user.id, number: Number(user.name), id: eventContext.eventId })
      response.writeHead(200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://localhost:${port}/`, accepted, counts, close }
}

const fill = async (database: string, url: string, records: number): Promise<void> => {
  const store = await openDatabase(database)
  const ids = Array.from({ length: records }, (_, at) => `record-${at}`)
  await store.users.insertMany(ids.map((id) => aUserRecord({ id, email: `${id}@acme.test` })))
  await store.users.insert(aUserRecord({ id: 'keeper', superUser: true }))
  await store.members.insert(aMemberRecord({ id: 'keeper', userId: 'keeper' }))
  const now = Date.now()
  await store.webhooks.insert({
    id: 'hook',
    tenantId: 'acme',
    displayName: 'Hook',
    description: '',
    url,
    secret: await sealSecret({ secretBox: createSecretBox(store) }, 'hook', SECRET),
    previousSecret: null,
    previousSecretUntil: null,
    eventKeys: JSON.stringify(['frontegg.user.updated']),
    isActive: true,
    failingSince: null,
    guarantorId: 'keeper',
    createdAt: now,
    updatedAt: now,
  })
  await store.close()
}

const SECRET = newSecret({ random: nodeRandom })

/** Counts events that the receiver accepted out of order, by record. */
const disordersOf = (accepted: readonly Arrival[]): number => {
  const highest = new Map<string, number>()
  const seen = new Set<string>()
  let disorders = 0
  for (const { record, number } of accepted) {
    if (seen.has(`${record} ${number}`)) continue
    seen.add(`${record} ${number}`)
    if (number < (highest.get(record) ?? 0)) disorders += 1
    highest.set(record, Math.max(number, highest.get(record) ?? 0))
  }
  return disorders
}

export interface DeliveryPlace {
  /** URL of a PostgreSQL server or folder of an embedded database. */
  database: string
  processes: number
  /**
   * Minimum time that a process works before it may be killed, because starting can take as long as the rounds on a
   * busy machine. After a kill its claims wait for `claimMs`: a single process needs more than that to make progress.
   */
  minWorkMs: number
}

interface Fleet {
  /** Kills the process that has worked longest, once it has worked for a while. */
  killOldest(): void
  /** Kills all processes at once, in any state. */
  restart(): void
  end(): void
  kills(): number
}

/**
 * Keeps processes running while they are killed one after the other, each as soon as it works. `onLine` receives their
 * output.
 */
const startFleet = (
  { processes, minWorkMs }: DeliveryPlace,
  start: () => ChildProcess & { stdout: Readable },
  onLine: (line: string) => void,
) => {
  const workers: { child: ChildProcess; openedAt: number }[] = []
  let kills = 0
  let isOver = false
  const launch = (at: number) => {
    if (isOver) return
    const child = start()
    const worker = { child, openedAt: Number.POSITIVE_INFINITY }
    workers[at] = worker
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line === 'open') worker.openedAt = Date.now()
      else onLine(line)
    })
    // A database in a folder is available again after the process has ended.
    child.once('exit', () => launch(at))
  }
  for (let at = 0; at < processes; at++) launch(at)
  return {
    killOldest() {
      const [oldest] = workers.toSorted((left, right) => left.openedAt - right.openedAt)
      if (!oldest || Date.now() - oldest.openedAt < minWorkMs) return
      oldest.openedAt = Number.POSITIVE_INFINITY
      oldest.child.kill('SIGKILL')
      kills += 1
    },
    restart() {
      for (const { child } of workers) child.kill('SIGKILL')
      kills += workers.length
    },
    end() {
      isOver = true
      for (const { child } of workers) child.kill('SIGKILL')
    },
    kills: () => kills,
  } satisfies Fleet
}

const idsOfEvents = (accepted: readonly Arrival[]): Map<string, Set<string>> => {
  const ids = new Map<string, Set<string>>()
  for (const { record, number, id } of accepted) {
    const name = `${record} ${number}`
    ids.set(name, (ids.get(name) ?? new Set()).add(id))
  }
  return ids
}

/** Writes and delivers `wanted` events while processes are killed one after another. */
export const proveDelivery = async (
  place: DeliveryPlace,
  { wanted, records }: { wanted: number; records: number },
): Promise<DeliveryFigures> => {
  const { database } = place
  const startedAt = Date.now()
  const receiver = await startFlakyReceiver(SECRET)
  await fill(database, receiver.url, records)
  const written = new Set<string>()
  let mode = 'write'
  const fleet = startFleet(
    place,
    () => startScript(WORKER, database, String(records), mode),
    (line) => {
      const [kind, record, number] = line.split(' ')
      if (kind === 'wrote') written.add(`${record} ${number}`)
    },
  )
  const arrived = () => idsOfEvents(receiver.accepted)
  const isDone = () => {
    const seen = arrived()
    return mode === 'deliver' && [...written].every((one) => seen.has(one))
  }
  const deadline = startedAt + MAX_MS
  while (Date.now() < deadline && !isDone()) {
    await sleep(KILL_EVERY_MS)
    if (mode === 'deliver' || written.size < wanted) fleet.killOldest()
    else {
      mode = 'deliver'
      fleet.restart()
    }
  }
  fleet.end()
  receiver.close()
  const ids = arrived()
  return {
    written: written.size,
    requests: receiver.counts.requests,
    kills: fleet.kills(),
    lost: [...written].filter((one) => !ids.has(one)).length,
    twoIds: [...ids.values()].filter((each) => each.size > 1).length,
    outOfOrder: disordersOf(receiver.accepted),
    unsigned: receiver.counts.unsigned,
    seconds: Math.round((Date.now() - startedAt) / 1_000),
  }
}
