import assert from 'node:assert/strict'
import { apiTokens, tokensTenant } from '../../contract/api-tokens.ts'
import { fillPath } from '../../contract/path.ts'
import { reports } from '../../contract/reports.ts'
import { signUp } from '../../contract/sign-up.ts'
import { team } from '../../contract/users.ts'
import { connectivity } from '../../contract/webhooks.ts'
import { aMemberRecord, aRoleRecord, aUserRecord } from '../../testing/records.ts'
import { EVENT_CATALOG } from '../domain/events/catalog.ts'
import { recordEvents } from '../domain/events/record-event.ts'
import { REPORT_TEMPLATES } from '../domain/reports/templates.ts'
import type { Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'
import { confirmedBefore } from './recipients.test-kit.ts'
import { PASSWORD } from './users.test-kit.ts'
import { SECRET } from './webhooks.test-kit.ts'

const EVENTS = EVENT_CATALOG.flatMap(({ events }) => events)
export const EVENT_KEYS = EVENTS.map(({ key }) => key)

const EMAIL = 'ops@acme.test'
const PHONE = '+12025550199'
const SLACK_CHANNEL = 'C1'

/** Adds permissions that the kit doesn't have yet. */
const addPermissions = async ({ store }: Kit, keys: readonly string[]): Promise<void> => {
  const known = new Set((await store.permissions.list({})).map(({ key }) => key))
  const facts = { description: '', categoryId: 'team', createdAt: 0, updatedAt: 0 }
  const missing = keys.filter((key) => !known.has(key))
  await store.permissions.insertMany(missing.map((key) => ({ id: `p ${key}`, key, name: key, ...facts })))
}

const idsFor = (keys: readonly string[]): string => JSON.stringify(keys.map((key) => `p ${key}`))

/** Adds a member of Acme with a role of these permissions; `gus` unless another id is given. */
export const addMember = async (kit: Kit, keys: readonly string[], id = 'gus'): Promise<void> => {
  const { store, time } = kit
  const email = `${id}@acme.test`
  await addPermissions(kit, keys)
  await store.roles.insert(aRoleRecord({ id: `role-${id}`, key: `role-${id}`, level: 0, permissionIds: idsFor(keys) }))
  await store.users.insert(aUserRecord({ id, email, passwordHash: `fake:${PASSWORD}` }))
  const place = { id: `acme-${id}`, userId: id, email, roleIds: JSON.stringify([`role-${id}`]), createdAt: time.now }
  await store.members.insert(aMemberRecord(place))
}

/** Replaces a member's permissions by a separate role, so that the roles of what they created stay unchanged. */
export const setRights = async (kit: Kit, keys: readonly string[], id = 'gus'): Promise<void> => {
  const { store } = kit
  await addPermissions(kit, keys)
  const role = { id: `less-${id}`, key: `less-${id}`, level: 0, permissionIds: idsFor(keys) }
  await store.roles.delete({ id: role.id })
  await store.roles.insert(aRoleRecord(role))
  await store.members.update({ userId: id, tenantId: 'acme' }, { roleIds: JSON.stringify([role.id]) })
}

const ok = async (kit: Kit, token: string, [method, path, body]: [string, string, object]) => {
  const response = await kit.call(method, path, { token, body })
  assert.equal(response.status, 200, `${method} ${path} ${JSON.stringify(response.body)}`)
  return response.body
}

const useKind = (kit: Kit, machineToMachineAuthStrategy: 'AccessToken' | 'ClientCredentials') =>
  setPolicy(kit, 'public-policy', { machineToMachineAuthStrategy })

interface MadeToken {
  id: string
  bearer: string
}

const NEW = { description: 'Export', expiresInMinutes: null }

/** Creates an access token of the account, which is used directly as the bearer token. */
export const makeAccessToken = async (kit: Kit, token: string, roleIds: readonly string[]): Promise<MadeToken> => {
  await useKind(kit, 'AccessToken')
  const { id, secret } = await ok(kit, token, ['POST', tokensTenant.createAccessToken.path, { ...NEW, roleIds }])
  return { id, bearer: secret }
}

export const exchange = (kit: Kit, body: { clientId: string; secret: string }) =>
  kit.call('POST', apiTokens.exchangeApiToken.path, { body })

/** Creates client credentials of the account and exchanges them for a bearer token. */
export const makeCredentials = async (kit: Kit, token: string, roleIds: readonly string[]) => {
  await useKind(kit, 'ClientCredentials')
  const path = tokensTenant.createClientCredential.path
  const { clientId, secret } = await ok(kit, token, ['POST', path, { ...NEW, roleIds }])
  const { status, body } = await exchange(kit, { clientId, secret })
  assert.equal(status, 200, JSON.stringify(body))
  return { id: clientId as string, secret: secret as string, bearer: body.accessToken as string }
}

const DAILY = { interval: 'daily', cron: '0 8 * * *', tz: 'UTC', active: true }

/** Subscribes to every event on every channel, and schedules every report. */
export const subscribeToAll = async (kit: Kit, token: string, url: string): Promise<void> => {
  await confirmedBefore(kit, [EMAIL, PHONE])
  const hook = { displayName: 'All', description: '', url, secret: SECRET, eventKeys: EVENT_KEYS, isActive: true }
  await ok(kit, token, ['POST', connectivity.createWebhook.path, hook])
  for (const [{ path }, recipient] of [
    [connectivity.createEmailConfig, EMAIL],
    [connectivity.createSmsConfig, PHONE],
  ] as const) {
    const body = { enabled: true, subscriptions: [{ name: '', enabled: true, recipients: [recipient] }] }
    for (const eventKey of EVENT_KEYS) await ok(kit, token, ['POST', fillPath(path, { eventKey }), body])
  }
  await ok(kit, token, ['POST', connectivity.registerSlackCode.path, { code: 'good' }])
  for (let at = 0; at < EVENT_KEYS.length; at += 20) {
    const slackEvents = EVENT_KEYS.slice(at, at + 20).map((eventKey) => ({ eventKey, channelIds: [SLACK_CHANNEL] }))
    await ok(kit, token, ['POST', connectivity.createSlackSubscription.path, { isActive: true, slackEvents }])
  }
  for (const { id: templateId } of REPORT_TEMPLATES) {
    const path = fillPath(reports.scheduleReport.path, { templateId })
    const body = { schedule: DAILY, status: 'active', type: 'html', dataFilters: btoa('{"days":7}') }
    await ok(kit, token, ['POST', path, body])
  }
}

/** Records every event once, each for a separate record. */
export const recordEveryEvent = ({ store, ports }: Kit): Promise<void> =>
  store.transaction((inside) =>
    recordEvents(
      { ...ports, store: inside },
      EVENT_KEYS.map((key) => ({
        tenantId: 'acme',
        key: key as 'frontegg.user.created',
        recordId: `record ${key}`,
        data: { user: { id: 'mel', email: 'mel@acme.test', name: 'Mel' } },
      })),
    ),
  )

const keyNamed = (title: string): string =>
  EVENTS.find(({ displayName }) => displayName === title)?.key ?? `unknown: ${title}`

/** Returns the messages that arrived on each channel, as event keys. */
export const arrivedBy = ({ mails, texts, slack }: Kit) => ({
  email: mails
    .filter(({ to, attachments }) => to === EMAIL && !attachments)
    .map(({ subject }) => keyNamed(subject.slice(0, subject.lastIndexOf(' in ')))),
  sms: texts
    .filter(({ to }) => to === PHONE)
    .map(({ text }) => keyNamed(text.slice(text.indexOf(': ') + 2, text.indexOf('. ')))),
  slack: slack.state.posts.map(({ text }) => keyNamed(text.split('\n')[0] ?? '')),
})

/** Adds a default role with an administrative permission. */
export const addHelperRole = async (kit: Kit): Promise<void> => {
  await addPermissions(kit, ['fe.secure.read.groups'])
  const permissionIds = idsFor(['fe.secure.read.groups'])
  await kit.store.roles.insert(aRoleRecord({ id: 'helper', key: 'helper', level: 3, isDefault: true, permissionIds }))
}

export const makeLink = async (kit: Kit, token: string): Promise<string> =>
  (await ok(kit, token, ['POST', team.createInviteLink.path, { expiresInMinutes: 525_600 }])).token

/** Returns the roles of a new user who signs up with an invite link; `undefined` if the link no longer works. */
export const rolesByLink = async (kit: Kit, invitationToken: string): Promise<string[] | undefined> => {
  const email = 'nia@new.test'
  const body = { email, companyName: '', name: 'Nia', password: 'Brave-Otter-42', invitationToken }
  const { status } = await kit.call('POST', signUp.signUp.path, { body })
  const member = await kit.store.members.find({ email, tenantId: 'acme' })
  assert.equal(status < 300, member !== undefined)
  return member && (JSON.parse(member.roleIds) as string[]).sort()
}
