import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import { freePorts } from '../../testing/ports.ts'
import { expectedSignature, startMessageReceiver } from './message-receiver.test-kit.ts'
import type { SmsTimes } from './sms-retries.ts'
import { createSmsEndpoint } from './texter.ts'
import { createTwilioTexter, type TwilioSettings } from './twilio.ts'

const NOW_MS = 1_767_225_600_000
const SECRET = 'correct-horse-9'
const PHONE = '+15550100'
const TEXT = '481516 is your Quokka verification code.'
const ACCOUNT = `AC${'0'.repeat(32)}`

const TWILIO: TwilioSettings = {
  accountSid: ACCOUNT,
  user: ACCOUNT,
  password: 'auth-token',
  sender: { from: '+15550199' },
}

let receiver: Awaited<ReturnType<typeof startMessageReceiver>>
before(async () => {
  receiver = await startMessageReceiver()
})
after(() => receiver.close())

/** Records pauses between attempts, which take no time. */
const recordPauses = () => {
  const pauses: number[] = []
  return { pauses, wait: async (ms: number) => void pauses.push(ms) }
}

const LIMIT_MS = 50

/**
 * Ends time limits of this length when a message has been received that gets no response: on a busy machine, the time
 * itself could end before. All other limits have no end.
 */
const endLimitOnceReceived = ({ mock }: TestContext): void => {
  mock.method(AbortSignal, 'timeout', (ms: number) => {
    const limit = new AbortController()
    if (ms === LIMIT_MS) void receiver.hung().then(() => limit.abort(new DOMException('Timeout', 'TimeoutError')))
    return limit.signal
  })
}

const assertSaysNothing = (error: unknown, setting: string): true => {
  assert.ok(error instanceof Error)
  assert.ok(error.message.startsWith(`${setting}: `), error.message)
  const { cause } = error
  const all = [
    error.message,
    error.stack,
    String(cause),
    cause instanceof Error ? cause.stack : '',
    JSON.stringify(cause),
  ]
  assert.doesNotMatch(all.join(), /15550100|481516|refused:|auth-token|correct-horse/)
  return true
}

describe('An HTTP gateway for text messages', () => {
  const open = (times: SmsTimes = {}) => {
    let made = 0
    const random = { uuid: () => `id-${++made}`, token: () => '', digits: () => '' }
    return createSmsEndpoint(
      { url: `${receiver.url}/sms`, secret: SECRET },
      { clock: { now: () => NOW_MS }, random },
      times,
    )
  }

  it('gets a text message as JSON, signed', async () => {
    receiver.script()
    await open().send(PHONE, TEXT)
    const [request, ...more] = receiver.received
    assert.ok(request)
    assert.equal(more.length, 0)
    assert.deepEqual(JSON.parse(request.body), { to: PHONE, text: TEXT })
    assert.deepEqual([request.method, request.path], ['POST', '/sms'])
    assert.equal(request.headers['webhook-signature'], expectedSignature(SECRET, request))
    assert.equal(request.headers['idempotency-key'], 'id-1')
  })

  it('gets the key of the delivery, where there is one', async () => {
    receiver.script()
    await open().send(PHONE, TEXT, 'delivery-7')
    assert.equal(receiver.received[0]?.headers['idempotency-key'], 'delivery-7')
  })

  it('is tried up to three times with one key, after longer pauses', async () => {
    receiver.script(500, 429)
    const { pauses, wait } = recordPauses()
    await open({ wait }).send(PHONE, TEXT)
    assert.deepEqual(
      receiver.received.map(({ headers }) => headers['idempotency-key']),
      ['id-1', 'id-1', 'id-1'],
    )
    assert.deepEqual(pauses, [500, 1_500])
  })

  it('is tried again at the time that it requests', async () => {
    const pausesFor = async (retryAfter: string, date?: string) => {
      const headers = { 'retry-after': retryAfter, ...(date && { date }) }
      receiver.script({ status: 429, body: '', headers }, 200)
      const { pauses, wait } = recordPauses()
      const outcome = await open({ wait })
        .send(PHONE, TEXT)
        .then(
          () => 'sent',
          () => 'failed',
        )
      return [outcome, ...pauses]
    }
    assert.deepEqual(await pausesFor('4'), ['sent', 4_000])
    assert.deepEqual(await pausesFor('0'), ['sent', 500])
    assert.deepEqual(await pausesFor('soon'), ['sent', 500])
    assert.deepEqual(await pausesFor('Thu, 01 Jan 2026 00:00:03 GMT', 'Thu, 01 Jan 2026 00:00:00 GMT'), ['sent', 3_000])
    assert.deepEqual(await pausesFor('11'), ['failed'], 'a user waits no longer than ten seconds')
  })

  it('that fails three times is an error without the number, the text or its response', async () => {
    receiver.script(503, 503, 503)
    await assert.rejects(open(recordPauses()).send(PHONE, TEXT), (error) => assertSaysNothing(error, 'SMS_URL'))
    assert.equal(receiver.received.length, 3)
  })

  it('gets a message that it refuses only once', async () => {
    receiver.script(422)
    await assert.rejects(open(recordPauses()).send(PHONE, TEXT), (error) => assertSaysNothing(error, 'SMS_URL'))
    assert.equal(receiver.received.length, 1)
  })

  it('that hangs gets the message again after the limit of a try', async (context) => {
    endLimitOnceReceived(context)
    receiver.script('hang')
    await open({ ...recordPauses(), tryMs: LIMIT_MS }).send(PHONE, TEXT)
    assert.equal(receiver.received.length, 2)
  })

  it('that hangs delays a user no longer than the limit of all attempts', async (context) => {
    endLimitOnceReceived(context)
    receiver.script('hang', 'hang', 'hang')
    await assert.rejects(open({ ...recordPauses(), totalMs: LIMIT_MS }).send(PHONE, TEXT), (error) =>
      assertSaysNothing(error, 'SMS_URL'),
    )
    assert.equal(receiver.received.length, 1)
  })
})

