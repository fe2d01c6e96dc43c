import assert from 'node:assert/strict'
import { beforeEach, it } from 'node:test'
import { fillPath } from '../../contract/path.ts'
import { connectivity, slackApp } from '../../contract/webhooks.ts'
import { readSlackResult, slackState } from '../../rules/slack-return.ts'
import { auditRefusedEmail } from '../domain/delivery/channels/attempted.ts'
import type { Mail } from '../ports.ts'
import { APP, type Kit } from './kit.test-kit.ts'
import { confirmedBefore } from './recipients.test-kit.ts'
import { webhookCalls } from './webhooks.test-kit.ts'

const INVITED = 'frontegg.user.invitedToTenant'
const ON = { name: '', enabled: true }

const CHANNELS = [
  {
    name: 'email',
    list: connectivity.getEmailConfig.path,
    one: connectivity.createEmailConfig.path,
    subscription: connectivity.updateEmailSubscription.path,
    good: ['Ops@Acme.test', 'lead@acme.test'],
    kept: ['ops@acme.test', 'lead@acme.test'],
    bad: 'nonsense',
  },
  {
    name: 'sms',
    list: connectivity.getSmsConfig.path,
    one: connectivity.createSmsConfig.path,
    subscription: connectivity.updateSmsSubscription.path,
    good: ['+1 202 555 0100', '+12025550101'],
    kept: ['+12025550100', '+12025550101'],
    bad: 'no phone',
  },
] as const

