import { expect } from 'chai'
import { lockoutGuard, sessionConfig } from '../../../contract/security.ts'
import { HttpError } from '../../../kernel/errors.ts'
import { mountSlice } from '../../../testing/slice.ts'
import { securityPage } from '../index.ts'
import { sessionsSlice } from './sessions.actions.ts'
import { initialSessions, invalidFields, isDirty, toDraft } from './sessions.state.ts'

const STORED = {
  sessionTimeoutConfiguration: { isActive: false, timeout: 7_776_000 },
  sessionIdleTimeoutConfiguration: { isActive: true, timeout: 3_600 },
  sessionConcurrentConfiguration: { isActive: false, maxSessions: 10 },
}

const setUp = async (stored: object = STORED) => {
  const harness = mountSlice(sessionsSlice, initialSessions, { page: securityPage })
  harness.fake.respond(sessionConfig.getSessionConfig, () => stored)
  harness.fake.respond(sessionConfig.saveSessionConfig, () => ({}))
  harness.fake.respond(lockoutGuard.checkPolicyChange, () => {
    throw new HttpError('Not found', 404)
  })
  await harness.actions.open()
  return { ...harness, sent: () => harness.fake.inputsOf(sessionConfig.saveSessionConfig).map(({ body }) => body) }
}

describe('the session settings', () => {
  it('are sent in seconds, all three together', async () => {
    const { actions, state, sent, events } = await setUp()
    actions.edit({ idle: { isActive: true, time: { amount: '30', unit: 'minutes' } } })
    actions.edit({ concurrent: { isActive: true, count: '3' } })
    expect(await actions.save()).to.equal(true)
    const expected = {
      sessionTimeoutConfiguration: { isActive: false, timeout: 7_776_000 },
      sessionIdleTimeoutConfiguration: { isActive: true, timeout: 1_800 },
      sessionConcurrentConfiguration: { isActive: true, maxSessions: 3 },
    }
    expect(sent()).to.deep.equal([expected])
    expect(events).to.deep.equal([['update-policy', { policy: 'sessions', ...expected }]])
    expect(state().notice?.key).to.equal('saved')
    expect(isDirty(state())).to.equal(false)
  })

  it('are completed with defaults when the backend omits parts', async () => {
    const { state } = await setUp({})
    expect(state().draft).to.deep.equal({
      idle: { isActive: false, time: { amount: '1', unit: 'hours' } },
      reLogin: { isActive: false, time: { amount: '90', unit: 'days' } },
      concurrent: { isActive: false, count: '10' },
    })
    expect(isDirty(state())).to.equal(false)
  })

  it('keep what was typed when a save fails, and show why', async () => {
    const { actions, state, fake, sent } = await setUp()
    fake.respond(sessionConfig.saveSessionConfig, () => {
      throw new HttpError('Try later', 400)
    })
    actions.edit({ concurrent: { isActive: true, count: '2' } })
    expect(await actions.save()).to.equal(false)
    expect(sent()).to.have.length(1)
    expect(state().formError).to.equal('Try later')
    expect(state().draft.concurrent).to.deep.equal({ isActive: true, count: '2' })
    expect(state().saving).to.equal(false)
    actions.discard()
    expect(state().draft).to.deep.equal(toDraft(STORED))
    expect(state().formError).to.equal(undefined)
  })

  it('keep what was typed when they are read again', async () => {
    const { actions, state } = await setUp()
    actions.edit({ concurrent: { isActive: true, count: '2' } })
    await actions.load()
    expect(state().draft.concurrent.count).to.equal('2')
  })

  it('are saved once, however often the button is pressed, and never unchanged', async () => {
    const { actions, sent } = await setUp()
    expect(await actions.save()).to.equal(false)
    actions.edit({ idle: { isActive: false, time: { amount: '1', unit: 'hours' } } })
    await Promise.all(Array.from({ length: 20 }, () => actions.save()))
    expect(sent()).to.have.length(1)
  })

  it('are not saved when the host refuses', async () => {
    const { actions, sent, refused } = await setUp()
    refused.add('update-policy')
    actions.edit({ concurrent: { isActive: true, count: '2' } })
    expect(await actions.save()).to.equal(false)
    expect(sent()).to.deep.equal([])
  })

  it('show that they could not be loaded, and load again', async () => {
    const { actions, state, fake } = await setUp()
    fake.respond(sessionConfig.getSessionConfig, () => {
      throw new HttpError('Down for repairs', 500)
    })
    await actions.load()
    expect([state().phase, state().failure]).to.deep.equal([
      'failed',
      { kind: 'failed', failure: { kind: 'refused', message: 'Down for repairs' } },
    ])
    fake.respond(sessionConfig.getSessionConfig, () => STORED)
    await actions.load()
    expect(state().phase).to.equal('ready')
  })

  it('are not saved with an invalid number or one out of range', () => {
    const draft = toDraft(STORED)
    const withIdle = (amount: string, unit: 'minutes' | 'days') => ({
      ...draft,
      idle: { isActive: true, time: { amount, unit } },
    })
    expect(invalidFields(draft)).to.deep.equal([])
    for (const amount of ['', '0', '1.5', 'x'])
      expect(invalidFields(withIdle(amount, 'minutes'))).to.deep.equal(['idle'])
    expect(invalidFields(withIdle('365', 'days'))).to.deep.equal([])
    expect(invalidFields(withIdle('366', 'days'))).to.deep.equal(['idle'])
    // A limit that is off does not apply, whatever its number.
    const off = { ...draft, concurrent: { isActive: false, count: '' } }
    expect(invalidFields(off)).to.deep.equal([])
    expect(invalidFields({ ...off, concurrent: { isActive: true, count: '' } })).to.deep.equal(['concurrent'])
  })
})
