import type { ChildProcess } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { Webhook as Verifier } from 'standardwebhooks'
import { startScript } from '../../testing/child-script.ts'
import { aUserRecord } from '../../testing/records.ts'
import { openPostgresStore } from '../adapters/postgres/postgres-store.ts'
import { nodeRandom } from '../adapters/random.ts'
import { createSecretBox } from '../adapters/secret-box.ts'
import { newSecret, sealSecret } from '../domain/webhooks/webhook-secrets.ts'

const WORKER = fileURLToPath(new URL('./webhook-worker.test-kit.ts', import.meta.url))

/** As in production, but seconds instead of hours. */
export const DELIVERY_PACE = {
  timeoutMs: 500,
  times: { claimMs: 3_000, firstDelayMs: 200, maxDelayMs: 1_000, giveUpMs: 86_400_000 },
}

const FAILING = 0.3
const HANGING = 0.05
const KILL_EVERY_MS = 8_000

export interface DeliveryFigures {
  written: number
  requests: number
  kills: number
  lost: number
  /** Events that arrived with more than one id. */
  twoIds: number
  outOfOrder: number
  /** Requests whose signature the published library refuses. */
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
      const fate = Math.random()
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

const fill = async (databaseUrl: string, url: string, records: number): Promise<void> => {
  const store = await openPostgresStore(databaseUrl)
  for (let at = 0; at < records; at++) {
    await store.users.insert(aUserRecord({ id: `record-${at}`, email: `record-${at}@acme.test` }))
  }
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
    createdAt: now,
    updatedAt: now,
  })
  await store.close()
}

const SECRET = newSecret({ random: nodeRandom })

/** Numbers of each record in the order in which the receiver first accepted them. */
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

/** Four processes write and deliver `wanted` events while one after the other is killed. */
export const proveDelivery = async (
  databaseUrl: string,
  { wanted, records }: { wanted: number; records: number },
): Promise<DeliveryFigures> => {
  const startedAt = Date.now()
  const receiver = await startFlakyReceiver(SECRET)
  await fill(databaseUrl, receiver.url, records)
  const written = new Set<string>()
  const workers: ChildProcess[] = []
  let mode = 'write'
  const startWorker = (at: number) => {
    const child = startScript(WORKER, databaseUrl, String(records), mode)
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [kind, record, number] = line.split(' ')
      if (kind === 'wrote') written.add(`${record} ${number}`)
    })
    workers[at] = child
  }
  for (let at = 0; at < 4; at++) startWorker(at)
  let kills = 0
  const kill = (at: number) => {
    workers[at]?.kill('SIGKILL')
    kills += 1
    startWorker(at)
  }
  const arrived = () => new Set(receiver.accepted.map(({ record, number }) => `${record} ${number}`))
  const deadline = startedAt + 900_000
  for (let round = 0; Date.now() < deadline; round++) {
    await sleep(KILL_EVERY_MS)
    if (mode === 'write' && written.size >= wanted) {
      mode = 'deliver'
      for (let at = 0; at < 4; at++) kill(at)
      continue
    }
    const seen = arrived()
    if (mode === 'deliver' && [...written].every((one) => seen.has(one))) break
    kill(round % 4)
  }
  for (const worker of workers) worker.kill('SIGKILL')
  receiver.close()
  const seen = arrived()
  const ids = new Map<string, Set<string>>()
  for (const { record, number, id } of receiver.accepted) {
    const name = `${record} ${number}`
    ids.set(name, (ids.get(name) ?? new Set()).add(id))
  }
  return {
    written: written.size,
    requests: receiver.counts.requests,
    kills,
    lost: [...written].filter((one) => !seen.has(one)).length,
    twoIds: [...ids.values()].filter((each) => each.size > 1).length,
    outOfOrder: disordersOf(receiver.accepted),
    unsigned: receiver.counts.unsigned,
    seconds: Math.round((Date.now() - startedAt) / 1_000),
  }
}
