import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createMemoryStore } from '../store/memory.ts'
import { createMailEndpoint } from './mail-endpoint.ts'
import { createOutbox } from './mail-outbox.ts'
import { MailRefusedError, MailServiceError, type MailTransport } from './mail-transport.ts'
import { expectedSignature, startMessageReceiver } from './message-receiver.test-kit.ts'
import { nodeRandom } from './random.ts'
import { createSecretBox } from './secret-box.ts'

const NOW_MS = 1_767_225_600_000
const SECRET = `whsec_${Buffer.from('a secret of the mail gateway').toString('base64')}`
const FROM = 'Quokka <no-reply@quokka.test>'
const MAIL = {
  id: 'mail-1',
  to: 'ada@acme.test',
  subject: 'Your code',
  text: 'It is 481516',
  html: '<p>It is 481516</p>',
  isAwaited: true,
  stopUrl: 'https://id.quokka.test/stop',
  attachments: [{ fileName: 'a.pdf', type: 'application/pdf', content: new Uint8Array([0, 255, 37]) }],
}

/** Opens an outbox in memory with a manual clock. */
const openOutbox = (transport: MailTransport) => {
  const store = createMemoryStore()
  const time = { now: NOW_MS }
  const logged: unknown[] = []
  const log = (_message: string, error: unknown) => void logged.push(error)
  const outbox = createOutbox(
    {
      store,
      clock: { now: () => time.now },
      random: nodeRandom,
      secretBox: createSecretBox(store),
      log: { warn: log, error: log },
    },
    transport,
  )
  return { outbox, store, time, logged }
}

