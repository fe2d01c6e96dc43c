import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { Webhook as Verifier } from 'standardwebhooks'
import { ROTATION_MS } from '../domain/delivery/webhooks/webhook-secrets.ts'
import type { Kit } from './kit.test-kit.ts'
import { SECRET, startReceiver, webhookCalls } from './webhooks.test-kit.ts'

const INVITED = 'frontegg.user.invitedToTenant'
const UPDATED = 'frontegg.user.updated'

export const describeWebhooks = (kit: () => Kit): void => {
  const calls = webhookCalls(kit)
  const { asAda, create, list, update, logs, attempt, retry, rotate, statuses, test, invite, deliver } = calls
  let receiver: Awaited<ReturnType<typeof startReceiver>>
  before(async () => {
    receiver = await startReceiver()
  })
  after(() => receiver?.close())
  beforeEach(() => {
    receiver.received.length = 0
    receiver.control.respond = () => 200
    receiver.control.headers = {}
  })

  const subscribe = async (token: string, eventKeys: string[], body: object = {}): Promise<string> => {
    const made = await create(token, { url: receiver.url, eventKeys, ...body })
    assert.equal(made.status, 200, JSON.stringify(made.body))
    return made.body._id
  }

  it('send a signed event that a receiver by Standard Webhooks accepts', async () => {
    kit().time.now = Date.now()
    const token = await asAda()
    await subscribe(token, [INVITED])
    await invite(token, 'new@acme.test')
    await deliver()
    const [got] = receiver.received
    assert.ok(got)
    assert.equal(got.json.eventKey, INVITED)
    assert.deepEqual(
      [got.json.eventContext.tenantId, got.json.eventContext.userId, got.json.user.email],
      ['acme', 'ada', 'new@acme.test'],
    )
    assert.equal(got.headers['webhook-id'], got.json.eventContext.eventId)
    const headers = got.headers as Record<string, string>
    new Verifier(SECRET).verify(got.body, headers)
    for (const altered of [got.body.replace('new@', 'old@'), `${got.body} `]) {
      assert.throws(() => new Verifier(SECRET).verify(altered, headers))
    }
    assert.throws(() => new Verifier(SECRET).verify(got.body, { ...headers, 'webhook-id': 'other' }))
    assert.equal(headers['x-webhook-secret']?.split('.').length, 3)
  })

  it('write an event with the change or not at all', async () => {
    const token = await asAda()
    await subscribe(token, [INVITED])
    assert.equal((await invite(token, 'mel@acme.test')).status, 409)
    assert.equal(await kit().store.events.count({ key: INVITED }), 0)
    assert.equal((await invite(token, 'new@acme.test')).status, 200)
    assert.equal(await kit().store.events.count({ key: INVITED }), 1)
    assert.equal(await kit().store.deliveries.count({}), 1)
  })

  it('keep the secret sealed, out of lists and out of the audit log', async () => {
    const token = await asAda()
    const id = await subscribe(token, [INVITED])
    const { body } = await list(token)
    assert.equal(body[0].secret, null)
    const stored = await kit().store.webhooks.get(id)
    assert.doesNotMatch(JSON.stringify(stored), new RegExp(SECRET.slice(6, 20)))
    const audits = JSON.stringify(await kit().store.audits.list({ tenantId: 'acme' }))
    assert.match(audits, /Webhook created/)
    assert.doesNotMatch(audits, new RegExp(SECRET.slice(6, 20)))
    await update(token, id, { displayName: 'Renamed', secret: null })
    const after = await kit().store.webhooks.get(id)
    assert.deepEqual([after?.displayName, after?.secret], ['Renamed', stored?.secret])
  })

  it('refuse wrong fields and URLs inside the network of the server', async () => {
    const token = await asAda()
    for (const [body, word] of [
      [{ url: 'https://10.0.0.1/' }, /public internet/],
      [{ url: 'https://169.254.169.254/latest' }, /public internet/],
      [{ url: 'http://example.com/' }, /public internet/],
      [{ url: 'ftp://localhost/' }, /public internet/],
      [{ url: 'nonsense' }, /valid URL/],
      [{ url: ' ' }, /url/i],
      [{ url: 'example.com/hooks' }, /Start the URL with https/],
      [{ url: 'example.com:8443/hooks' }, /Start the URL with https/],
      [{ url: 'https://ola:secret@example.com/hooks' }, /Remove the user name and password/],
      [{ url: 'https://ola@example.com/hooks' }, /Remove the user name and password/],
      [{ url: 'https://example.com/hooks#new' }, /from # on/],
      [{ url: 'https://example.com/hooks#' }, /from # on/],
      [{ secret: 'short' }, /8 characters/],
      [{ secret: 'whsec_not base64' }, /spaces/],
      [{ secret: 'whsec_!!!!!!' }, /base64/],
      [{ eventKeys: [] }, /at least one event/],
      [{ eventKeys: ['frontegg.no.such'] }, /not an event/],
      [{ displayName: ' ' }, /displayName/],
    ] as const) {
      const refused = await create(token, { url: receiver.url, eventKeys: [INVITED], ...body })
      assert.equal(refused.status, 400, JSON.stringify(body))
      assert.match(String(refused.body.errors), word)
    }
    assert.equal((await test(token, { url: 'https://127.0.0.1/' })).status, 400)
  })

  it('keep the order of a record’s events while the first one fails, without delaying other records', async () => {
    const token = await asAda()
    await subscribe(token, [UPDATED])
    receiver.control.respond = ({ json }) => (json.user.id === 'mel' ? 500 : 200)
    for (const name of ['One', 'Two', 'Three']) {
      await calls.rename(token, 'mel', name)
      await calls.rename(token, 'tom', name)
    }
    await deliver()
    const names = (id: string) =>
      receiver.received.filter(({ json }) => json.user.id === id).map(({ json }) => json.user.name)
    assert.deepEqual([names('mel'), names('tom')], [['One'], ['One', 'Two', 'Three']])
    await deliver()
    assert.deepEqual(names('mel'), ['One'], 'waits')
    receiver.control.respond = () => 200
    kit().time.now += 5_000
    await deliver()
    assert.deepEqual(names('mel'), ['One', 'One', 'Two', 'Three'])
    const ids = receiver.received.filter(({ json }) => json.user.name === 'One' && json.user.id === 'mel')
    assert.equal(new Set(ids.map(({ headers }) => headers['webhook-id'])).size, 1, 'the same id')
  })

  it('follow no redirect', async () => {
    const token = await asAda()
    const id = await subscribe(token, [UPDATED])
    receiver.control.respond = () => 302
    receiver.control.headers = { location: `${receiver.url}/elsewhere` }
    await calls.rename(token, 'mel', 'One')
    await deliver()
    assert.equal(receiver.received.length, 1)
    assert.equal((await logs(token, id)).body.rows[0].statusCode, '302')
    assert.equal((await statuses(token)).body.statuses[0].pending, 1)
  })

  it('are turned off after a day of failures, notify administrators, and can catch up', async () => {
    const token = await asAda()
    const id = await subscribe(token, [UPDATED])
    const since = new Date(kit().time.now).toISOString()
    receiver.control.respond = () => 503
    await calls.rename(token, 'mel', 'One')
    await calls.rename(token, 'mel', 'Two')
    for (let hour = 0; hour < 30; hour++) {
      await deliver()
      kit().time.now += 3_600_000
    }
    const webhook = await kit().store.webhooks.get(id)
    assert.equal(webhook?.isActive, false)
    assert.deepEqual(
      kit().mails.map(({ to, subject }) => [to, subject]),
      [
        ['ada@acme.test', 'Webhook turned off: CRM'],
        ['tom@acme.test', 'Webhook turned off: CRM'],
      ].sort(),
    )
    assert.equal(await kit().store.audits.count({ tenantId: 'acme', action: 'Webhook disabled' }), 1)
    receiver.control.respond = () => 200
    receiver.received.length = 0
    const again = await asAda()
    assert.equal((await calls.resend(again, id, since)).status, 409, 'not while it is off')
    assert.equal((await update(again, id, { url: receiver.url, eventKeys: [UPDATED] })).status, 200)
    assert.deepEqual((await calls.resend(again, id, since)).body, { count: 2 })
    await deliver()
    assert.deepEqual(
      receiver.received.map(({ json }) => json.user.name),
      ['One', 'Two'],
    )
    assert.deepEqual((await statuses(again)).body.statuses[0].failingSince, null)
  })

  it('are sent again 20 times an hour at most', async () => {
    const token = await asAda()
    const { body } = await calls.create(token, { url: receiver.url, eventKeys: [UPDATED] })
    const again = () => calls.resend(token, body._id, new Date(kit().time.now).toISOString())
    for (let sent = 0; sent < 20; sent++) assert.equal((await again()).status, 200)
    assert.equal((await again()).status, 429)
    kit().time.now += 3_600_000
    assert.equal((await calls.resend(await asAda(), body._id, new Date(kit().time.now).toISOString())).status, 200)
  })

  it('sign with both secrets for a day after a rotation', async () => {
    kit().time.now = Date.now()
    const token = await asAda()
    const id = await subscribe(token, [UPDATED])
    const { body } = await rotate(token, id)
    assert.match(body.secret, /^whsec_/)
    await calls.rename(token, 'mel', 'One')
    await deliver()
    const [first] = receiver.received
    assert.ok(first)
    for (const secret of [SECRET, body.secret]) {
      new Verifier(secret).verify(first.body, first.headers as Record<string, string>)
    }
    kit().time.now += ROTATION_MS + 1
    const later = await asAda()
    await calls.rename(later, 'mel', 'Two')
    await deliver()
    const signatures = String(receiver.received[1]?.headers['webhook-signature']).split(' ')
    assert.equal(signatures.length, 1)
  })

  it('log each attempt with request and response, page by page, and retry one', async () => {
    const token = await asAda()
    const id = await subscribe(token, [UPDATED])
    for (let at = 0; at < 12; at++) {
      kit().time.now += 1_000
      await calls.rename(token, 'mel', `Name ${at}`)
      await deliver()
    }
    const first = (await logs(token, id)).body
    assert.deepEqual([first.count, first.rows.length], [12, 10])
    assert.equal(JSON.parse(first.rows[0].body).user.name, 'Name 11')
    assert.equal((await logs(token, id, '&offset=10&limit=10')).body.rows.length, 2)
    const shown = (await attempt(token, first.rows[0].id)).body
    assert.deepEqual([shown.responseBody, shown.eventKey, shown.attempt], ['{"seen":true}', UPDATED, 1])
    assert.equal(shown.requestHeaders['content-type'], 'application/json')
    assert.deepEqual((await retry(token, first.rows[0].id)).body, { statusCode: 202 })
    await deliver()
    assert.equal(receiver.received.at(-1)?.headers['webhook-id'], receiver.received.at(-2)?.headers['webhook-id'])
    assert.equal((await list(token)).body[0].invocations, 13)
  })

  it('test a URL and show the response, whatever its status', async () => {
    const token = await asAda()
    receiver.control.respond = () => 418
    const tested = await test(token, { url: receiver.url, secret: SECRET, payload: { hello: 'world' } })
    assert.deepEqual(tested.body, { statusCode: 418, body: { seen: true } })
    assert.deepEqual(receiver.received[0]?.json, { hello: 'world' })
    const closed = await test(token, { url: 'http://localhost:9/' })
    assert.equal(closed.status, 400)
    assert.match(String(closed.body.errors), /refused/)
  })

  it('belong to one account only, and leave no data behind when deleted', async () => {
    const token = await asAda()
    const id = await subscribe(token, [UPDATED])
    await calls.rename(token, 'mel', 'One')
    await deliver()
    const log = (await logs(token, id)).body.rows[0].id
    const { token: other } = await kit().signIn('gia@globex.test')
    assert.deepEqual((await list(other)).body, [])
    for (const response of [
      await update(other, id, { displayName: 'Mine' }),
      await logs(other, id),
      await attempt(other, log),
      await retry(other, log),
      await rotate(other, id),
      await calls.resend(other, id, new Date(kit().time.now).toISOString()),
    ]) {
      assert.equal(response.status, 404)
    }
    assert.equal((await calls.remove(token, id)).status, 200)
    assert.deepEqual((await list(token)).body, [])
    assert.equal(await kit().store.webhookLogs.count({}), 0)
    assert.equal((await list('')).status, 401)
  })
}
