import assert from 'node:assert/strict'
import { it } from 'node:test'
import { reportExpired, reportHeldLosses } from '../domain/identity/lockout-guard/left-alone-report.ts'
import type { Ports } from '../ports.ts'
import type { Kit } from './kit.test-kit.ts'
import { growAccounts, insertAdministrator } from './left-alone.test-kit.ts'

export const describeLeftAloneFailures = (kit: () => Kit): void => {
  const reports = async () => {
    const where = { tenantId: 'acme', action: 'Sub-accounts left without administrator' }
    return (await kit().store.audits.list(where)).map(({ description }) => description)
  }
  const ofTom = '3 sub-accounts lost their last administrator (tom@acme.test): North, Oslo, South'
  const sent = () => kit().mails.filter(({ subject }) => subject.startsWith('Needs attention: sub-accounts of'))
  const notes = () => kit().store.tickets.count({ purpose: 'left-alone-news' })
  const away = async () => {
    throw new Error('The database is away')
  }

  const endAccessOfTom = async () => {
    await growAccounts(kit())
    await kit().store.members.update({ tenantId: 'acme', userId: 'tom' }, { temporaryUntil: kit().time.now - 2 })
  }

  /** Ports whose transactions can't note the emails that contain a text. */
  const refusingNotes = (text: string): Ports => {
    const { ports, store } = kit()
    const transaction: typeof store.transaction = (work) =>
      store.transaction((inside) => {
        const insert: typeof inside.tickets.insert = (row) =>
          row.detail?.includes(text) ? away() : inside.tickets.insert(row)
        return work({ ...inside, tickets: { ...inside.tickets, insert } })
      })
    return { ...ports, store: { ...store, transaction } }
  }

  it('are emailed once an email can be stored, however many rounds could store none', async () => {
    await endAccessOfTom()
    const { ports } = kit()
    const failing = { ...ports, mailer: { ...ports.mailer, send: away } }
    await reportExpired(failing)
    for (let round = 0; round < 6; round += 1) await reportHeldLosses(failing)
    assert.deepEqual([await reports(), sent().length, await notes()], [[ofTom], 0, 1])
    await reportHeldLosses(ports)
    assert.deepEqual([sent().filter(({ to }) => to === 'ada@acme.test').length, await notes()], [1, 0])
  })

  it('are made in the next round when a round failed', async () => {
    await endAccessOfTom()
    await reportExpired(refusingNotes('tom@acme.test'))
    assert.deepEqual([await reports(), sent()], [[], []])
    await reportExpired(kit().ports)
    assert.deepEqual([await reports(), sent().length > 0], [[ofTom], true])
  })

  it('are made although those of another account fail in each round', async () => {
    await endAccessOfTom()
    await insertAdministrator(kit(), 'ivo', 'north', { temporaryUntil: kit().time.now - 1 })
    for (let round = 0; round < 2; round += 1) await reportExpired(refusingNotes('tom@acme.test'))
    assert.deepEqual(await reports(), ['1 sub-account lost its last administrator (ivo@north.test): North'])
    assert.ok(sent().some(({ to }) => to === 'ada@acme.test'))
  })
}
