import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, Socket } from 'node:net'
import { after, afterEach, before, describe, it } from 'node:test'
import { until } from '../../testing/until.ts'
import { errorText } from '../call/error-text.ts'
import { createMemoryStore } from '../store/memory.ts'
import { createOutbox } from './mail-outbox.ts'
import { MailRefusedError, MailServiceError } from './mail-transport.ts'
import { mockTimeouts } from './mock-timeouts.test-kit.ts'
import { nodeRandom } from './random.ts'
import { createSecretBox } from './secret-box.ts'
import { createSmtpMailer } from './smtp-mailer.ts'
import { createSmtpServer } from './smtp-server.test-kit.ts'

const MAIL = {
  id: 'mail-1',
  to: 'ada@acme.test',
  subject: 'Your code',
  text: 'It is 481516',
  html: '<p>It is 481516</p>',
}
const STEPS = ['EHLO', 'AUTH', 'MAIL', 'RCPT', 'DATA', 'message'] as const
type Step = (typeof STEPS)[number]

const USUAL: Partial<Record<Step, string>> = {
  EHLO: '250-mail.test\r\n250 AUTH PLAIN LOGIN\r\n',
  AUTH: '235 2.7.0 OK\r\n',
  DATA: '354 Go on\r\n',
}

interface Fault {
  step: Step
  /** Sent instead of the usual reply; by default the connection closes without one. */
  reply?: string
  /** Whether the reply is sent again and again. */
  isEndless?: boolean
}

/** Creates a mail server with one fault at a time, which records the messages that it received whole. */
const createFaultyServer = () => {
  const messages: string[] = []
  const commands: string[] = []
  let fault: Fault | undefined
  const server = createSmtpServer((socket) => (step, text) => {
    if (step === 'message') messages.push(text)
    else commands.push(step)
    const usual = USUAL[step as Step] ?? '250 OK\r\n'
    if (fault?.step !== step) return usual
    const { reply, isEndless } = fault
    if (reply && isEndless) {
      const timer = setInterval(() => socket.write(reply), 10)
      socket.on('close', () => clearInterval(timer))
    }
    return reply
  })
  return {
    server,
    messages,
    commands,
    break: (next?: Fault) => {
      fault = next
    },
  }
}

describe('A mail server with a fault', () => {
  const { server, messages, commands, break: setFault } = createFaultyServer()
  const closing: (() => void)[] = []
  const open = (settings?: { timeoutMs: number }) => {
    const { port } = server.address() as AddressInfo
    const mailer = createSmtpMailer(
      `smtp://front:secret-word@127.0.0.1:${port}?from=Acme%20<no-reply@acme.test>`,
      settings,
    )
    closing.push(() => mailer.close())
    return mailer
  }
  before(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(() => {
    messages.length = 0
    commands.length = 0
    for (const close of closing.splice(0)) close()
  })
  after(() => server.close())

  const QUOTED = 'secret-word AGZyb250AHNlY3JldC13b3Jk <ada@acme.test> "Your code" It is 481516'
  // A server that doesn't understand EHLO is greeted with HELO.
  for (const step of STEPS)
    for (const code of ['421 4.3.2', '451 4.3.0', '535 5.7.8', '550 5.1.1', '554'])
      it(`logs a reply of ${code} to ${step} by its codes, not by its text`, async () => {
        setFault({ step, reply: `${code}-${QUOTED}\r\n${code} ${QUOTED}\r\n` })
        const failed = await open()
          .send(MAIL)
          .then(
            () => undefined,
            (error: unknown) => error,
          )
        // A server that doesn't understand EHLO is greeted with HELO.
        if (step === 'EHLO' && failed === undefined) return
        const line = errorText(failed)
        assert.match(line, new RegExp(code.slice(0, 3)))
        assert.doesNotMatch(line, /secret-word|AGZyb|ada@|Your code|481516/)
      })

  it('gets a sender at its IP address in brackets when the URL has none', async () => {
    setFault()
    const { port } = server.address() as AddressInfo
    const mailer = createSmtpMailer(`smtp://127.0.0.1:${port}`)
    closing.push(() => mailer.close())
    await mailer.send(MAIL)
    assert.match(messages[0] ?? '', /^From: <no-reply@\[127\.0\.0\.1\]>\r$/m)
    assert.match(messages[0] ?? '', /^Message-ID: <mail-1@127\.0\.0\.1>\r$/im)
  })

  it('gets an email again with the same message ID after it closed the connection without a reply', async () => {
    const store = createMemoryStore()
    const time = { now: 1_767_225_600_000 }
    const log = { warn: () => undefined, error: () => undefined }
    const clock = { now: () => time.now }
    const outbox = createOutbox({ store, clock, random: nodeRandom, secretBox: createSecretBox(store), log }, open())
    setFault({ step: 'message' })
    await outbox.send(MAIL)
    await outbox.sendDue()
    assert.equal(await store.outgoingMails.count({}), 1)
    setFault()
    time.now += 60_000
    await outbox.sendDue()
    assert.equal(await store.outgoingMails.count({}), 0)
    const ids = messages.map((message) => /^Message-ID: (.*)$/im.exec(message)?.[1]?.trim())
    assert.deepEqual(ids, ['<mail-1@acme.test>', '<mail-1@acme.test>'])
  })

  for (const [fault, isUnsent] of [
    [{ step: 'AUTH', reply: '535 5.7.8 Wrong password\r\n' }, true],
    [{ step: 'message', reply: '421 4.3.2 Shutting down\r\n' }, true],
    [{ step: 'message' }, false],
  ] as const)
    it(`${isUnsent ? 'certainly doesn’t have' : 'may have'} an email after ${JSON.stringify(fault)}`, async () => {
      setFault(fault)
      await assert.rejects(
        open().send(MAIL),
        (error) => error instanceof MailServiceError && error.isUnsent === isUnsent,
      )
    })

  it('may scan a message for two minutes before it accepts it', async (test) => {
    const limits = test.mock.method(Socket.prototype, 'setTimeout')
    setFault()
    await open().send(MAIL)
    const given = limits.mock.calls.map(({ arguments: [ms] }) => ms).filter((ms) => ms > 0)
    // The first one is the limit of the connection.
    assert.equal(given.at(-1), 120_000)
  })

  it('is disconnected after 10 s without another email, since many servers allow few connections', async (test) => {
    mockTimeouts(test)
    const turn = () => new Promise((resolve) => setImmediate(resolve))
    setFault()
    await open().send(MAIL)
    await turn()
    test.mock.timers.tick(9_999)
    for (let turns = 0; turns < 20; turns += 1) await turn()
    assert.ok(!commands.includes('QUIT'))
    test.mock.timers.tick(1)
    await until(() => commands.includes('QUIT'))
  })

  it('that scans a message doesn’t delay a process that ends', async () => {
    setFault({ step: 'message', reply: '250-Wait\r\n' })
    const mailer = open()
    const sending = mailer.send(MAIL)
    await Promise.all([
      assert.rejects(sending, /SMTP_URL: the mail server/),
      until(() => messages.length > 0).then(() => mailer.close()),
    ])
  })

  it('that never ends a reply counts as one that doesn’t respond', async () => {
    setFault({ step: 'RCPT', reply: '250-Wait\r\n', isEndless: true })
    await assert.rejects(open({ timeoutMs: 50 }).send(MAIL), (error) => {
      assert.ok(error instanceof Error && !(error instanceof MailRefusedError))
      assert.match(errorText(error), /SMTP_URL: the mail server/)
      return true
    })
    setFault()
    await open().send(MAIL)
    assert.equal(messages.length, 1)
  })
})
