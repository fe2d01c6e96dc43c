// `webhook-delivery.test-kit.ts` runs this file as a separate process, which it kills. Its arguments are the database, the
// number of records, and `write` to create events in addition to delivering them.

import { createRandom } from '../../testing/random.ts'
import { configOf } from '../adapters/config.ts'
import { createBossLaneQueue } from '../adapters/postgres/boss-lane-queue.ts'
import { nodeRandom } from '../adapters/random.ts'
import { createSecretBox } from '../adapters/secret-box.ts'
import { createWebhookSender } from '../adapters/webhook-sender.ts'
import { keepDelivering } from '../domain/delivery/queue/keep-delivering.ts'
import { recordEvent } from '../domain/events/record-event.ts'
import type { Ports } from '../ports.ts'
import { openDatabase } from './delivery-store.test-kit.ts'
import { DELIVERY_PACE } from './webhook-delivery.test-kit.ts'

const [database = '', records = '1', mode = 'deliver'] = process.argv.slice(2)

/**
 * Prints one fact per line. Node writes pipes synchronously, so the line is sent even if the process dies immediately
 * after.
 */
const say = (line: string) => process.stdout.write(`${line}\n`)

const store = await openDatabase(database)
if (!store.executeSql) throw new Error('This store has no SQL')
const clock = { now: () => Date.now() }
const log = { warn: () => undefined, error: () => undefined }
// The ports that deliveries need.
const ports = {
  store,
  clock,
  random: nodeRandom,
  secretBox: createSecretBox(store),
  webhooks: createWebhookSender({ clock, allowLocal: true, timeoutMs: DELIVERY_PACE.timeoutMs }),
  log,
  config: configOf({ apiUrl: 'http://localhost:3002', appUrl: 'http://localhost:3000' }),
} as unknown as Ports

await keepDelivering(
  ports,
  createBossLaneQueue(store.executeSql, () => undefined),
  DELIVERY_PACE.times,
)
say('open')

/** Writes the next number of a record in the transaction of its event; other writers of the record wait. */
const writeOne = async (record: string): Promise<number> => {
  let number = 0
  await store.transaction(async (inside) => {
    await inside.users.update({ id: record }, { lastLogin: clock.now() })
    number = ((await inside.users.get(record))?.failedLogins ?? 0) + 1
    await inside.users.update({ id: record }, { failedLogins: number })
    const event = {
      tenantId: 'acme',
      key: 'frontegg.user.updated',
      recordId: record,
      data: { user: { id: record, email: '', name: String(number) } },
    } as const
    await recordEvent({ ...ports, store: inside }, event)
  })
  return number
}

if (mode === 'write') {
  const writeForEver = async (seed: number) => {
    const random = createRandom(seed)
    for (;;) {
      const record = `record-${random.below(Number(records))}`
      say(`wrote ${record} ${await writeOne(record)}`)
    }
  }
  await Promise.all([writeForEver(1), writeForEver(2)])
}
