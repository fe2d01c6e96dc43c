import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { pausedSubscriptions } from '../../contract/billing.ts'
import { guarantees } from '../../contract/guarantees.ts'
import { notifications } from '../../contract/notifications.ts'
import { fillPath } from '../../contract/path.ts'
import { reports } from '../../contract/reports.ts'
import { connectivity } from '../../contract/webhooks.ts'
import { holdsPermission } from '../../rules/permission.ts'
import { permissionOfEvent } from '../domain/identity/guarantor/event-areas.ts'
import { sendDueReports } from '../domain/reports/send-due.ts'
import {
  addHelperRole,
  addMember,
  arrivedBy,
  EVENT_KEYS,
  makeLink,
  recordEveryEvent,
  rolesByLink,
  setRights,
  subscribeToAll,
} from './guarantor.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { addOtto, bellOf } from './notifications.test-kit.ts'
import { startReceiver, webhookCalls } from './webhooks.test-kit.ts'

const INVITED = 'frontegg.user.invitedToTenant'
const ROLE = 'frontegg.role.updated'
const SSO = 'frontegg.ssoConnection.updated'
const READ_USERS = 'fe.secure.read.users'
const CONNECTIVITY = ['fe.connectivity.*', READ_USERS]
const EMAIL = { name: '', enabled: true, recipients: ['ops@acme.test'] }

