import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createOutbox } from '../adapters/mail-outbox.ts'
import { MailWayError, type RenderedMail } from '../adapters/mail-transport.ts'
import type { Kit } from './kit.test-kit.ts'
import { aMail, createTransport, DAY_MS, MINUTE_MS, notices, subjectsOf } from './mail-outbox.test-kit.ts'

export const describeMailOutages = (kit: () => Kit): void => {
  const open = () => {
    const server = createTransport()
    return { ...server, outbox: createOutbox(kit().ports, server.transport) }
  }
  const rows = () => kit().store.outgoingMails.list({})
  /** Stores emails without sending them, as if the process that accepted them had ended. */
  const store = async (...mails: readonly RenderedMail[]) => {
    const outbox = createOutbox(kit().ports, createTransport().transport)
    await outbox.start()()
    for (const mail of mails) await outbox.send(mail)
  }

  const close = async () => {
    throw new MailWayError('The key has expired')
  }

  it('wait unharmed while none can be sent: one is tried every minute, the log has one line, and all follow at once', async () => {
    const server = open()
    await store(...notices(200))
    server.respond(close)
    const began = kit().time.now
    for (; kit().time.now < began + 30 * MINUTE_MS; kit().time.now += 5_000) await server.outbox.sendDue()
    assert.equal((await rows()).length, 200)
    assert.ok(server.tries() >= 25 && server.tries() <= 40, `${server.tries()} tries`)
    assert.equal(server.outbox.health.failingSince, began)
    assert.deepEqual(
      kit().logged.map((line) => String(line).split(',')[0]),
      ['No email can be sent. Emails wait'],
    )
    server.recover()
    kit().time.now += MINUTE_MS
    await server.outbox.sendDue()
    assert.deepEqual(await rows(), [])
    assert.equal(server.taken.length, 200)
    assert.equal(server.outbox.health.failingSince, undefined)
    assert.equal(server.outbox.health.outcomes.sent, 200)
    assert.match(String(kit().logged.at(-1)), /^Emails can be sent again after 18\d\d s\./)
  })

  it('are kept for seven days while none can be sent', async () => {
    const server = open()
    server.respond(close)
    await server.outbox.send(aMail('Notice'))
    for (let day = 0; day < 7; day += 1) {
      await server.outbox.sendDue()
      assert.equal((await rows()).length, 1, `day ${day}`)
      kit().time.now += DAY_MS
    }
    await server.outbox.sendDue()
    assert.deepEqual(await rows(), [])
  })

  it('are sent soon after the mail server works again, although the clock was set back meanwhile', async () => {
    const server = open()
    server.respond(close)
    await server.outbox.send(aMail('First'))
    await server.outbox.sendDue()
    kit().time.now -= 60 * MINUTE_MS
    server.recover()
    await server.outbox.send(aMail('Second'))
    await server.outbox.sendDue()
    assert.deepEqual(subjectsOf(server.taken), ['Second'])
  })

  it('arrive, although one of them breaks every connection', async () => {
    const server = open()
    await store({ ...aMail('Broken'), id: 'broken' }, ...notices(20))
    server.respond(async (mail) => {
      if (mail.id === 'broken') await close()
      server.taken.push(mail)
    })
    for (let round = 0; round < 24; round += 1) {
      await server.outbox.send(aMail(`Later ${round}`))
      await server.outbox.sendDue()
      kit().time.now += 5_000
    }
    assert.equal(server.taken.length, 44)
    assert.deepEqual(
      (await rows()).map(({ tries }) => tries > 0),
      [true],
    )
    assert.ok(server.tries() <= 44 + 6, `${server.tries()} tries`)
    assert.ok(kit().logged.length <= 3, String(kit().logged))
  })

  it('whose codes expire in an outage are one line of the log', async () => {
    const { outbox } = open()
    const expired = notices(50).map((mail) => ({ ...mail, expiresAt: kit().time.now + MINUTE_MS }))
    await store(...expired)
    kit().time.now += 2 * MINUTE_MS
    await outbox.sendDue()
    assert.deepEqual(await rows(), [])
    assert.equal(kit().logged.length, 1)
    assert.equal(outbox.health.outcomes.expired, 50)
  })
}
