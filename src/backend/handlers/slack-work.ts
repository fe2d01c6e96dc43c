import { type connectivity, slackApp } from '../../contract/webhooks.ts'
import { readSlackState, type SlackReturn, slackReturnUrl } from '../../rules/slack-return.ts'
import type { SignedRequest } from '../call/auth.ts'
import { isAllowedOrigin } from '../call/origins.ts'
import { optionalText, text } from '../call/read.ts'
import { badRequest, notFound } from '../call/refusal.ts'
import { beforeAndAfter } from '../domain/audit/before-and-after.ts'
import { LOGIN_PER_NETWORK, takeNetworkTry } from '../domain/base/limits/limits.ts'
import { slackFieldsOf } from '../domain/delivery/channels/channel-fields.ts'
import { keepInstallation, slackInstallation } from '../domain/delivery/channels/slack-delivery.ts'
import { cancelPending } from '../domain/delivery/webhooks/disable-failing.ts'
import { slackChannelsOf, slackEventsOf, slackKeysOf } from '../domain/events/subscriptions.ts'
import { assertSeesEvents, confirmedBy } from '../domain/identity/guarantor/event-areas.ts'
import { guarantorIdOf } from '../domain/identity/guarantor/guarantor-id.ts'
import type { Call, SignedCall } from '../http/handler.ts'
import { SlackError, type SlackPort } from '../ports/slack.ts'
import type { Ports } from '../ports.ts'
import type { SlackSubscriptionRecord } from '../store/records.ts'
import type { Collections } from '../store/store.ts'

const MAX_SUBSCRIPTIONS = 100

const slackOf = ({ slack }: Pick<Ports, 'slack'>): SlackPort => {
  if (!slack) throw notFound('Slack isn’t available')
  return slack
}

const callbackUrl = ({ config }: Ports): string => config.apiUrl + slackApp.receiveSlackCode.path

/** Returns where to redirect afterwards; only pages of the application are allowed. */
const returnOf = ({ config }: Ports, state: string | undefined): SlackReturn | undefined => {
  const found = readSlackState(state ?? '')
  return found && isAllowedOrigin(config, new URL(found.url).origin) ? found : undefined
}

const WORDS: Readonly<Record<string, string>> = {
  invalid_code: 'This code has expired or was used already. Connect Slack again',
  code_already_used: 'This code has expired or was used already. Connect Slack again',
  token_revoked: 'The app was removed from your workspace. Connect Slack again',
  account_inactive: 'The app was removed from your workspace. Connect Slack again',
  invalid_auth: 'The app was removed from your workspace. Connect Slack again',
}

/** Turns a refusal by Slack into a message for the user. */
const atSlack = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SlackError) throw badRequest(WORDS[error.code] ?? `Slack refused the request: ${error.code}`)
    throw badRequest('Slack couldn’t be reached. Try again')
  }
}

const shown = (subscription: SlackSubscriptionRecord) => ({
  id: subscription.id,
  isActive: subscription.isActive,
  slackEvents: slackEventsOf(subscription),
})

const auditSubscription = (
  call: SignedRequest,
  inside: Collections,
  verb: string,
  { before, after }: { before?: SlackSubscriptionRecord; after?: SlackSubscriptionRecord },
) =>
  call.audit({
    inside,
    action: `Slack notification ${verb}`,
    resource: 'Notifications',
    severity: 'Medium',
    description: `Slack notification ${verb}`,
    detail: beforeAndAfter(before ? shown(before) : null, after ? shown(after) : null),
  })

const subscriptionOf = async ({ ports, auth }: SignedRequest, id: string): Promise<SlackSubscriptionRecord> => {
  const found = await ports.store.slackSubscriptions.find({ id, tenantId: auth.tenantId })
  if (!found) throw notFound('This notification doesn’t exist')
  return found
}

const create = async (call: SignedCall<(typeof connectivity)['createSlackSubscription']>) => {
  const { ports, auth, body } = call
  const { tenantId } = auth
  const now = ports.clock.now()
  const fields = slackFieldsOf(body)
  const guarantorId = await guarantorIdOf(auth)
  const after = { id: ports.random.uuid(), tenantId, ...fields, guarantorId, createdAt: now, updatedAt: now }
  await assertSeesEvents(auth, slackKeysOf(after))
  if ((await ports.store.slackSubscriptions.count({ tenantId })) >= MAX_SUBSCRIPTIONS) {
    throw badRequest(`An account can have at most ${MAX_SUBSCRIPTIONS} subscriptions`).as('limit-reached')
  }
  await ports.store.transaction(async (store) => {
    await store.slackSubscriptions.insert(after)
    await auditSubscription(call, store, 'created', { after })
  })
  return shown(after)
}

