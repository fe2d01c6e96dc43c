import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fillPath } from '../../contract/path.ts'
import { ssoConfigs } from '../../contract/sso-configs.ts'
import { createOutbox } from '../adapters/mail-outbox.ts'
import { MailRefusedError } from '../adapters/mail-refused.ts'
import { createBackend } from '../backend.ts'
import type { Mail, Mailer } from '../ports.ts'
import { API, APP, type Kit } from './kit.test-kit.ts'
import { connectSaml } from './saml-forgeries.test-kit.ts'
import { CERTIFICATE } from './sso-metadata.test-kit.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS

const aMail = (subject: string): Mail => ({
  to: 'ada@acme.test',
  subject,
  text: 'The code is 481516',
  html: '<p>481516</p>',
  attachments: [{ fileName: 'report.pdf', type: 'application/pdf', content: new Uint8Array([0, 255, 37]) }],
})

/** A mail server that takes an email, fails, or never responds, as the test says. */
const createTransport = () => {
  const taken: Mail[] = []
  let tries = 0
  let respond: (mail: Mail) => Promise<void> = async (mail) => void taken.push(mail)
  const transport: Mailer = {
    send(mail) {
      tries += 1
      return respond(mail)
    },
  }
  const take = respond
  return {
    transport,
    taken,
    tries: () => tries,
    respond: (by: typeof respond) => {
      respond = by
    },
    recover: () => {
      respond = take
    },
  }
}

export const describeMailOutbox = (kit: () => Kit): void => {
  const open = () => {
    const server = createTransport()
    return { ...server, outbox: createOutbox(kit().ports, server.transport) }
  }
  const rows = () => kit().store.outgoingMails.list({})
  const fail = async () => {
    throw new Error('connect ECONNREFUSED')
  }

  it('never hold up a request: with a mail server that hangs, single sign-on is saved at once and its email arrives later', async () => {
    const server = open()
    let hung = 0
    server.respond(() => {
      hung += 1
      return new Promise(() => undefined)
    })
    const backend = createBackend({ ...kit().ports, mailer: server.transport, outbox: server.outbox })
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
    while (hung < Math.min(waiting.length, 5)) await new Promise((resolve) => setImmediate(resolve))
    // The process ends with them; the next one finds the mail server well.
    const next = createTransport()
    kit().time.now += 6 * MINUTE_MS
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

  it('are tried again with longer and longer pauses for three days, with one warning and one error', async () => {
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
    assert.equal(Math.floor((kit().time.now - began) / DAY_MS), 3)
    assert.ok(tries() > 70 && tries() < 90, `${tries()} tries`)
    assert.equal(kit().logged.length, 2)
  })

  it('that the mail server refuses for good are not tried again', async () => {
    const { outbox, tries, respond } = open()
    respond(async () => {
      throw new MailRefusedError('550 no such mailbox')
    })
    await outbox.send(aMail('Nowhere'))
    await outbox.sendDue()
    kit().time.now += DAY_MS
    await outbox.sendDue()
    assert.equal(tries(), 1)
    assert.deepEqual(await rows(), [])
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
