import type { pausedSubscriptions } from '../../contract/billing.ts'
import type { guarantees, tokenGuarantors, VouchedTokens } from '../../contract/guarantees.ts'
import type { PausedSubscription } from '../../entities/guarantee.ts'
import { lazy } from '../../kernel/lazy.ts'
import { holdsPermission } from '../../rules/permission.ts'
import type { SignedRequest } from '../call/auth.ts'
import { text } from '../call/read.ts'
import { notFound } from '../call/refusal.ts'
import { slackKeysOf } from '../domain/events/subscriptions.ts'
import { guaranteesOfTokens, setTokenGuarantor } from '../domain/identity/api-tokens/guarantee.ts'
import { pausedOf } from '../domain/identity/guarantor/event-areas.ts'
import { guarantorOf, shownGuarantor, tokensGuaranteedBy } from '../domain/identity/guarantor/guarantor.ts'
import { memberOf } from '../domain/identity/members/members.ts'
import { grantsOf } from '../domain/identity/roles/grants.ts'
import { isReportVouchedFor } from '../domain/reports/send-due.ts'
import { authenticated, type Handlers, signedIn } from '../http/handler.ts'
import type { ApiTokenRecord, ChannelConfigRecord } from '../store/records.ts'

const READ = 'fe.secure.read.tenantApiTokens'

/** Returns the number of tokens, and the tokens themselves to users who may read them. */
const vouchedTokens = (tokens: readonly ApiTokenRecord[], keys: readonly string[]): VouchedTokens => ({
  count: tokens.length,
  tokens: holdsPermission(keys, READ) ? tokens.map(({ id, description }) => ({ id, description })) : [],
})

export const tokenGuarantorsHandlers = {
  listTokenGuarantors: signedIn(async ({ ports, auth }) => {
    const tokens = await ports.store.apiTokens.list({ tenantId: auth.tenantId, userId: null })
    return { guarantees: await guaranteesOfTokens(ports, tokens) }
  }),
  setTokenGuarantor: signedIn(async (call) => {
    await setTokenGuarantor(call, call.path.tokenId, text(call.body.userId, 'userId'))
    return {}
  }),
  listMemberTokens: signedIn(async ({ ports, auth, path }) => {
    const { user } = await memberOf(ports, auth.tenantId, path.userId)
    const { keys } = await auth.grants()
    const tokens = await tokensGuaranteedBy(ports.store, auth.tenantId, [user.id])
    return vouchedTokens(tokens, keys)
  }),
  listOwnVouchedTokens: signedIn(async ({ ports, auth, path }) => {
    const member = await ports.store.members.find({ tenantId: path.tenantId, userId: auth.user.id, activated: true })
    if (!member) throw notFound("You don't belong to this account")
    const { keys } = await grantsOf(ports.store, member, auth.user)
    const tokens = await tokensGuaranteedBy(ports.store, path.tenantId, [auth.user.id])
    return vouchedTokens(tokens, keys)
  }),
} satisfies Handlers<typeof tokenGuarantors>

const work = lazy(async () => (await import('./guarantee-work.ts')).guaranteeWork)

export const guaranteesHandlers = {
  listGuaranteed: signedIn(async (call) => (await work()).list(call)),
  /** Lists only the kinds that the caller may confirm. */
  listInterruptions: authenticated(async (call) => (await work()).interruptions(call)),
  /** The required permission depends on what changes. */
  checkAccessChanges: authenticated(async (call) => (await work()).check(call)),
  /** The required permission depends on the kind. */
  confirmGuaranteed: authenticated(async (call) => (await work()).confirm(call)),
  succeedGuarantor: signedIn(async (call) => (await work()).succeed(call)),
} satisfies Handlers<typeof guarantees>

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
  listPausedEmails: signedIn((call) => pausedMessages(call, 'email')),
  listPausedSms: signedIn((call) => pausedMessages(call, 'sms')),
  listPausedSlack: signedIn(async ({ ports, auth }) => {
    const kept = await ports.store.slackSubscriptions.list({ tenantId: auth.tenantId })
    const found = kept.map(async (each) => ({ id: each.id, ...(await pausedOf(ports, each, slackKeysOf(each))) }))
    return whatPauses(await Promise.all(found))
  }),
  listPausedReports: signedIn(async ({ ports, auth }) => {
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
