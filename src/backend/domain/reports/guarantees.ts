import type { Guaranteed } from '../../../entities/guarantee.ts'
import { holdsPermission } from '../../../rules/permission.ts'
import type { SignedRequest } from '../../call/auth.ts'
import { forbidden, notFound } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import { idsOf } from '../../store/json-text.ts'
import type { Collections } from '../../store/store.ts'
import { beforeAndAfter } from '../audit/before-and-after.ts'
import { directoryGuarantees } from '../directory/provisioning/guarantee.ts'
import { recipientsOf, slackKeysOf } from '../events/subscriptions.ts'
import { tokenGuarantees } from '../identity/api-tokens/guarantee.ts'
import { assertSeesEvents, eventName, hiddenEvents } from '../identity/guarantor/event-areas.ts'
import type { Guarantees, Interrupted } from '../identity/guarantor/guarantee.ts'
import { type Guarantor, guarantorOf, holdsAnything, namedBy } from '../identity/guarantor/guarantor.ts'
import { guarantorIdOf } from '../identity/guarantor/guarantor-id.ts'
import { connectionGuarantees } from '../sso/setup/guarantee.ts'
import { templateOf } from './report-fields.ts'
import { isReportVouchedFor } from './send-due.ts'

const assertHolds = async ({ auth }: SignedRequest, permission: string): Promise<void> => {
  if (!holdsPermission((await auth.grants()).keys, permission)) throw forbidden()
}

interface Confirmed {
  resource: 'Webhooks' | 'Notifications' | 'Reports'
  name: string
  before: { guarantorId: string | null }
}

const auditConfirmed = async (
  { audit, auth }: SignedRequest,
  inside: Collections,
  { resource, name, before }: Confirmed,
) =>
  audit({
    inside,
    action: 'Subscription confirmed',
    resource,
    severity: 'Medium',
    description: `Vouched for what is sent: ${name}`,
    detail: beforeAndAfter({ guarantorId: before.guarantorId }, { guarantorId: await guarantorIdOf(auth) }),
  })

const userOf = (guarantorId: string | null): string => namedBy(guarantorId ?? '').userId

/** Returns whether one of these users vouches for a subscription, regardless of the session; an account has few. */
const isVouchedForBy =
  (userIds: readonly string[]) =>
  ({ guarantorId }: { guarantorId: string | null }): boolean =>
    userIds.includes(userOf(guarantorId))

interface Subscription extends Pick<Guaranteed, 'kind' | 'id' | 'name'> {
  guarantorId: string | null
  eventKeys: readonly string[]
}

/** Returns the subscriptions whose guarantor may not see all of their events. Each guarantor is read once. */
const pausedAmong = async (
  ports: Ports,
  tenantId: string,
  subscriptions: readonly Subscription[],
): Promise<Interrupted[]> => {
  const guarantors = new Map<string | null, Guarantor | undefined>()
  const found: Interrupted[] = []
  for (const { eventKeys, ...subscription } of subscriptions) {
    const { guarantorId } = subscription
    if (!guarantors.has(guarantorId)) guarantors.set(guarantorId, await guarantorOf(ports, tenantId, guarantorId))
    const guarantor = guarantors.get(guarantorId)
    const hidden = hiddenEvents(guarantor?.keys ?? [], eventKeys)
    if (hidden.length === 0) continue
    const uses = { all: eventKeys, kept: eventKeys.filter((key) => !hidden.includes(key)) }
    found.push({ ...subscription, problem: holdsAnything(guarantor) ? 'withheld' : 'gone', uses })
  }
  return found
}

