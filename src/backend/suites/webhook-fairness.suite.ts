import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createMemoryLaneQueue } from '../adapters/memory-lane-queue.ts'
import { createBossLaneQueue } from '../adapters/postgres/boss-lane-queue.ts'
import { deliverLane, dueLanes } from '../domain/delivery/queue/keep-delivering.ts'
import { newDelivery, webhookReceiver } from '../domain/events/record-event.ts'
import type { WebhookExchange, WebhookRequest } from '../ports/webhooks.ts'
import type { Ports } from '../ports.ts'
import type { EventRecord } from '../store/records.ts'
import type { Kit } from './kit.test-kit.ts'
import { webhookCalls } from './webhooks.test-kit.ts'

const UPDATED = 'frontegg.user.updated'
const SLOW_URL = 'http://localhost:9/slow'
const FAST_URL = 'http://localhost:9/fast'

const OK: WebhookExchange = {
  requestHeaders: {},
  statusCode: 200,
  responseHeaders: {},
  responseBody: '',
  error: null,
  durationMs: 1,
}

/** Number of slow lanes: more than any queue runs at once. */
const SLOW_LANES = 60

/** Creates a list that a test can wait for. */
const createArrivals = () => {
  const ids: string[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  return {
    ids,
    add(id: string) {
      ids.push(id)
      for (const { count, resolve } of waiting) if (ids.length >= count) resolve()
    },
    reach: (count: number) =>
      new Promise<void>((resolve) => {
        waiting.push({ count, resolve })
        if (ids.length >= count) resolve()
      }),
  }
}

export const describeWebhookFairness = (kit: () => Kit): void => {
  const { create } = webhookCalls(kit)

  const webhookOf = async (email: string, url: string): Promise<string> => {
    const { token } = await kit().signIn(email)
    const made = await create(token, { url, eventKeys: [UPDATED] })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    return made.body._id
  }

  /** Records events of records, `count` of each, with deliveries to a webhook. */
  const record = async (webhookId: string, tenantId: string, recordIds: readonly string[], count = 1) => {
    const { ports, store } = kit()
    const events = recordIds.flatMap((recordId) =>
      Array.from({ length: count }, (_, position): EventRecord => {
        const id = `${recordId} ${position}`
        return { id, tenantId, key: UPDATED, recordId, position, body: '{}', createdAt: kit().time.now }
      }),
    )
    await store.events.insertMany(events)
    await store.deliveries.insertMany(events.map((event) => newDelivery(ports, webhookReceiver(webhookId), event)))
  }

  const recordsOf = (count: number) => Array.from({ length: count }, (_, at) => `record-${at}`)

  const portsWith = (send: (request: WebhookRequest) => Promise<WebhookExchange>): Ports => ({
    ...kit().ports,
    webhooks: { ...kit().ports.webhooks, send },
  })

  const queueOf = ({ executeSql }: Kit['store']) => {
    const onError = (error: unknown) => kit().ports.log.warn('A lane failed', error)
    return executeSql ? createBossLaneQueue(executeSql, onError) : createMemoryLaneQueue(onError)
  }

  it('aren’t delayed by another account with many slow ones', { timeout: 60_000 }, async () => {
    const [slow, fast] = [createArrivals(), createArrivals()]
    const pending: (() => void)[] = []
    let isReleased = false
    const ports = portsWith(async ({ url, id }) => {
      if (url === FAST_URL) fast.add(id)
      else {
        slow.add(id)
        if (!isReleased) await new Promise<void>((resolve) => pending.push(resolve))
      }
      return OK
    })
    await record(await webhookOf('ada@acme.test', SLOW_URL), 'acme', recordsOf(SLOW_LANES))
    const quick = await webhookOf('gia@globex.test', FAST_URL)
    const queue = queueOf(kit().store)
    await queue.start((lane) => deliverLane(ports, lane))
    try {
      await queue.add(await dueLanes(ports))
      await slow.reach(1)
      await record(quick, 'globex', ['quick'])
      await queue.add(await dueLanes(ports))
      // One of the slow receivers responds; all others still hang.
      pending.shift()?.()
      await fast.reach(1)
      assert.ok(slow.ids.length < SLOW_LANES, 'slow ones still wait')
    } finally {
      const stopped = queue.stop()
      isReleased = true
      for (const resolve of pending.splice(0)) resolve()
      await stopped
    }
    for (const { lane } of await dueLanes(ports)) await deliverLane(ports, lane)
    assert.equal(await kit().store.deliveries.count({ state: 'pending' }), 0, 'none is lost')
    assert.deepEqual([slow.ids.length, new Set(slow.ids).size], [SLOW_LANES, SLOW_LANES], 'none is sent twice')
  })

  it('are due in turn for each account, whatever one has waiting', async () => {
    const slow = await webhookOf('ada@acme.test', SLOW_URL)
    const quick = await webhookOf('gia@globex.test', FAST_URL)
    await record(slow, 'acme', recordsOf(1_100))
    kit().time.now += 1_000
    await record(quick, 'globex', ['quick-1', 'quick-2'])
    const lanes = await dueLanes(kit().ports)
    assert.deepEqual(
      lanes.slice(0, 4).map(({ lane }) => lane.split(':')[0]),
      [slow, quick, slow, quick],
    )
  })

  it('free their slots after seconds of a slow receiver, and continue in order at once', async () => {
    await record(await webhookOf('ada@acme.test', SLOW_URL), 'acme', ['mel'], 8)
    const sent: string[] = []
    let lane = ''
    const ports = portsWith(async ({ id }) => {
      sent.push(id)
      // Another worker meets this one and leaves the lane to it.
      await deliverLane(kit().ports, lane)
      kit().time.now += 2_000
      return OK
    })
    const inOrder = Array.from({ length: 8 }, (_, position) => `mel ${position}`)
    for (const reached of [3, 6, 8]) {
      const [due] = await dueLanes(ports)
      assert.ok(due, 'is due at once')
      lane = due.lane
      await deliverLane(ports, lane)
      assert.deepEqual(sent, inOrder.slice(0, reached))
    }
    assert.deepEqual(await dueLanes(ports), [])
  })
}