describe('An HTTP mail gateway', () => {
  let receiver: Awaited<ReturnType<typeof startMessageReceiver>>
  before(async () => {
    receiver = await startMessageReceiver()
  })
  after(() => receiver.close())
  const open = (secret = SECRET, timeoutMs?: number) =>
    createMailEndpoint({
      url: `${receiver.url}/send?tag=login`,
      secret,
      from: FROM,
      clock: { now: () => NOW_MS },
      ...(timeoutMs && { timeoutMs }),
    })

  for (const [form, secret] of [
    ['a generated secret', SECRET],
    ['a secret of their own', 'correct-horse-9'],
  ] as const)
    it(`gets an email as JSON, signed with ${form}`, async () => {
      receiver.script()
      await open(secret).send(MAIL)
      const [request, ...more] = receiver.received
      assert.ok(request)
      assert.equal(more.length, 0)
      const { method, path, headers, body } = request
      assert.deepEqual([method, path, headers['content-type']], ['POST', '/send?tag=login', 'application/json'])
      assert.deepEqual([headers['webhook-id'], headers['idempotency-key']], ['mail-1', 'mail-1'])
      assert.equal(headers['webhook-timestamp'], String(NOW_MS / 1_000))
      assert.equal(headers['webhook-signature'], expectedSignature(secret, request))
      assert.deepEqual(JSON.parse(body), {
        from: FROM,
        to: MAIL.to,
        subject: MAIL.subject,
        text: MAIL.text,
        html: MAIL.html,
        headers: {
          'List-Unsubscribe': '<https://id.quokka.test/stop>',
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
        attachments: [{ fileName: 'a.pdf', type: 'application/pdf', content: 'AP8l' }],
      })
    })

  const failureOf = async (status: number) => {
    receiver.script(status)
    const error = await open()
      .send(MAIL)
      .then(
        () => undefined,
        (reason: unknown) => reason,
      )
    assert.ok(error instanceof Error)
    assert.equal(receiver.received.length, 1)
    return error
  }

  for (const status of [400, 413, 422])
    it(`refuses one email with ${status}`, async () => {
      assert.ok((await failureOf(status)) instanceof MailRefusedError)
    })

  for (const [status, advice] of [
    [401, /Check MAIL_SECRET/],
    [403, /Check MAIL_SECRET/],
    [301, /Check MAIL_URL, it redirects/],
    [302, /Check MAIL_URL, it redirects/],
    [303, /Check MAIL_URL, it redirects/],
    [307, /Check MAIL_URL, it redirects/],
    [308, /Check MAIL_URL, it redirects/],
    [404, /Check the path of MAIL_URL/],
    [405, /Check the path of MAIL_URL/],
    [410, /Check the path of MAIL_URL/],
    [402, /didn't accept the email/],
    [406, /didn't accept the email/],
    [407, /didn't accept the email/],
    [415, /didn't accept the email/],
    [426, /didn't accept the email/],
    [431, /didn't accept the email/],
    [451, /didn't accept the email/],
    [501, /didn't accept the email/],
    [502, /didn't accept the email/],
    [503, /didn't accept the email/],
    [504, /didn't accept the email/],
    [511, /didn't accept the email/],
  ] as const)
    it(`takes no email at all when it responds with ${status}, and its redirects are not followed`, async () => {
      const error = await failureOf(status)
      assert.ok(error instanceof MailServiceError)
      assert.match(error.message, advice)
    })

  for (const [status, isUnsent] of [
    [301, true],
    [401, true],
    [403, true],
    [404, true],
    [503, true],
    [502, false],
    [504, false],
  ] as const)
    it(`${isUnsent ? 'certainly doesn’t have' : 'may have'} the email when it responds with ${status}`, async () => {
      const error = await failureOf(status)
      assert.ok(error instanceof MailServiceError)
      assert.equal(error.isUnsent, isUnsent)
    })

  it('certainly doesn’t have the email when the connection is refused', async () => {
    const gone = await startMessageReceiver()
    await gone.close()
    const away = createMailEndpoint({ url: gone.url, secret: SECRET, from: FROM, clock: Date })
    await assert.rejects(away.send(MAIL), (error) => error instanceof MailServiceError && error.isUnsent)
  })

  it('takes no email at all when it responds with 503, and gets this one again at the time that it requests', async () => {
    receiver.script({ status: 503, body: '', headers: { 'retry-after': '90' } }, 202)
    const { outbox, store, time } = openOutbox(open())
    await outbox.send(MAIL)
    await outbox.sendDue()
    assert.equal(outbox.health.failingSince, NOW_MS)
    time.now += 89_999
    await outbox.sendDue()
    assert.equal(receiver.received.length, 1)
    time.now += 1
    await outbox.sendDue()
    assert.equal(await store.outgoingMails.count({}), 0)
  })

  for (const status of [408, 409, 425, 429, 500])
    it(`is tried again with the same email after ${status}`, async () => {
      const error = await failureOf(status)
      assert.ok(!(error instanceof MailServiceError) && !(error instanceof MailRefusedError))
    })

  for (const status of [301, 401, 403, 404, 405, 410, 500, 503])
    it(`gets every email of the outbox after it responded with ${status} for a weekend`, async () => {
      const { outbox, store, time } = openOutbox(open())
      receiver.script(...Array.from({ length: 300 }, () => status))
      for (const id of ['mail-1', 'mail-2', 'mail-3']) await outbox.send({ ...MAIL, id, isAwaited: false })
      for (let hour = 0; hour < 65; hour += 1) {
        await outbox.sendDue()
        time.now += 3_600_000
      }
      assert.equal(await store.outgoingMails.count({}), 3)
      receiver.script()
      await outbox.sendDue()
      assert.equal(await store.outgoingMails.count({}), 0)
      const keys = receiver.received.map(({ headers }) => headers['idempotency-key'])
      assert.deepEqual(keys.sort(), ['mail-1', 'mail-2', 'mail-3'])
    })

  it('is retried later when it does not respond in time', async () => {
    receiver.script('hang')
    await assert.rejects(open(SECRET, 50).send(MAIL), (error) => {
      assert.ok(error instanceof MailServiceError && !error.isUnsent)
      assert.match(String(error.cause), /no response in time/)
      return true
    })
  })

  it('gets an email of the outbox again after a failure, with the same key, until it accepts it', async () => {
    receiver.script(503, 500, 202)
    const { outbox, store, time } = openOutbox(open())
    await outbox.send(MAIL)
    for (const _ of [1, 2, 3]) {
      await outbox.sendDue()
      time.now += 3_600_000
    }
    assert.deepEqual(
      receiver.received.map(({ headers }) => headers['idempotency-key']),
      ['mail-1', 'mail-1', 'mail-1'],
    )
    assert.equal(await store.outgoingMails.count({}), 0)
  })

  it('gets an email of the outbox again at the time that it requests, and after an hour at the latest', async () => {
    for (const [retryAfter, waitsMs] of [
      ['1', 5_000],
      ['90', 90_000],
      ['86400', 3_600_000],
    ] as const) {
      receiver.script({ status: 429, body: '', headers: { 'retry-after': retryAfter } }, 202)
      const { outbox, store, time } = openOutbox(open())
      await outbox.send(MAIL)
      await outbox.sendDue()
      time.now += waitsMs - 1
      await outbox.sendDue()
      assert.equal(receiver.received.length, 1, retryAfter)
      time.now += 1
      await outbox.sendDue()
      assert.equal(await store.outgoingMails.count({}), 0, retryAfter)
    }
  })

  it('that refuses an email of the outbox twice does not get it again', async () => {
    for (const status of [400, 413, 422]) {
      receiver.script(status, status)
      const { outbox, store, time, logged } = openOutbox(open())
      await outbox.send(MAIL)
      await outbox.sendDue()
      assert.equal(await store.outgoingMails.count({}), 1, String(status))
      time.now += 3_600_000
      await outbox.sendDue()
      assert.equal(await store.outgoingMails.count({}), 0, String(status))
      assert.equal(receiver.received.length, 2)
      assert.ok(logged.at(-1) instanceof MailRefusedError)
    }
  })

  it('is named in the error, without any data of the email, the path or the response', async () => {
    receiver.script(500)
    await assert.rejects(open().send(MAIL), (error) => {
      assert.ok(error instanceof Error)
      assert.equal(error.message, `MAIL_URL: ${new URL(receiver.url).host} didn't accept the email`)
      assert.equal(String(error.cause), 'MessagePostError: HTTP 500')
      assert.doesNotMatch(JSON.stringify([error.stack, error.cause]), /ada@|481516|refused:|tag=login/)
      return true
    })
  })
})
