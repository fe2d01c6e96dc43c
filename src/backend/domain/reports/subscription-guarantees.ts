import type { Guaranteed } from '../../../entities/guarantee.ts'
import { holdsPermission } from '../../../rules/permission.ts'
import type { SignedRequest } from '../../call/auth.ts'
import { forbidden, notFound } from '../../call/refusal.ts'
import { idsOf } from '../../store/json-text.ts'
import type { Collections } from '../../store/store.ts'
import { beforeAndAfter } from '../audit/before-and-after.ts'
import { slackKeysOf } from '../events/subscriptions.ts'
import { assertSeesEvents, eventName } from '../identity/guarantor/event-areas.ts'
import type { Guarantees } from '../identity/guarantor/guarantee.ts'
import { guarantorIdOf } from '../identity/guarantor/vouching.ts'
import { templateOf } from './report-fields.ts'

const assertHolds = async ({ auth }: SignedRequest, permission: string): Promise<void> => {
  if (!holdsPermission((await auth.grants()).keys, permission)) throw forbidden()
}

interface Confirmed {
  resource: 'Webhooks' | 'Notifications' | 'Reports'
  name: string
  before: { guarantorId: string | null }
}

const auditConfirmed = ({ audit, auth }: SignedRequest, inside: Collections, { resource, name, before }: Confirmed) =>
  audit({
    inside,
    action: 'Subscription confirmed',
    resource,
    severity: 'Medium',
    description: `Vouched for what is sent: ${name}`,
    detail: beforeAndAfter({ guarantorId: before.guarantorId }, { guarantorId: guarantorIdOf(auth) }),
  })

export const webhookGuarantees: Guarantees = {
  kind: 'webhook',
  permission: 'fe.connectivity.write.webhook',
  async list({ store }, { tenantId, userIds }) {
    const own = await store.webhooks.list({ tenantId, guarantorId: { in: userIds } })
    return own.map(({ id, displayName, guarantorId }) => ({
      kind: 'webhook',
      id,
      name: displayName,
      userId: guarantorId ?? '',
    }))
  },
  async confirm(call, id) {
    const { ports, auth } = call
    const webhook = await ports.store.webhooks.find({ id, tenantId: auth.tenantId })
    if (!webhook) throw notFound("This webhook doesn't exist")
    await assertSeesEvents(auth, idsOf(webhook.eventKeys))
    await ports.store.transaction(async (store) => {
      await store.webhooks.update({ id }, { guarantorId: guarantorIdOf(auth) })
      await auditConfirmed(call, store, { resource: 'Webhooks', name: webhook.displayName, before: webhook })
    })
  },
}

const WRITE = {
  email: 'fe.connectivity.write.emailConfig',
  sms: 'fe.connectivity.write.smsConfig',
  slack: 'fe.connectivity.write.updateSlackSubscription',
} as const

const CHANNEL_NAMES = { email: 'email', sms: 'text message' } as const

const confirmMessages = async (call: SignedRequest, id: string): Promise<boolean> => {
  const { ports, auth } = call
  const config = await ports.store.channelConfigs.find({ id, tenantId: auth.tenantId })
  if (!config) return false
  await assertHolds(call, WRITE[config.channel])
  await assertSeesEvents(auth, [config.eventKey])
  await ports.store.transaction(async (store) => {
    await store.channelConfigs.update({ id }, { guarantorId: guarantorIdOf(auth) })
    const name = `${eventName(config.eventKey)} by ${CHANNEL_NAMES[config.channel]}`
    await auditConfirmed(call, store, { resource: 'Notifications', name, before: config })
  })
  return true
}

/** The guarantees of emails, text messages, and Slack messages. */
export const channelGuarantees: Guarantees = {
  kind: 'channel',
  // Each channel has its own permission, and one of them is enough.
  permission: 'fe.connectivity.write.*',
  async list({ store }, { tenantId, userIds }): Promise<Guaranteed[]> {
    const own = { tenantId, guarantorId: { in: userIds } }
    const configs = await store.channelConfigs.list(own)
    const slack = await store.slackSubscriptions.list(own)
    return [
      ...configs.map(({ id, channel, eventKey, guarantorId }) => {
        const name = `${eventName(eventKey)} (${CHANNEL_NAMES[channel]})`
        return { kind: 'channel' as const, id, name, userId: guarantorId ?? '' }
      }),
      ...slack.map(({ id, guarantorId }) => {
        return { kind: 'channel' as const, id, name: 'Slack', userId: guarantorId ?? '' }
      }),
    ]
  },
  async confirm(call, id) {
    if (await confirmMessages(call, id)) return
    const { ports, auth } = call
    const subscription = await ports.store.slackSubscriptions.find({ id, tenantId: auth.tenantId })
    if (!subscription) throw notFound('This notification doesn’t exist')
    await assertHolds(call, WRITE.slack)
    await assertSeesEvents(auth, slackKeysOf(subscription))
    await ports.store.transaction(async (store) => {
      await store.slackSubscriptions.update({ id }, { guarantorId: guarantorIdOf(auth) })
      await auditConfirmed(call, store, { resource: 'Notifications', name: 'Slack', before: subscription })
    })
  },
}

export const scheduleGuarantees: Guarantees = {
  kind: 'schedule',
  permission: WRITE.email,
  async list({ store }, { tenantId, userIds }) {
    const own = await store.reportSchedules.list({ tenantId, guarantorId: { in: userIds }, isActive: true })
    return own.map(({ id, templateId, guarantorId }) => ({
      kind: 'schedule',
      id,
      name: templateOf(templateId).name,
      userId: guarantorId ?? '',
    }))
  },
  async confirm(call, id) {
    const { ports, auth } = call
    const schedule = await ports.store.reportSchedules.find({ id, tenantId: auth.tenantId })
    if (!schedule) throw notFound('This report doesn’t exist')
    const { name, permission } = templateOf(schedule.templateId)
    await assertHolds(call, permission)
    await ports.store.transaction(async (store) => {
      await store.reportSchedules.update({ id }, { guarantorId: guarantorIdOf(auth) })
      await auditConfirmed(call, store, { resource: 'Reports', name, before: schedule })
    })
  },
}
