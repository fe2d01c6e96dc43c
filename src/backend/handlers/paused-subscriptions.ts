import type { pausedSubscriptions } from '../../contract/billing.ts'
import type { PausedSubscription } from '../../entities/guarantee.ts'
import type { SignedRequest } from '../call/auth.ts'
import { slackKeysOf } from '../domain/events/subscriptions.ts'
import { guarantorOf } from '../domain/identity/guarantor/guarantor.ts'
import { pausedOf } from '../domain/identity/guarantor/paused-subscriptions.ts'
import { shownGuarantor } from '../domain/identity/guarantor/vouching.ts'
import { isReportVouchedFor } from '../domain/reports/send-due.ts'
import { allowed, type Handlers } from '../http/handler.ts'
import type { ChannelConfigRecord } from '../store/records.ts'

const whatPauses = (found: readonly PausedSubscription[]) => ({
  subscriptions: found.filter(({ pausedEventKeys }) => pausedEventKeys.length > 0),
})

const pausedMessages = async ({ ports, auth }: SignedRequest, channel: ChannelConfigRecord['channel']) => {
  const configs = await ports.store.channelConfigs.list({ tenantId: auth.tenantId, channel })
  const found = configs.map(async (config) => ({
    id: config.eventKey,
    ...(await pausedOf(ports, config, [config.eventKey])),
  }))
  return whatPauses(await Promise.all(found))
}

export const pausedSubscriptionsHandlers = {
  listPausedEmails: allowed('fe.connectivity.read.emailConfig', (call) => pausedMessages(call, 'email')),
  listPausedSms: allowed('fe.connectivity.read.smsConfig', (call) => pausedMessages(call, 'sms')),
  listPausedSlack: allowed('fe.connectivity.read.slackSubscriptions', async ({ ports, auth }) => {
    const kept = await ports.store.slackSubscriptions.list({ tenantId: auth.tenantId })
    const found = kept.map(async (each) => ({ id: each.id, ...(await pausedOf(ports, each, slackKeysOf(each))) }))
    return whatPauses(await Promise.all(found))
  }),
  listPausedReports: allowed('fe.secure.read.audits', async ({ ports, auth }) => {
    const kept = await ports.store.reportSchedules.list({ tenantId: auth.tenantId, isActive: true })
    const subscriptions: PausedSubscription[] = []
    for (const schedule of kept) {
      if (await isReportVouchedFor(ports, schedule)) continue
      const guarantor = await guarantorOf(ports, auth.tenantId, schedule.guarantorId)
      subscriptions.push({
        id: schedule.templateId,
        pausedEventKeys: [],
        guarantor: await shownGuarantor(ports, guarantor),
      })
    }
    return { subscriptions }
  }),
} satisfies Handlers<typeof pausedSubscriptions>
