import type { connectivity, webhooks } from '../../contract/webhooks.ts'
import type { SignedRequest } from '../call/auth.ts'
import { integer, text } from '../call/read.ts'
import { badRequest, conflict, notFound } from '../call/refusal.ts'
import { beforeAndAfter } from '../domain/audit/before-and-after.ts'
import { type Limit, takeAttempt } from '../domain/base/limits/limits.ts'
import { iso } from '../domain/base/wire/wire.ts'
import { cancelPending } from '../domain/delivery/webhooks/disable-failing.ts'
import { queueAgain, resendEvents, resendStart } from '../domain/delivery/webhooks/resend-events.ts'
import { auditedWebhook, toAttempt, toLog, toWebhook, withoutData } from '../domain/delivery/webhooks/shown-webhook.ts'
import { sendTest } from '../domain/delivery/webhooks/test-webhook.ts'
import { changedFields, isHarmless, newFields, pausedEvents } from '../domain/delivery/webhooks/webhook-fields.ts'
import { newSecret, ROTATION_MS, sealSecret, typedSecret } from '../domain/delivery/webhooks/webhook-secrets.ts'
import { assertSeesEvents, confirmedBy, showsEvent } from '../domain/identity/guarantor/event-areas.ts'
import { guarantorIdOf } from '../domain/identity/guarantor/guarantor-id.ts'
import { type Handlers, type SignedCall, signedIn } from '../http/handler.ts'
import { idsOf } from '../store/json-text.ts'
import type { WebhookLogRecord, WebhookRecord } from '../store/records.ts'
import type { Collections } from '../store/store.ts'

/** Limited because each event is written once per webhook. */
const MAX_WEBHOOKS = 50
const MAX_OFFSET = 1_000_000_000
const MAX_LOGS = 100
/** Limited because each call sends thousands of requests to a URL of the caller's choice. */
const RESENDS_PER_ACCOUNT: Limit = { name: 'webhook-resends', tries: 20, windowMs: 3_600_000 }

const ACCEPTED = 202

const auditWebhook = (
  call: SignedRequest,
  inside: Collections,
  action: string,
  { before, after }: { before?: WebhookRecord; after?: WebhookRecord },
) => {
  const { id = '', displayName = '' } = after ?? before ?? {}
  const shown = beforeAndAfter(before ? auditedWebhook(before) : null, after ? auditedWebhook(after) : null)
  return call.audit({
    inside,
    action,
    resource: 'Webhooks',
    severity: 'Medium',
    description: `${action}: ${displayName}`,
    detail: { webhookId: id, ...shown },
  })
}

const webhookOf = async ({ ports, auth }: SignedRequest, id: string): Promise<WebhookRecord> => {
  const found = await ports.store.webhooks.find({ id, tenantId: auth.tenantId })
  if (!found) throw notFound("This webhook doesn't exist")
  return found
}

const logOf = async ({ ports, auth }: SignedRequest, id: string): Promise<WebhookLogRecord> => {
  const found = await ports.store.webhookLogs.find({ id, tenantId: auth.tenantId })
  if (!found) throw notFound("This log entry doesn't exist")
  return found
}

const assertActive = ({ isActive }: WebhookRecord): void => {
  if (!isActive) throw conflict('Turn the webhook on first')
}

const list = async ({ ports, auth }: SignedRequest) => {
  const found = await ports.store.webhooks.list({ tenantId: auth.tenantId })
  const sorted = found.sort((left, right) => left.createdAt - right.createdAt || left.id.localeCompare(right.id, 'en'))
  return Promise.all(
    sorted.map(async (hook) => toWebhook(hook, await ports.store.webhookLogs.count({ webhookId: hook.id }))),
  )
}

const create = async (call: SignedCall<(typeof connectivity)['createWebhook']>) => {
  const { ports, auth, body } = call
  const { tenantId } = auth
  const typed = typedSecret(body.secret)
  const secret = typed ?? newSecret(ports)
  const now = ports.clock.now()
  const id = ports.random.uuid()
  const webhook: WebhookRecord = {
    id,
    tenantId,
    ...(await newFields(ports, body)),
    secret: await sealSecret(ports, id, secret),
    previousSecret: null,
    previousSecretUntil: null,
    failingSince: null,
    guarantorId: await guarantorIdOf(auth),
    createdAt: now,
    updatedAt: now,
  }
  await assertSeesEvents(auth, idsOf(webhook.eventKeys))
  await ports.store.transaction(async (store) => {
    if ((await store.webhooks.count({ tenantId })) >= MAX_WEBHOOKS) {
      throw badRequest(`An account can have at most ${MAX_WEBHOOKS} webhooks`).as('limit-reached')
    }
    await store.webhooks.insert(webhook)
    await auditWebhook(call, store, 'Webhook created', { after: webhook })
  })
  return { ...toWebhook(webhook, 0), secret: typed === undefined ? secret : null }
}

const update = async (call: SignedCall<(typeof connectivity)['updateWebhook']>) => {
  const { ports, body, path } = call
  const before = await webhookOf(call, path._id)
  const fields = await changedFields(ports, body)
  const secret = typedSecret(body.secret)
  const isTurnedOn = fields.isActive === true && !before.isActive
  const wanted = { ...before, ...fields }
  const change = { eventKeys: idsOf(wanted.eventKeys), isHarmless: isHarmless(before, wanted) }
  const guarantorId = await confirmedBy(call.auth, before, change)
  const patch = {
    ...fields,
    guarantorId,
    ...(secret !== undefined && { secret: await sealSecret(ports, before.id, secret) }),
    ...(isTurnedOn && { failingSince: null }),
    updatedAt: ports.clock.now(),
  }
  const after = { ...before, ...patch }
  await ports.store.transaction(async (store) => {
    if (!(await store.webhooks.update({ id: before.id }, patch))) throw notFound("This webhook doesn't exist")
    if (fields.isActive === false) await cancelPending(store, before.id)
    await auditWebhook(call, store, 'Webhook changed', { before, after })
  })
  return toWebhook(after, await ports.store.webhookLogs.count({ webhookId: before.id }))
}