export const describeChannels = (kit: () => Kit): void => {
  const { asAda, invite, deliver } = webhookCalls(kit)
  beforeEach(() => confirmedBefore(kit(), ['ops@acme.test', 'lead@acme.test', '+12025550100', '+12025550101']))
  const send = (token: string, method: string, path: string, body: object = {}) =>
    kit().call(method, path, { token, body })
  const connect = (token: string, code = 'good') => send(token, 'POST', connectivity.registerSlackCode.path, { code })
  const received = (name: string) =>
    name === 'email'
      ? kit()
          .mails.filter(({ subject }) => subject.startsWith('User invited'))
          .map(({ to }) => to)
      : kit().texts.map(({ to }) => to)

  for (const { name, list, one, subscription, good, kept, bad } of CHANNELS) {
    const at = fillPath(one, { eventKey: INVITED })
    const shown = async (token: string) => (await kit().call('GET', list, { token })).body

    it(`send an event to each recipient by ${name}, once, and to no one when the channel is off`, async () => {
      const token = await asAda()
      const made = await send(token, 'POST', at, { enabled: true, subscriptions: [{ ...ON, recipients: good }] })
      assert.equal(made.status, 200, JSON.stringify(made.body))
      await invite(token, 'one@new.test')
      await deliver()
      await deliver()
      assert.deepEqual(received(name).sort(), [...kept].sort())
      await send(token, 'PATCH', at, { enabled: false })
      await invite(token, 'two@new.test')
      await deliver()
      assert.equal(received(name).length, 2)
      const foreign = await kit().signIn('gia@globex.test')
      assert.deepEqual(await shown(foreign.token), [], 'not those of another account')
    })

    it(`keep the recipients of an ${name} subscription, and forget it with its last one`, async () => {
      const token = await asAda()
      await send(token, 'POST', at, { enabled: true, subscriptions: [{ ...ON, recipients: good }] })
      const [config] = await shown(token)
      const path = fillPath(subscription, { eventKey: INVITED, subscriptionId: config.subscriptions[0].id })
      const changed = { name: 'Ops', enabled: true, recipients: [good[1]] }
      assert.equal((await send(token, 'PUT', path, changed)).status, 200)
      assert.deepEqual((await shown(token))[0].subscriptions[0].recipients, [kept[1]])
      assert.equal((await send(token, 'DELETE', path)).status, 200)
      assert.deepEqual(await shown(token), [])
      assert.equal((await send(token, 'PUT', path, changed)).status, 404)
    })

    it(`can be deleted by ${name} with pending messages, and created again`, async () => {
      const token = await asAda()
      const fields = { enabled: true, subscriptions: [{ ...ON, recipients: good }] }
      await send(token, 'POST', at, fields)
      assert.equal((await send(token, 'POST', at, fields)).status, 409, 'twice')
      await invite(token, 'one@new.test')
      assert.equal((await send(token, 'DELETE', at)).status, 200)
      await deliver()
      assert.deepEqual(received(name), [])
      assert.equal((await send(token, 'POST', at, fields)).status, 200)
    })

    it(`refuse wrong events and recipients by ${name}`, async () => {
      const token = await asAda()
      const wrong = fillPath(one, { eventKey: 'frontegg.no.such' })
      const fields = (recipients: readonly string[]) => ({ enabled: true, subscriptions: [{ ...ON, recipients }] })
      assert.equal((await send(token, 'POST', wrong, fields(good))).status, 400)
      for (const recipients of [[], [bad], Array.from({ length: 51 }, (_, at) => `+1555000${100 + at}`)]) {
        assert.equal((await send(token, 'POST', at, fields(recipients))).status, 400)
      }
      assert.equal((await send(token, 'POST', at, { enabled: true, subscriptions: [] })).status, 400)
    })
  }

  it('try a failed email again later', async () => {
    const token = await asAda()
    const at = fillPath(connectivity.createEmailConfig.path, { eventKey: INVITED })
    await send(token, 'POST', at, { enabled: true, subscriptions: [{ ...ON, recipients: ['ops@acme.test'] }] })
    await invite(token, 'one@new.test')
    const { mailer } = kit().ports
    const { send: working } = mailer
    mailer.send = async () => {
      throw new Error('The mail server is down')
    }
    await deliver()
    mailer.send = working
    await deliver()
    assert.deepEqual(received('email'), [], 'waits')
    kit().time.now += 5_000
    await deliver()
    assert.deepEqual(received('email'), ['ops@acme.test'])
  })

  it('that are given up are one row a day in the audit log of their account, with what Slack says', async () => {
    const token = await asAda()
    assert.equal((await connect(token)).status, 200)
    const slackEvents = [{ eventKey: INVITED, channelIds: ['C1'] }]
    await send(token, 'POST', connectivity.createSlackSubscription.path, { isActive: true, slackEvents })
    kit().slack.state.error = 'token_revoked'
    await invite(token, 'one@new.test')
    await invite(token, 'two@new.test')
    await deliver()
    kit().time.now += 24 * 3_600_000
    await deliver()
    kit().slack.state.error = ''
    const states = (await kit().store.deliveries.list({ target: 'C1' })).map(({ state }) => state)
    assert.deepEqual(states, ['failed', 'failed'])
    const rows = await kit().store.audits.list({ tenantId: 'acme', action: 'Notification not delivered' })
    assert.deepEqual(
      rows.map(({ description }) => description),
      ['A notification by Slack couldn’t be delivered for 24 hours. Slack refuses it: token_revoked'],
    )
  })

  it('leave emails to the outbox, which keeps them for longer than an event is tried, and show that one is refused', async () => {
    const token = await asAda()
    const at = fillPath(connectivity.createEmailConfig.path, { eventKey: INVITED })
    await send(token, 'POST', at, { enabled: true, subscriptions: [{ ...ON, recipients: ['ops@acme.test'] }] })
    await invite(token, 'one@new.test')
    const { ports } = kit()
    const kept: Mail[] = []
    const hold = async (mail: Mail) => void kept.push(mail)
    ports.outbox = { send: hold, prepare: async () => assert.fail('An email about an event is about no change') }
    try {
      await deliver()
    } finally {
      ports.outbox = undefined
    }
    assert.deepEqual(received('email'), [])
    const [delivery] = await kit().store.deliveries.list({ target: 'ops@acme.test' })
    assert.equal(delivery?.state, 'delivered')
    assert.deepEqual(
      kept.map(({ id, to }) => [id, to]),
      [[delivery?.id, 'ops@acme.test']],
    )
    const undelivered = () => kit().store.audits.list({ action: 'Notification not delivered' })
    await auditRefusedEmail(ports, 'another email')
    assert.deepEqual(await undelivered(), [])
    await auditRefusedEmail(ports, delivery?.id ?? '')
    assert.deepEqual(
      (await undelivered()).map(({ tenantId, description }) => [tenantId, description]),
      [['acme', 'A notification by email was refused for its recipient.']],
    )
  })

  it('post in channels of Slack, with a title of their own, once a workspace is connected', async () => {
    const token = await asAda()
    const slackEvents = [{ eventKey: INVITED, channelIds: ['C1'], title: 'Look <here>', message: 'Say hello' }]
    const made = await send(token, 'POST', connectivity.createSlackSubscription.path, { isActive: true, slackEvents })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    await invite(token, 'one@new.test')
    await deliver()
    assert.deepEqual(kit().slack.state.posts, [], 'no workspace yet')
    assert.equal((await connect(token)).status, 200)
    const { body: config } = await kit().call('GET', connectivity.getSlackConfig.path, { token })
    assert.equal(config.slackSubscriptions.length, 1)
    await invite(token, 'two@new.test')
    await deliver()
    const [post] = kit().slack.state.posts
    assert.deepEqual([post?.token, post?.channel], ['xoxb-secret', 'C1'])
    assert.match(post?.text ?? '', /^Look &lt;here&gt;\nSay hello\nAn administrator invited a user: New$/)
    const stored = JSON.stringify(await kit().store.slackInstallations.list({ tenantId: 'acme' }))
    assert.doesNotMatch(stored, /xoxb-secret/, 'sealed')

    const { id } = config.slackSubscriptions[0]
    const off = fillPath(connectivity.updateSlackSubscription.path, { id })
    assert.equal((await send(token, 'PATCH', off, { id, isActive: false, slackEvents })).status, 200)
    await invite(token, 'three@new.test')
    await deliver()
    assert.equal(kit().slack.state.posts.length, 1)
    const gone = fillPath(connectivity.deleteSlackSubscription.path, { id })
    assert.equal((await send(token, 'DELETE', gone)).status, 200)
    assert.equal((await send(token, 'DELETE', gone)).status, 404)
  })

  it('connect and disconnect a workspace of Slack, and report what Slack refuses', async () => {
    const token = await asAda()
    const refused = await connect(token, 'bad')
    assert.deepEqual(
      [refused.status, refused.body.errors],
      [400, ['This code has expired or was used already. Connect Slack again']],
    )
    await connect(token)
    const workspace = async () => (await kit().call('GET', slackApp.getSlackWorkspace.path, { token })).body
    assert.deepEqual(await workspace(), { teamName: 'Acme HQ' })
    const channels = await kit().call('GET', connectivity.getSlackChannels.path, { token })
    assert.deepEqual(channels.body, [{ id: 'C1', name: 'general' }])
    kit().slack.state.error = 'token_revoked'
    const failed = await kit().call('GET', connectivity.getSlackChannels.path, { token })
    assert.match(String(failed.body.errors), /removed from your workspace/)
    assert.equal((await send(token, 'DELETE', slackApp.disconnectSlack.path)).status, 200)
    assert.deepEqual(await workspace(), { teamName: null })
    assert.equal((await send(token, 'DELETE', slackApp.disconnectSlack.path)).status, 404)
  })

  it('return from Slack to a page of the application only', async () => {
    const token = await asAda()
    const nonce = 'nonce-of-sixteen-'
    const start = async (url: string) => {
      const query = new URLSearchParams({ state: slackState({ nonce, url }) })
      return kit().call('GET', `${slackApp.getSlackAuthorization.path}?${query}`, { token })
    }
    const page = `${APP}/#/admin-box/webhooks?slack=`
    const { body } = await start(page)
    const { searchParams } = new URL(body.url)
    assert.equal((await start('https://evil.test/?slack=')).status, 400)
    const back = async (query: Record<string, string>) => {
      const path = `${slackApp.receiveSlackCode.path}?${new URLSearchParams(query)}`
      return (await kit().page('GET', path)).headers.get('location') ?? ''
    }
    const state = searchParams.get('state') ?? ''
    const returned = await back({ state, code: 'good' })
    assert.ok(returned.startsWith(page))
    assert.deepEqual(readSlackResult(decodeURIComponent(returned.slice(page.length))), { nonce, code: 'good' })
    const declined = await back({ state, error: 'access_denied' })
    assert.deepEqual(readSlackResult(decodeURIComponent(declined.slice(page.length))), { nonce, code: '' })
    const evil = slackState({ nonce, url: 'https://evil.test/?slack=' })
    for (const wrong of ['', 'x', evil]) assert.equal(await back({ state: wrong, code: 'good' }), APP)
  })
}
