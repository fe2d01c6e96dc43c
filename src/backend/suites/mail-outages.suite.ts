import assert from 'node:assert/strict'
import { it } from 'node:test'
import { MailServiceError } from '../adapters/mail-transport.ts'
import type { Kit } from './kit.test-kit.ts'
import { aMail, DAY_MS, MINUTE_MS, notices, outboxSteps, subjectsOf } from './mail-outbox.test-kit.ts'

export const describeMailOutages = (kit: () => Kit): void => {
  const { open, rows, store } = outboxSteps(kit)

  const close = async () => {
    throw new MailServiceError('The key has expired', { isUnsent: true })
  }
  const hang = async () => {
    throw new MailServiceError('no response in time')
  }
  /** Sends what is due for a while, as often as a process does. */
  const run = async ({ outbox }: ReturnType<typeof open>, ms: number, everyMs = 5_000) => {
    for (const end = kit().time.now + ms; kit().time.now < end; kit().time.now += everyMs) await outbox.sendDue()
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

  it('are kept when the mail server is back after days and asks to try again once', async () => {
    const server = open()
    server.respond(close)
    await store(...notices(20))
    await run(server, 4 * DAY_MS, 120 * MINUTE_MS)
    server.respond(async () => {
      throw new Error('451 Greylisted')
    })
    await run(server, 10 * MINUTE_MS, 30_000)
    assert.equal((await rows()).length, 20)
    server.recover()
    await run(server, 60 * MINUTE_MS, MINUTE_MS)
    assert.equal(server.taken.length, 20)
  })

  it('are sent again less and less often if the mail server may have accepted them, and every minute if not', async () => {
    for (const [respond, days, least, most] of [
      [hang, 7, 80, 100],
      [close, 0.1, 140, 150],
    ] as const) {
      const server = open()
      server.respond(respond)
      await server.outbox.send(aMail('Notice'))
      const began = kit().time.now
      for (let [row] = await rows(); row && row.nextTryAt < began + days * DAY_MS; [row] = await rows()) {
        kit().time.now = row.nextTryAt
        await server.outbox.sendDue()
      }
      assert.ok(server.tries() >= least && server.tries() <= most, `${server.tries()} tries`)
      await kit().store.outgoingMails.delete({})
    }
  })

  for (const fault of [close, hang])
    it(`have a code that is not behind 30 broken ones that users wait for, by ${fault.name}`, async () => {
      const server = open()
      const broken = Array.from({ length: 30 }, (_, at) => ({ ...aMail(`Broken ${at}`), isAwaited: true }))
      await store(...broken)
      server.respond(async (mail) => {
        if (mail.subject.startsWith('Broken')) await fault()
        server.taken.push(mail)
      })
      await server.outbox.sendDue()
      kit().time.now += 1_000
      await server.outbox.send({ ...aMail('Code'), isAwaited: true })
      await run(server, 10_000)
      assert.deepEqual(subjectsOf(server.taken), ['Code'])
    })

  it('are tried in turn, so that broken ones that users wait for stop no others', async () => {
    const server = open()
    const broken = Array.from({ length: 5 }, (_, at) => ({ ...aMail(`Broken ${at}`), isAwaited: true }))
    await store(...broken, ...notices(5))
    server.respond(close)
    await run(server, 30 * MINUTE_MS, 15_000)
    server.respond(async (mail) => {
      if (mail.subject.startsWith('Broken')) await close()
      server.taken.push(mail)
    })
    await run(server, 10 * MINUTE_MS, 15_000)
    assert.equal(server.taken.length, 5)
  })

  it('keep a pause of five seconds while only one of them fails', async () => {
    const server = open()
    await server.outbox.send({ ...aMail('Broken'), isAwaited: true })
    server.respond(async (mail) => {
      if (mail.subject === 'Broken') await close()
      server.taken.push(mail)
    })
    await run(server, 30 * MINUTE_MS, 30_000)
    await server.outbox.send(aMail('Notice'))
    await run(server, 10_000)
    assert.deepEqual(subjectsOf(server.taken), ['Notice'])
  })

  it('don’t stop when one fails while others are accepted', async () => {
    const server = open()
    let end: (() => void) | undefined
    server.respond(async (mail) => {
      if (mail.subject === 'Broken') {
        await new Promise<void>((resolve) => {
          end = resolve
        })
        await hang()
      }
      server.taken.push(mail)
      end?.()
    })
    await store(aMail('Broken'))
    kit().time.now += 1
    await store(...notices(9))
    await server.outbox.sendDue()
    assert.equal(server.taken.length, 9)
    assert.equal(server.outbox.health.failingSince, undefined)
    assert.match(String(kit().logged[0]), /^An email could not be sent yet/)
  })

  it('count as failing when several fail in any way and none is accepted, until nothing fails any more', async () => {
    const server = open()
    server.respond(async () => {
      throw new Error('554 Email address is not verified')
    })
    const began = kit().time.now
    const failingSince = async (name: string) => {
      await server.outbox.send(aMail(name))
      await server.outbox.sendDue()
      return server.outbox.health.failingSince
    }
    assert.deepEqual(
      [await failingSince('First'), await failingSince('Second'), await failingSince('Third')],
      [undefined, undefined, began],
    )
    // Another process sends them.
    await kit().store.outgoingMails.delete({})
    await run(server, 2 * MINUTE_MS)
    assert.equal(server.outbox.health.failingSince, undefined)
  })

  it('don’t count as failing after another process has sent them', async () => {
    const server = open()
    server.respond(close)
    await server.outbox.send(aMail('Notice'))
    await server.outbox.sendDue()
    assert.equal(server.outbox.health.failingSince, kit().time.now)
    await kit().store.outgoingMails.delete({})
    await run(server, 3 * MINUTE_MS)
    assert.equal(server.outbox.health.failingSince, undefined)
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

  it('whose codes expire are in the log again soon after the clock was set back', async () => {
    const { outbox } = open()
    for (const backMs of [0, 60 * MINUTE_MS]) {
      kit().time.now -= backMs
      await store({ ...aMail('Code'), expiresAt: kit().time.now })
      await outbox.sendDue()
    }
    assert.equal(kit().logged.length, 2)
  })
}