export const describeEventAreas = (kit: () => Kit): void => {
  const { create, update, list, logs, attempt, statuses, deliver, resend } = webhookCalls(kit)
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  before(async () => {
    receiver = await startReceiver()
  })
  after(() => receiver?.close())
  beforeEach(() => {
    receiver.received.length = 0
    receiver.control.respond = () => 200
  })

  const asAda = async () => (await kit().signIn('ada@acme.test')).token
  const gusWith = async (keys: readonly string[]) => {
    await addMember(kit(), keys)
    return (await kit().signIn('gus@acme.test')).token
  }
  const send = (token: string, method: string, path: string, body: object = {}) =>
    kit().call(method, path, { token, body })
  const got = () => receiver.received.map(({ json }) => json.eventKey).sort()
  const happen = async () => {
    receiver.received.length = 0
    await recordEveryEvent(kit())
    await deliver()
  }
  const paused = async (token: string, path: string) => (await kit().call('GET', path, { token })).body.subscriptions

  it('have a permission for every event, which is one of a page and not of the webhooks', () => {
    for (const key of EVENT_KEYS) {
      const permission = permissionOfEvent(key)
      assert.ok(permission, key)
      assert.doesNotMatch(permission, /connectivity|userApiTokens/, key)
    }
    assert.equal(permissionOfEvent('frontegg.user.unheardOf'), undefined)
  })

  it('refuse a webhook of an event whose data its creator may not see, and every change that would send it', async () => {
    const token = await gusWith(CONNECTIVITY)
    const refused = await create(token, { url: receiver.url, eventKeys: [INVITED, ROLE] })
    assert.equal(refused.status, 403)
    assert.match(JSON.stringify(refused.body), /Role changed|Role updated/)
    const made = await create(token, { url: receiver.url, eventKeys: [INVITED] })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    const id = made.body._id
    const change = (changes: object) => update(token, id, { url: receiver.url, eventKeys: [INVITED], ...changes })
    assert.equal((await change({ eventKeys: [INVITED, SSO] })).status, 403)
    assert.equal((await change({ displayName: 'Mine' })).status, 200)

    const all = await create(await asAda(), { url: receiver.url, eventKeys: [INVITED, ROLE] })
    const other = (changes: object) =>
      update(token, all.body._id, { url: receiver.url, eventKeys: [INVITED, ROLE], ...changes })
    assert.equal((await other({ url: 'http://localhost:9/other' })).status, 403, 'to another URL')
    assert.equal((await other({ displayName: 'Renamed' })).status, 200, 'which sends nothing more')
    await happen()
    assert.deepEqual(got(), [ROLE, INVITED, INVITED], 'Ada still vouches for the webhook')
    assert.equal((await other({ isActive: false })).status, 200, 'turned off')
    assert.equal((await other({ isActive: true })).status, 403, 'and on again')
  })

  it('pause a webhook’s events that its creator lost access to, show it as paused, and send the rest', async () => {
    const token = await gusWith(['fe.connectivity.*', READ_USERS, 'fe.secure.read.roles'])
    const { body } = await create(token, { url: receiver.url, eventKeys: [INVITED, ROLE] })
    await happen()
    assert.deepEqual(got(), [ROLE, INVITED])
    await setRights(kit(), CONNECTIVITY)
    await happen()
    assert.deepEqual(got(), [INVITED])
    const ada = await asAda()
    const [status] = (await statuses(ada)).body.statuses
    assert.deepEqual([status.pausedEventKeys, status.guarantor.id], [[ROLE], 'gus'])
    await kit().store.members.update({ userId: 'gus' }, { disabledAt: 1 })
    await happen()
    assert.deepEqual(got(), [])
    const [stopped] = (await statuses(ada)).body.statuses
    assert.deepEqual([stopped.pausedEventKeys, stopped.guarantor], [[INVITED, ROLE], null])
    assert.equal((await update(ada, body._id, { url: receiver.url, eventKeys: [INVITED, ROLE] })).status, 200)
    await happen()
    assert.deepEqual(got(), [ROLE, INVITED], 'who saves it vouches for it')
    assert.deepEqual((await statuses(ada)).body.statuses[0].pausedEventKeys, [])
    assert.equal((await list(ada)).body.length, 1)
  })

  it('check the current permissions at each attempt, including for events that are sent again', async () => {
    const token = await gusWith(['fe.connectivity.*', READ_USERS, 'fe.secure.read.roles'])
    const { body } = await create(token, { url: receiver.url, eventKeys: [ROLE] })
    receiver.control.respond = () => 500
    await happen()
    assert.deepEqual(got(), [ROLE])
    await setRights(kit(), CONNECTIVITY)
    receiver.control.respond = () => 200
    kit().time.now += 60_000
    await deliver()
    assert.deepEqual(got(), [ROLE], 'no second attempt')
    const since = new Date(kit().time.now - 120_000).toISOString()
    assert.equal((await resend(await asAda(), body._id, since)).status, 200)
    await deliver()
    assert.deepEqual(got(), [ROLE])
  })

  it('show the data of past deliveries only to those who may see it', async () => {
    const ada = await asAda()
    const { body } = await create(ada, { url: receiver.url, eventKeys: [INVITED, ROLE] })
    await happen()
    const token = await gusWith(CONNECTIVITY)
    const { rows, count } = (await logs(token, body._id)).body
    assert.equal(count, 2)
    const bodies = rows.map((row: { body: string }) => JSON.parse(row.body))
    const hidden = bodies.find(({ eventKey }: { eventKey: string }) => eventKey === ROLE)
    assert.deepEqual(hidden, { eventKey: ROLE })
    assert.equal(bodies.find(({ eventKey }: { eventKey: string }) => eventKey === INVITED).user.email, 'mel@acme.test')
    const at = rows.find((row: { body: string }) => JSON.parse(row.body).eventKey === ROLE)
    const shown = (await attempt(token, at.id)).body
    assert.deepEqual([JSON.parse(shown.body), shown.responseBody], [{ eventKey: ROLE }, ''])
    assert.equal(JSON.parse((await attempt(ada, at.id)).body.body).user.email, 'mel@acme.test')
  })

  it('apply to emails, text messages and Slack', async () => {
    const token = await gusWith(CONNECTIVITY)
    for (const { path } of [connectivity.createEmailConfig, connectivity.createSmsConfig]) {
      const recipients = path === connectivity.createSmsConfig.path ? ['+12025550199'] : EMAIL.recipients
      const body = { enabled: true, subscriptions: [{ ...EMAIL, recipients }] }
      assert.equal((await send(token, 'POST', fillPath(path, { eventKey: ROLE }), body)).status, 403)
      assert.equal((await send(token, 'POST', fillPath(path, { eventKey: INVITED }), body)).status, 200)
    }
    const slack = (...keys: string[]) => ({
      isActive: true,
      slackEvents: keys.map((eventKey) => ({ eventKey, channelIds: ['C1'] })),
    })
    const slackPath = connectivity.createSlackSubscription.path
    assert.equal((await send(token, 'POST', slackPath, slack(INVITED, ROLE))).status, 403)
    const made = await send(token, 'POST', slackPath, slack(INVITED))
    assert.equal(made.status, 200)
    const at = fillPath(connectivity.updateSlackSubscription.path, { id: made.body.id })
    assert.equal((await send(token, 'PATCH', at, { id: made.body.id, ...slack(INVITED, ROLE) })).status, 403)

    const ada = await asAda()
    const role = fillPath(connectivity.createEmailConfig.path, { eventKey: ROLE })
    assert.equal((await send(ada, 'POST', role, { enabled: true, subscriptions: [EMAIL] })).status, 200)
    const [config] = (await kit().call('GET', connectivity.getEmailConfig.path, { token })).body.filter(
      ({ eventKey }: { eventKey: string }) => eventKey === ROLE,
    )
    const one = fillPath(connectivity.updateEmailSubscription.path, {
      eventKey: ROLE,
      subscriptionId: config.subscriptions[0].id,
    })
    assert.equal((await send(token, 'PUT', one, { ...EMAIL, recipients: ['gus@acme.test'] })).status, 403)
    assert.equal((await send(token, 'PATCH', role, { enabled: false })).status, 200, 'turned off')
    assert.equal((await send(token, 'PATCH', role, { enabled: true })).status, 403, 'and on again')
  })

  it('pause emails, text messages, Slack and reports that their creator lost access to, and show them as paused', async () => {
    const token = await gusWith(['fe.*'])
    await subscribeToAll(kit(), token, receiver.url)
    const left = ['fe.connectivity.*', READ_USERS, 'fe.secure.read.audits']
    await setRights(kit(), left)
    kit().mails.length = 0
    await happen()
    const seen = EVENT_KEYS.filter((key) => holdsPermission(left, permissionOfEvent(key) ?? '')).sort()
    const hidden = EVENT_KEYS.filter((key) => !seen.includes(key)).sort()
    for (const [channel, keys] of Object.entries(arrivedBy(kit()))) assert.deepEqual(keys.sort(), seen, channel)
    const ada = await asAda()
    for (const path of [pausedSubscriptions.listPausedEmails.path, pausedSubscriptions.listPausedSms.path]) {
      const found = await paused(ada, path)
      assert.deepEqual(found.map(({ id }: { id: string }) => id).sort(), hidden)
      assert.equal(found[0].guarantor.id, 'gus')
    }
    const inSlack = await paused(ada, pausedSubscriptions.listPausedSlack.path)
    const keys = inSlack.flatMap(({ pausedEventKeys }: { pausedEventKeys: string[] }) => pausedEventKeys)
    assert.deepEqual(keys.sort(), hidden)
    const report = await paused(ada, pausedSubscriptions.listPausedReports.path)
    assert.deepEqual(
      report.map(({ id }: { id: string }) => id),
      ['security'],
    )
    kit().time.now += 2 * 86_400_000
    kit().mails.length = 0
    assert.equal(await sendDueReports(kit().ports), 2)
    assert.equal(kit().mails.filter(({ subject }) => subject.includes('Security')).length, 0)
    const again = { schedule: { interval: 'daily', cron: '0 8 * * *', tz: 'UTC', active: true }, status: 'active' }
    const path = fillPath(reports.scheduleReport.path, { templateId: 'security' })
    const body = { ...again, type: 'html', dataFilters: btoa('{"days":7}') }
    assert.equal((await send(await asAda(), 'POST', path, body)).status, 200)
    assert.deepEqual(await paused(await asAda(), pausedSubscriptions.listPausedReports.path), [])
  })

  it('are listed with the member who vouches for them, and continue when an administrator replaces that member', async () => {
    const token = await gusWith(['fe.*'])
    await subscribeToAll(kit(), token, receiver.url)
    const ada = await asAda()
    const listed = (await kit().call('GET', `${guarantees.listGuaranteed.path}?userId=gus`, { token: ada })).body
    const kinds = listed.map(({ kind }: { kind: string }) => kind)
    const count = (wanted: string) => kinds.filter((kind: string) => kind === wanted).length
    assert.deepEqual([count('webhook'), count('schedule')], [1, 3])
    assert.equal(count('channel'), 2 * EVENT_KEYS.length + Math.ceil(EVENT_KEYS.length / 20))
    await addMember(kit(), [READ_USERS, 'fe.connectivity.*'], 'pat')
    const pat = (await kit().signIn('pat@acme.test')).token
    const left = (await send(pat, 'POST', guarantees.succeedGuarantor.path, { userId: 'gus' })).body
    assert.ok(
      left.some(({ kind }: { kind: string }) => kind === 'webhook'),
      'not by one who may not see the events',
    )
    const succeed = async (more: object) =>
      (await send(ada, 'POST', guarantees.succeedGuarantor.path, { userId: 'gus', ...more })).body.length
    const ofWebhooks = () => kit().store.webhooks.find({ guarantorId: 'gus' })
    assert.equal(await succeed({ kinds: ['schedule'] }), 0)
    assert.ok(await ofWebhooks(), 'other kinds than the chosen one stay')
    assert.equal(await succeed({}), 0)
    assert.equal(await ofWebhooks(), undefined)
    await kit().store.members.delete({ userId: 'gus' })
    await kit().store.members.delete({ userId: 'pat' })
    await happen()
    const unseen = EVENT_KEYS.filter((key) => permissionOfEvent(key) !== READ_USERS)
    for (const key of unseen) assert.ok(got().includes(key), key)
  })

  it('keep items of unknown creators, for which the founder or an administrator vouches', async () => {
    const token = await gusWith(['fe.*'])
    await subscribeToAll(kit(), token, receiver.url)
    for (const name of ['webhooks', 'channelConfigs', 'slackSubscriptions', 'reportSchedules'] as const) {
      await kit().store[name].update({ tenantId: 'acme' }, { guarantorId: null })
    }
    await kit().store.members.delete({ userId: 'gus' })
    kit().mails.length = 0
    await happen()
    assert.deepEqual(got(), [...EVENT_KEYS].sort())
    for (const keys of Object.values(arrivedBy(kit()))) assert.deepEqual(keys.sort(), [...EVENT_KEYS].sort())
    kit().time.now += 2 * 86_400_000
    assert.equal(await sendDueReports(kit().ports), 3)
  })

  it('apply to the bell, by the permissions that its reader has at the moment', async () => {
    await addOtto(kit())
    const token = await gusWith(['fe.connectivity.*', 'fe.secure.read.roles'])
    kit().time.now += 1_000
    await recordEveryEvent(kit())
    const keys = async () =>
      [...new Set((await bellOf(kit(), token, { count: 100, offset: 0 })).map(({ key }) => key))].sort()
    assert.deepEqual(await keys(), ['frontegg.role.created', 'frontegg.role.deleted', ROLE])
    const [invited] = await kit().store.events.list({ tenantId: 'acme', key: INVITED })
    const body = { params: { notificationId: invited?.id, status: 'read' } }
    assert.equal((await send(token, 'PUT', notifications.setNotificationStatus.path, body)).status, 404)
    const [pinned] = await bellOf(kit(), token, { count: 100, offset: 0 })
    const pin = fillPath(notifications.setNotificationPin.path, { pinStatus: 'pin' })
    await send(token, 'PUT', pin, { notificationId: pinned?.id ?? '' })
    await setRights(kit(), ['fe.connectivity.*'])
    assert.deepEqual(await keys(), [])
  })

  it('let an invite link add only members without administrative permissions once its creator lost those that it grants', async () => {
    await addHelperRole(kit())
    const before = await makeLink(kit(), await gusWith(['fe.*']))
    assert.deepEqual(await rolesByLink(kit(), before), ['helper', 'member'])
    await kit().store.users.delete({ email: 'nia@new.test' })
    await kit().store.members.delete({ email: 'nia@new.test' })
    await setRights(kit(), ['fe.secure.write.tenantInvites', READ_USERS])
    assert.deepEqual(await rolesByLink(kit(), before), ['member'])
  })
}
