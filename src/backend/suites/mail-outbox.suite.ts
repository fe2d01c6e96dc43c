import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fillPath } from '../../contract/path.ts'
import { ssoConfigs } from '../../contract/sso.ts'
import { until } from '../../testing/until.ts'
import { createBrandedMailer, createBrandedOutbox } from '../adapters/branded-mailer.ts'
import { createOutbox, type GivenUpMail } from '../adapters/mail-outbox.ts'
import { MailPostponedError, MailRefusedError, type RenderedMail } from '../adapters/mail-transport.ts'
import { createBackend } from '../backend.ts'
import { API, APP, type Kit } from './kit.test-kit.ts'
import { aMail, createTransport, DAY_MS, MINUTE_MS, notices, outboxSteps, subjectsOf } from './mail-outbox.test-kit.ts'
import { connectSaml } from './saml-forgeries.test-kit.ts'
import { CERTIFICATE } from './sso-metadata.test-kit.ts'

export const describeMailOutbox = (kit: () => Kit): void => {
  const { open, rows, store } = outboxSteps(kit)
  /** Blocks emails at the mail server until they are released. */
  const hold = (server: ReturnType<typeof createTransport>, isHeld: (mail: RenderedMail) => boolean = () => true) => {
    const waiting: (() => void)[] = []
    server.respond(async (mail) => {
      if (isHeld(mail)) await new Promise<void>((resolve) => waiting.push(resolve))
      server.taken.push(mail)
    })
    return () => {
      for (const letThrough of waiting) letThrough()
    }
  }
  const fail = async () => {
    throw new Error('connect ECONNREFUSED')
  }

  it('never delay a request: with a mail server that hangs, single sign-on is saved at once and its email arrives later', async () => {
    const server = open()
    let hung = 0
    server.respond(() => {
      hung += 1
      return new Promise(() => undefined)
    })
    const { ports } = kit()
    const mailer = createBrandedMailer(ports, server.transport)
    const backend = createBackend({ ...ports, mailer, outbox: createBrandedOutbox(ports, server.outbox) })
    const end = server.outbox.start()
    await connectSaml(kit(), { certificate: CERTIFICATE })
    const { token } = await kit().signIn('ada@acme.test')
    const { method, path } = ssoConfigs.updateConfig
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', Origin: APP }
    const body = JSON.stringify({ ssoEndpoint: 'https://other.test/sso' })
    const url = API + fillPath(path, { configId: 'saml-1' })
    const response = await backend(new Request(url, { method, headers, body }))
    assert.equal(response.status, 200)
    const waiting = await rows()
    assert.ok(waiting.length > 0)
    await until(() => hung >= Math.min(waiting.length, 4))
    // The process is killed, and the mail server works again for the next one.
    void end()
    const next = createTransport()
    kit().time.now += 9 * MINUTE_MS
    await createOutbox(kit().ports, next.transport).sendDue()
    assert.equal(next.taken.length, waiting.length)
    for (const { subject } of next.taken) assert.match(subject, /^Single sign-on of/)
    assert.deepEqual(await rows(), [])
  })

  it('are stored sealed until they are sent, and arrive as they were', async () => {
    const { outbox, taken, respond, recover } = open()
    respond(fail)
    await outbox.send(aMail('Sealed'))
    await outbox.sendDue()
    const text = JSON.stringify(await rows())
    assert.match(text, /sealed\.v1\./)
    assert.doesNotMatch(text, /481516|ada@acme\.test|Sealed/)
    recover()
    kit().time.now += MINUTE_MS
    await outbox.sendDue()
    assert.deepEqual(taken, [aMail('Sealed')])
    assert.deepEqual(await rows(), [])
  })

  it('are tried again with longer and longer pauses for seven days, with one warning and one error', async () => {
    const { outbox, tries, respond } = open()
    respond(fail)
    await outbox.send(aMail('Late'))
    await outbox.sendDue()
    await outbox.sendDue()
    assert.equal(tries(), 1)
    const began = kit().time.now
    for (let [row] = await rows(); row; [row] = await rows()) {
      kit().time.now = row.nextTryAt
      await outbox.sendDue()
    }
    assert.equal(Math.floor((kit().time.now - began) / DAY_MS), 7)
    assert.ok(tries() > 80 && tries() < 100, `${tries()} tries`)
    assert.equal(kit().logged.length, 2)
  })

  it('that the mail server refuses twice are not tried again, and the caller gets to know the reason', async () => {
    const { transport, respond, tries } = createTransport()
    const given: GivenUpMail[] = []
    const outbox = createOutbox({ ...kit().ports, givenUp: async (mail) => void given.push(mail) }, transport)
    respond(async () => {
      throw new MailRefusedError('The mail server refused it', { cause: new Error('550 5.1.1') })
    })
    await outbox.send(aMail('Nowhere'))
    await outbox.sendDue()
    assert.equal((await rows()).length, 1)
    for (let day = 0; day < 2; day += 1) {
      kit().time.now += DAY_MS
      await outbox.sendDue()
    }
    assert.equal(tries(), 2)
    assert.deepEqual(await rows(), [])
    assert.deepEqual(given, [{ id: 'id of Nowhere', reason: 'The mail server refused it (550 5.1.1)' }])
    assert.deepEqual(outbox.health.outcomes, { sent: 0, retried: 1, refused: 1, expired: 0, stopped: 0 })
  })

  it('that may be refused like all others are kept for seven days, unless others are accepted after the refusal', async () => {
    const { outbox, tries, respond, recover } = open()
    const refuse = async () => {
      throw new MailRefusedError('550 Rejected', { isVague: true })
    }
    await outbox.send(aMail('Quick'))
    kit().time.now += 1
    await outbox.send(aMail('Refused'))
    respond(async ({ subject }) => {
      if (subject === 'Refused') await refuse()
    })
    await outbox.sendDue()
    respond(refuse)
    const began = kit().time.now
    for (let [row] = await rows(); row && row.nextTryAt < began + 6.9 * DAY_MS; [row] = await rows()) {
      kit().time.now = row.nextTryAt
      await outbox.sendDue()
    }
    assert.ok(tries() > 20, `${tries()} tries`)
    assert.equal((await rows()).length, 1)
    recover()
    kit().time.now = (await rows())[0]?.nextTryAt ?? 0
    await outbox.sendDue()
    assert.deepEqual(await rows(), [])
    assert.equal(outbox.health.outcomes.sent, 2)

    const before = tries()
    respond(async ({ subject }) => {
      if (subject === 'Nowhere') await refuse()
    })
    await outbox.send(aMail('Nowhere'))
    await outbox.sendDue()
    await outbox.send(aMail('Somewhere'))
    await outbox.sendDue()
    kit().time.now += MINUTE_MS
    await outbox.sendDue()
    assert.equal(tries(), before + 3)
    assert.deepEqual(await rows(), [])
  })

  it('that are too old are given up in one step, with one line in the log and one report', async () => {
    const { transport, respond, tries } = createTransport()
    const given: GivenUpMail[] = []
    const outbox = createOutbox({ ...kit().ports, givenUp: async (mail) => void given.push(mail) }, transport)
    await store(...notices(50))
    respond(fail)
    await outbox.sendDue()
    const before = { tries: tries(), lines: kit().logged.length }
    kit().time.now += 7 * DAY_MS
    await outbox.send(aMail('New'))
    await outbox.sendDue()
    assert.deepEqual([tries() - before.tries, kit().logged.length - before.lines], [1, 2])
    assert.equal((await rows()).length, 1)
    assert.deepEqual(given, [{ reason: '50 emails could not be sent for 7 days' }])
    assert.equal(outbox.health.outcomes.refused, 50)
  })

  it('that a user waits for are sent before a backlog, even while all of it hangs at the mail server', async () => {
    const server = open()
    hold(server, ({ isAwaited }) => !isAwaited)
    await store(...notices(12))
    kit().time.now += 1_000
    await store({ ...aMail('Code'), isAwaited: true })
    const end = server.outbox.start()
    await until(() => server.tries() >= 5)
    assert.deepEqual(subjectsOf(server.taken), ['Code'])
    await server.outbox.send({ ...aMail('Second code'), isAwaited: true })
    await until(() => server.tries() >= 6)
    assert.deepEqual(subjectsOf(server.taken), ['Code', 'Second code'])
    await until(async () => (await rows()).length <= 12)
    void end()
  })

  it('are sent by time, those a user waits for first', async () => {
    const server = open()
    const names = ['First', 'Second', 'Third', 'Fourth']
    for (const [at, name] of names.entries()) {
      await store({ ...aMail(name), isAwaited: at > 1 })
      kit().time.now += 1_000
    }
    const claimed: string[] = []
    const { outgoingMails } = kit().store
    const inOrder: typeof outgoingMails.update = (where, patch) => {
      if (typeof where.id === 'string' && patch.tries !== undefined) claimed.push(where.id)
      return outgoingMails.update(where, patch)
    }
    const stored = await rows()
    const ports = { ...kit().ports, store: { ...kit().store, outgoingMails: { ...outgoingMails, update: inOrder } } }
    await createOutbox(ports, server.transport).sendDue()
    const timeOf = (id: string) => stored.find((row) => row.id === id)?.createdAt ?? 0
    const began = Math.min(...stored.map(({ createdAt }) => createdAt))
    assert.deepEqual(
      claimed.map((id) => names[(timeOf(id) - began) / 1_000]),
      ['Third', 'Fourth', 'First', 'Second'],
    )
  })

  it('with an expired code or link are dropped, with an error in the log', async () => {
    const { outbox, taken, respond, recover } = open()
    respond(fail)
    const { now } = kit().time
    await outbox.send({ ...aMail('Code'), expiresAt: now + 10 * MINUTE_MS })
    await outbox.send({ ...aMail('Invitation'), expiresAt: now + 7 * DAY_MS })
    await outbox.sendDue()
    kit().time.now += 10 * MINUTE_MS
    recover()
    await outbox.sendDue()
    assert.deepEqual(subjectsOf(taken), ['Invitation'])
    assert.deepEqual(await rows(), [])
    assert.match(String(kit().logged.at(-1)), /^An email could not be sent,MailExpiredError: /)
  })

  it('with a code or link are tried again in time, however long the mail server asks to wait', async () => {
    const { outbox, taken, respond, recover } = open()
    respond(async () => {
      throw new MailPostponedError('HTTP 429', { retryAfterMs: 60 * MINUTE_MS, cause: undefined })
    })
    const { now } = kit().time
    await outbox.send({ ...aMail('Code'), expiresAt: now + 10 * MINUTE_MS })
    await outbox.send(aMail('Notice'))
    await outbox.sendDue()
    const waits = (await rows()).map(({ nextTryAt }) => (nextTryAt - now) / MINUTE_MS)
    assert.deepEqual(
      waits.sort((a, b) => a - b),
      [5, 60],
    )
    kit().time.now += 5 * MINUTE_MS
    recover()
    await outbox.sendDue()
    assert.deepEqual(subjectsOf(taken), ['Code'])
  })

  it('that are being sent when the process ends are waited for, and no others are started', async () => {
    const server = open()
    const letThrough = hold(server)
    await store(...notices(9))
    const end = server.outbox.start()
    await until(() => server.tries() >= 4)
    let hasEnded = false
    const ending = end().then(() => {
      hasEnded = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    assert.equal(hasEnded, false)
    letThrough()
    await ending
    assert.equal(server.taken.length, 4)
    const left = await rows()
    assert.deepEqual(
      left.map(({ tries }) => tries),
      [0, 0, 0, 0, 0],
    )
    // The next process doesn't have to wait for the end of a claim.
    const next = createTransport()
    await createOutbox(kit().ports, next.transport).sendDue()
    assert.equal(next.taken.length, 5)
  })

  it('that are claimed at the moment when the process ends are left to the next one', async () => {
    const server = open()
    await store(aMail('Claimed'))
    const [before] = await rows()
    const { outgoingMails } = kit().store
    let end: (() => Promise<void>) | undefined
    let ending: Promise<void> | undefined
    const update: typeof outgoingMails.update = async (where, patch) => {
      const count = await outgoingMails.update(where, patch)
      ending ??= end?.()
      return count
    }
    const ports = { ...kit().ports, store: { ...kit().store, outgoingMails: { ...outgoingMails, update } } }
    end = createOutbox(ports, server.transport).start()
    await until(() => ending !== undefined)
    await ending
    assert.equal(server.tries(), 0)
    assert.deepEqual(await rows(), [before])
    await server.outbox.sendDue()
    assert.deepEqual(subjectsOf(server.taken), ['Claimed'])
  })

  it('are sent once, although the clock of another process is five minutes ahead', async () => {
    const server = open()
    const letThrough = hold(server)
    const sending = server.outbox.send(aMail('Once')).then(() => server.outbox.sendDue())
    await until(() => server.tries() === 1)
    const ahead = { now: () => kit().time.now + 5 * MINUTE_MS }
    await createOutbox({ ...kit().ports, clock: ahead }, server.transport).sendDue()
    kit().time.now += 2 * MINUTE_MS
    await createOutbox({ ...kit().ports, clock: ahead }, server.transport).sendDue()
    letThrough()
    await sending
    assert.deepEqual(subjectsOf(server.taken), ['Once'])
  })

  it('are sent once, although four processes look for them', async () => {
    const server = createTransport()
    const processes = Array.from({ length: 4 }, () => createOutbox(kit().ports, server.transport))
    const subjects = Array.from({ length: 40 }, (_, at) => `Number ${at}`)
    await Promise.all(subjects.map((subject, at) => processes[at % 4]?.send(aMail(subject))))
    await Promise.all(processes.map((each) => each.sendDue()))
    assert.deepEqual(server.taken.map(({ subject }) => subject).sort(), [...subjects].sort())
    assert.deepEqual(await rows(), [])
  })
}