const webhookGuarantees: Guarantees = {
  kind: 'webhook',
  permission: 'fe.connectivity.write.webhook',
  async interrupted(ports, tenantId) {
    const all = await ports.store.webhooks.list({ tenantId, isActive: true })
    return pausedAmong(
      ports,
      tenantId,
      all.map(({ id, displayName: name, eventKeys, guarantorId }) => {
        return { kind: 'webhook', id, name, guarantorId, eventKeys: idsOf(eventKeys) }
      }),
    )
  },
  async list({ store }, { tenantId, userIds }) {
    const all = await store.webhooks.list({ tenantId })
    return all.filter(isVouchedForBy(userIds)).map(({ id, displayName, guarantorId }) => ({
      kind: 'webhook',
      id,
      name: displayName,
      userId: userOf(guarantorId),
    }))
  },
  async confirm(call, id) {
    const { ports, auth } = call
    const webhook = await ports.store.webhooks.find({ id, tenantId: auth.tenantId })
    if (!webhook) throw notFound("This webhook doesn't exist")
    await assertSeesEvents(auth, idsOf(webhook.eventKeys))
    await ports.store.transaction(async (store) => {
      await store.webhooks.update({ id }, { guarantorId: await guarantorIdOf(auth) })
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

const channelName = (channel: keyof typeof CHANNEL_NAMES, eventKey: string): string =>
  `${eventName(eventKey)} (${CHANNEL_NAMES[channel]})`

const confirmMessages = async (call: SignedRequest, id: string): Promise<boolean> => {
  const { ports, auth } = call
  const config = await ports.store.channelConfigs.find({ id, tenantId: auth.tenantId })
  if (!config) return false
  await assertHolds(call, WRITE[config.channel])
  await assertSeesEvents(auth, [config.eventKey])
  await ports.store.transaction(async (store) => {
    await store.channelConfigs.update({ id }, { guarantorId: await guarantorIdOf(auth) })
    const name = `${eventName(config.eventKey)} by ${CHANNEL_NAMES[config.channel]}`
    await auditConfirmed(call, store, { resource: 'Notifications', name, before: config })
  })
  return true
}

/** The guarantees of emails, text messages, and Slack messages. */
const channelGuarantees: Guarantees = {
  kind: 'channel',
  // Each channel has its own permission, and one of them is enough.
  permission: 'fe.connectivity.write.*',
  async interrupted(ports, tenantId) {
    const configs = await ports.store.channelConfigs.list({ tenantId })
    const slack = await ports.store.slackSubscriptions.list({ tenantId, isActive: true })
    const kind = 'channel'
    return pausedAmong(ports, tenantId, [
      ...configs
        .filter((config) => recipientsOf(config).length > 0)
        .map(({ id, channel, eventKey, guarantorId }) => {
          return { kind, id, name: channelName(channel, eventKey), guarantorId, eventKeys: [eventKey] } as const
        }),
      ...slack.map((each) => {
        const { id, guarantorId } = each
        return { kind, id, name: 'Slack', guarantorId, eventKeys: slackKeysOf(each) } as const
      }),
    ])
  },
  async list({ store }, { tenantId, userIds }): Promise<Guaranteed[]> {
    const isOwn = isVouchedForBy(userIds)
    const configs = await store.channelConfigs.list({ tenantId })
    const slack = await store.slackSubscriptions.list({ tenantId })
    return [
      ...configs.filter(isOwn).map(({ id, channel, eventKey, guarantorId }) => {
        return { kind: 'channel' as const, id, name: channelName(channel, eventKey), userId: userOf(guarantorId) }
      }),
      ...slack.filter(isOwn).map(({ id, guarantorId }) => {
        return { kind: 'channel' as const, id, name: 'Slack', userId: userOf(guarantorId) }
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
      await store.slackSubscriptions.update({ id }, { guarantorId: await guarantorIdOf(auth) })
      await auditConfirmed(call, store, { resource: 'Notifications', name: 'Slack', before: subscription })
    })
  },
}

const scheduleGuarantees: Guarantees = {
  kind: 'schedule',
  permission: WRITE.email,
  async interrupted(ports, tenantId) {
    const found: Interrupted[] = []
    for (const schedule of await ports.store.reportSchedules.list({ tenantId, isActive: true })) {
      if (await isReportVouchedFor(ports, schedule)) continue
      const { id, templateId, guarantorId } = schedule
      const guarantor = await guarantorOf(ports, tenantId, guarantorId)
      const problem = holdsAnything(guarantor) ? 'withheld' : 'gone'
      found.push({ kind: 'schedule', id, name: templateOf(templateId).name, guarantorId, problem })
    }
    return found
  },
  async list({ store }, { tenantId, userIds }) {
    const all = await store.reportSchedules.list({ tenantId, isActive: true })
    return all.filter(isVouchedForBy(userIds)).map(({ id, templateId, guarantorId }) => ({
      kind: 'schedule',
      id,
      name: templateOf(templateId).name,
      userId: userOf(guarantorId),
    }))
  },
  async confirm(call, id) {
    const { ports, auth } = call
    const schedule = await ports.store.reportSchedules.find({ id, tenantId: auth.tenantId })
    if (!schedule) throw notFound('This report doesn’t exist')
    const { name, permission } = templateOf(schedule.templateId)
    await assertHolds(call, permission)
    await ports.store.transaction(async (store) => {
      await store.reportSchedules.update({ id }, { guarantorId: await guarantorIdOf(auth) })
      await auditConfirmed(call, store, { resource: 'Reports', name, before: schedule })
    })
  },
}

/** Everything persistent in an account that is limited to its guarantor's current permissions. */
export const GUARANTEES: readonly Guarantees[] = [
  connectionGuarantees,
  directoryGuarantees,
  tokenGuarantees,
  webhookGuarantees,
  channelGuarantees,
  scheduleGuarantees,
]