/** Returns whether a change posts no event in a channel where it was not posted before. */
const isHarmless = (before: SlackSubscriptionRecord, after: SlackSubscriptionRecord): boolean =>
  slackKeysOf(after).every((key) => {
    const known = slackChannelsOf(before, key)
    return slackChannelsOf(after, key).every((channel) => known.includes(channel))
  })

const update = async (call: SignedCall<(typeof connectivity)['updateSlackSubscription']>) => {
  const before = await subscriptionOf(call, call.path.id)
  const fields = slackFieldsOf(call.body)
  const wanted = { ...before, ...fields }
  const change = { eventKeys: slackKeysOf(wanted), isHarmless: isHarmless(before, wanted) }
  const guarantorId = await confirmedBy(call.auth, before, change)
  const patch = { ...fields, guarantorId, updatedAt: call.ports.clock.now() }
  const after = { ...before, ...patch }
  await call.ports.store.transaction(async (store) => {
    await store.slackSubscriptions.update({ id: before.id }, patch)
    await auditSubscription(call, store, 'changed', { before, after })
  })
  return shown(after)
}

const remove = async (call: SignedCall<(typeof connectivity)['deleteSlackSubscription']>) => {
  const before = await subscriptionOf(call, call.path.id)
  await call.ports.store.transaction(async (store) => {
    await store.slackSubscriptions.delete({ id: before.id })
    await cancelPending(store, before.id)
    await auditSubscription(call, store, 'deleted', { before })
  })
  return {}
}

const register = async (call: SignedCall<(typeof connectivity)['registerSlackCode']>) => {
  const { ports, auth, body } = call
  const slack = slackOf(ports)
  const code = text(body.code, 'code')
  const installed = await atSlack(() => slack.register({ code, redirectUri: callbackUrl(ports) }))
  await keepInstallation(ports, auth.tenantId, installed, (inside) => {
    const description = `Connected the Slack workspace ${installed.teamName}`
    return call.audit({ inside, action: 'Slack connected', resource: 'Notifications', severity: 'Medium', description })
  })
  return {}
}

type App = typeof slackApp

const config = async ({ ports, auth }: SignedRequest) => {
  const { tenantId } = auth
  const found = await ports.store.slackSubscriptions.list({ tenantId })
  const installed = await ports.store.slackInstallations.find({ tenantId })
  const sorted = found.sort((left, right) => left.createdAt - right.createdAt)
  return { id: installed?.id ?? '', slackSubscriptions: sorted.map(shown) }
}

const scope = async ({ ports }: SignedRequest) => ({ clientId: slackOf(ports).clientId })

const channels = async ({ ports, auth }: SignedRequest) => {
  const slack = slackOf(ports)
  const installed = await slackInstallation(ports, auth.tenantId)
  return installed ? atSlack(() => slack.channels(installed.token)) : []
}

const authorization = async ({ ports, query }: SignedCall<App['getSlackAuthorization']>) => {
  const state = text(query.state, 'state', 3_000)
  if (!returnOf(ports, state)) throw badRequest('The page to return to is not a page of this application')
  return { url: slackOf(ports).authorizationUrl({ state, redirectUri: callbackUrl(ports) }) }
}

const receive = async (call: Call<App['receiveSlackCode']>): Promise<string> => {
  await takeNetworkTry(call, LOGIN_PER_NETWORK)
  const { query, reply, ports } = call
  const place = returnOf(ports, query.state)
  const code = query.error ? '' : (optionalText(query.code, 'code') ?? '')
  reply.status = 303
  reply.headers.set('Location', place ? slackReturnUrl(place, code) : ports.config.appUrl)
  return ''
}

const workspace = async ({ ports, auth }: SignedRequest) => {
  slackOf(ports)
  const installed = await ports.store.slackInstallations.find({ tenantId: auth.tenantId })
  return { teamName: installed?.teamName ?? null }
}

const disconnect = async (call: SignedCall<App['disconnectSlack']>) => {
  const { ports, auth } = call
  const installed = await slackInstallation(ports, auth.tenantId)
  if (!installed) throw notFound('No Slack workspace is connected')
  await ports.store.transaction(async (store) => {
    await store.slackInstallations.delete({ id: installed.id })
    await call.audit({
      inside: store,
      action: 'Slack disconnected',
      resource: 'Notifications',
      severity: 'Medium',
      description: `Disconnected the Slack workspace ${installed.teamName}`,
    })
  })
  // The workspace is forgotten here whether or not Slack can be reached.
  await ports.slack
    ?.uninstall(installed.token)
    .catch((error: unknown) => ports.log.warn('The app could not be uninstalled from Slack', error))
  return {}
}

/** The work of Slack's handlers, a separate chunk that a page loads with the first call. */
export const slackWork = {
  config,
  scope,
  channels,
  create,
  update,
  remove,
  register,
  authorization,
  receive,
  workspace,
  disconnect,
}