describe('Twilio', () => {
  const open = (settings: Partial<TwilioSettings> = {}, times: SmsTimes = {}) =>
    createTwilioTexter({ ...TWILIO, apiUrl: receiver.url, ...settings }, { clock: { now: () => NOW_MS } }, times)

  it('gets a form with basic authentication', async () => {
    receiver.script(201)
    await open().send(PHONE, TEXT)
    const [{ method, path, headers, body } = assert.fail('no request')] = receiver.received
    assert.deepEqual([method, path], ['POST', `/2010-04-01/Accounts/${ACCOUNT}/Messages.json`])
    assert.match(headers['content-type'] ?? '', /^application\/x-www-form-urlencoded/)
    const [scheme, credentials = ''] = headers.authorization?.split(' ') ?? []
    assert.deepEqual([scheme, Buffer.from(credentials, 'base64').toString()], ['Basic', `${ACCOUNT}:auth-token`])
    assert.deepEqual(Object.fromEntries(new URLSearchParams(body)), { To: PHONE, Body: TEXT, From: '+15550199' })
  })

  it('gets the SID of an API key and of a messaging service instead', async () => {
    receiver.script(201)
    await open({ user: 'SK1', password: 'key', sender: { messagingServiceSid: 'MG1' } }).send(PHONE, TEXT)
    const [{ headers, body } = assert.fail('no request')] = receiver.received
    assert.equal(headers.authorization, `Basic ${Buffer.from('SK1:key').toString('base64')}`)
    assert.deepEqual(Object.fromEntries(new URLSearchParams(body)), {
      To: PHONE,
      Body: TEXT,
      MessagingServiceSid: 'MG1',
    })
  })

  it('gets a message again if it certainly did not accept it', async () => {
    receiver.script(429, 503, 201)
    const { pauses, wait } = recordPauses()
    await open({}, { wait }).send(PHONE, TEXT)
    assert.equal(receiver.received.length, 3)
    assert.deepEqual(pauses, [500, 1_500])
  })

  for (const status of [400, 401, 404, 500, 502])
    it(`gets no message a second time after ${status}, since it may have accepted the first`, async () => {
      receiver.script(status)
      await assert.rejects(open({}, recordPauses()).send(PHONE, TEXT), (error) =>
        assertSaysNothing(error, 'TWILIO_ACCOUNT_SID'),
      )
      assert.equal(receiver.received.length, 1)
    })

  it('is quoted only by its error number', async () => {
    receiver.script({ status: 400, body: JSON.stringify({ code: 21_211, message: `${PHONE} is invalid: ${TEXT}` }) })
    await assert.rejects(open().send(PHONE, TEXT), (error) => {
      assert.equal(String((error as Error).cause), 'MessagePostError: HTTP 400, Twilio error 21211')
      return assertSaysNothing(error, 'TWILIO_ACCOUNT_SID')
    })
  })

  it('gets no message a second time after no response', async (context) => {
    endLimitOnceReceived(context)
    receiver.script('hang')
    await assert.rejects(open({}, { ...recordPauses(), tryMs: LIMIT_MS }).send(PHONE, TEXT), (error) =>
      assertSaysNothing(error, 'TWILIO_ACCOUNT_SID'),
    )
    assert.equal(receiver.received.length, 1)
  })

  it('that refuses connections is tried again', async () => {
    const { pauses, wait } = recordPauses()
    const apiUrl = `http://127.0.0.1:${await freePorts(1)}`
    await assert.rejects(open({ apiUrl }, { wait }).send(PHONE, TEXT), (error) => {
      assert.match(String((error as Error).cause), /ECONNREFUSED/)
      return assertSaysNothing(error, 'TWILIO_ACCOUNT_SID')
    })
    assert.deepEqual(pauses, [500, 1_500])
  })
})