const remove = async (call: SignedCall<(typeof connectivity)['deleteWebhook']>) => {
  const before = await webhookOf(call, call.path.id)
  await call.ports.store.transaction(async (store) => {
    await store.webhooks.delete({ id: before.id })
    await store.deliveries.delete({ webhookId: before.id })
    await store.webhookLogs.delete({ webhookId: before.id })
    await auditWebhook(call, store, 'Webhook deleted', { before })
  })
  return {}
}

const listLogs = async (call: SignedCall<(typeof connectivity)['listWebhookLogs']>) => {
  const { ports, auth, query } = call
  const webhook = await webhookOf(call, text(query.id, 'id'))
  const page = await ports.store.webhookLogs.page({
    where: { webhookId: webhook.id },
    sort: { field: 'createdAt', order: 'DESC' },
    offset: integer(query.offset, 'offset', { min: 0, max: MAX_OFFSET, fallback: 0 }),
    limit: integer(query.limit, 'limit', { min: 1, max: MAX_LOGS, fallback: 10 }),
  })
  const { keys } = await auth.grants()
  const rows = page.items.map((log) => (showsEvent(keys, log.eventKey) ? log : withoutData(log)))
  return { count: page.total, rows: rows.map((log) => toLog(log, ports.config.vendorId)) }
}

const retry = async (call: SignedCall<(typeof connectivity)['retryWebhookLog']>) => {
  const { ports, path } = call
  const log = await logOf(call, path.id)
  const webhook = await webhookOf(call, log.webhookId)
  assertActive(webhook)
  await ports.store.transaction(async (store) => {
    const queued = await queueAgain(store, [log.deliveryId], ports.clock.now())
    if (!queued) throw notFound('This event is no longer kept')
    await auditWebhook(call, store, 'Webhook delivery retried', { after: webhook })
  })
  return { statusCode: ACCEPTED }
}

export const webhookHandlers = {
  listWebhooks: signedIn(list),
  createWebhook: signedIn(create),
  updateWebhook: signedIn(update),
  deleteWebhook: signedIn(remove),
  listWebhookLogs: signedIn(listLogs),
  testWebhook: signedIn(async (call) => {
    const sent = await sendTest(call, call.body)
    await call.audit({ action: 'Webhook tested', resource: 'Webhooks', description: `Sent a test to ${sent.url}` })
    return sent.result
  }),
  retryWebhookLog: signedIn(retry),
} satisfies Partial<Handlers<typeof connectivity>>

const rotate = async (call: SignedCall<(typeof webhooks)['rotateWebhookSecret']>) => {
  const { ports, body, path } = call
  const before = await webhookOf(call, path.id)
  const secret = typedSecret(body.secret) ?? newSecret(ports)
  const now = ports.clock.now()
  const previousSecretUntil = now + ROTATION_MS
  const sealed = await sealSecret(ports, before.id, secret)
  const patch = { secret: sealed, previousSecret: before.secret, previousSecretUntil, updatedAt: now }
  await ports.store.transaction(async (store) => {
    const isOurs = await store.webhooks.update({ id: before.id, secret: before.secret }, patch)
    if (!isOurs)
      throw conflict('Another administrator rotated this secret in the meantime. Reload the page').as('outdated')
    await auditWebhook(call, store, 'Webhook secret rotated', { after: before })
  })
  return { secret, previousSecretUntil: iso(previousSecretUntil) }
}

const resend = async (call: SignedCall<(typeof webhooks)['resendWebhookEvents']>) => {
  const { ports, body, path } = call
  const webhook = await webhookOf(call, path.id)
  assertActive(webhook)
  const since = resendStart(body.since, ports.clock.now())
  await takeAttempt(ports, RESENDS_PER_ACCOUNT, webhook.tenantId)
  return ports.store.transaction(async (store) => {
    const count = await resendEvents(ports, store, { webhook, since })
    await auditWebhook(call, store, 'Webhook events sent again', { after: webhook })
    return { count }
  })
}

const statuses = async ({ ports, auth }: SignedRequest) => {
  const found = await ports.store.webhooks.list({ tenantId: auth.tenantId })
  const ofWebhook = async (webhook: WebhookRecord) => {
    const { id, failingSince, previousSecretUntil } = webhook
    return {
      webhookId: id,
      ...(await pausedEvents(ports, webhook)),
      pending: await ports.store.deliveries.count({ webhookId: id, state: 'pending' }),
      failingSince: failingSince === null ? null : iso(failingSince),
      previousSecretUntil:
        previousSecretUntil !== null && previousSecretUntil > ports.clock.now() ? iso(previousSecretUntil) : null,
    }
  }
  return { statuses: await Promise.all(found.map(ofWebhook)) }
}

export const webhooksHandlers = {
  listWebhookStatuses: signedIn(statuses),
  rotateWebhookSecret: signedIn(rotate),
  resendWebhookEvents: signedIn(resend),
  getWebhookAttempt: signedIn(async (call) => {
    const log = await logOf(call, call.path.id)
    const { keys } = await call.auth.grants()
    return toAttempt(showsEvent(keys, log.eventKey) ? log : withoutData(log), call.ports.config.vendorId)
  }),
} satisfies Handlers<typeof webhooks>
