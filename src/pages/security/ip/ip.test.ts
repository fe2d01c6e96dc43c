import { expect } from 'chai'
import { metadata } from '../../../contract/metadata.ts'
import { ipRestrictions, ipRules } from '../../../contract/restrictions.ts'
import { lockoutGuard } from '../../../contract/security.ts'
import type { IpRestriction } from '../../../entities/policies.ts'
import { HttpError } from '../../../kernel/errors.ts'
import { UNDO_MS } from '../../../parts/undo/undo.ts'
import { missing } from '../../../testing/fake-send.ts'
import { LINE_BREAKS } from '../../../testing/line-breaks.ts'
import { mountSlice } from '../../../testing/slice.ts'
import { securityPage } from '../index.ts'
import { ipSlice } from './ip.actions.ts'
import { initialIp, linesOf, linesToCorrect } from './ip.state.ts'

const RULE: IpRestriction = {
  id: 'r1',
  ip: '203.0.113.0/24',
  strategy: 'ALLOW',
  isActive: true,
  description: 'Office',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}

const NO_EFFECT = {
  signedOut: 0,
  now: 0,
  nextSignIn: 0,
  toEnroll: 0,
  apiTokens: 0,
  caller: 'none',
  administratorsLeft: 1,
  isRefused: false,
  sample: [],
} as const

const setUp = async (config: object = { isActive: false, strategy: 'ALLOW' }) => {
  const harness = mountSlice(ipSlice, initialIp, { page: securityPage })
  const { fake } = harness
  fake.respond(ipRestrictions.getIpConfig, () => config)
  fake.respond(ipRestrictions.listIpRestrictions, () => ({
    items: [RULE],
    _metadata: { totalItems: 6, totalPages: 2 },
  }))
  fake.respond(ipRestrictions.verifyCurrentIpAllowed, () => ({ valid: false }))
  fake.respond(metadata.getCurrentUserIp, () => ({ ip: '203.0.113.9' }))
  fake.respond(ipRestrictions.createIpRestriction, () => ({}))
  fake.respond(ipRestrictions.updateIpConfig, () => ({}))
  fake.respond(lockoutGuard.checkPolicyChange, () => NO_EFFECT)
  await harness.actions.open()
  const bodiesOf = (call: Parameters<typeof fake.inputsOf>[0]) => fake.inputsOf(call).map(({ body }) => body)
  return { ...harness, bodiesOf }
}

describe('the IP restrictions', () => {
  for (const strategy of ['ALLOW', 'BLOCK']) {
    it(`open with the first four rules of the list that decides: ${strategy}`, async () => {
      const { state, fake } = await setUp({ isActive: true, strategy })
      expect(fake.inputsOf(ipRestrictions.listIpRestrictions).map(({ query }) => query)).to.deep.equal([
        { _offset: 0, _limit: 4, _filter: strategy },
      ])
      expect(state().config).to.deep.equal({ isActive: true, strategy })
      expect([state().myIp, state().isMyIpAllowed]).to.deep.equal(['203.0.113.9', false])
    })
  }

  it('show all rules ten at a time', async () => {
    const { actions, fake } = await setUp()
    await actions.showAll(true)
    await actions.change({ page: 1 })
    await actions.showList('BLOCK')
    expect(
      fake
        .inputsOf(ipRestrictions.listIpRestrictions)
        .slice(1)
        .map(({ query }) => query),
    ).to.deep.equal([
      { _offset: 0, _limit: 10, _filter: 'ALLOW' },
      { _offset: 1, _limit: 10, _filter: 'ALLOW' },
      { _offset: 0, _limit: 10, _filter: 'BLOCK' },
    ])
  })

  it('add the user’s own IP address before they turn the allow list on', async () => {
    const { actions, bodiesOf, state, events } = await setUp()
    expect(await actions.addMyIp('My IP')).to.equal(true)
    expect(bodiesOf(ipRestrictions.createIpRestriction)).to.deep.equal([
      { ip: '203.0.113.9', strategy: 'ALLOW', isActive: true, description: 'My IP' },
    ])
    expect(bodiesOf(ipRestrictions.updateIpConfig)).to.deep.equal([{ isActive: true, strategy: 'ALLOW' }])
    expect(state().config).to.deep.equal({ isActive: true, strategy: 'ALLOW' })
    expect(events.map(([name]) => name)).to.deep.equal(['create-policy', 'update-policy'])
  })

  it('stay off when the user’s own IP address could not be added', async () => {
    const { actions, bodiesOf, state, fake } = await setUp()
    fake.respond(ipRestrictions.createIpRestriction, () => {
      throw new HttpError('An account can have at most 10,000 IP restrictions.', 400)
    })
    expect(await actions.addMyIp('My IP')).to.equal(false)
    expect(bodiesOf(ipRestrictions.updateIpConfig)).to.deep.equal([])
    expect([state().config.isActive, state().formError]).to.deep.equal([
      false,
      'An account can have at most 10,000 IP restrictions.',
    ])
  })

  /** Opens a dialog while a choice is being saved, before the server has responded. */
  const openWhileSaving = async (response: () => object) => {
    const harness = await setUp()
    let respond = () => {}
    const isAsked = new Promise<void>((asked) =>
      harness.fake.respond(ipRestrictions.updateIpConfig, async () => {
        await new Promise<void>((resolve) => {
          respond = resolve
          asked()
        })
        return response()
      }),
    )
    const saving = harness.actions.configure({ isActive: false, strategy: 'BLOCK' })
    await isAsked
    harness.actions.openDialog({ kind: 'add' })
    respond()
    return { ...harness, isSaved: await saving }
  }

  it('keep a dialog open that the user opens while a choice is saved', async () => {
    const { isSaved, state } = await openWhileSaving(() => ({}))
    expect(isSaved).to.equal(true)
    expect(state().dialog).to.deep.equal({ kind: 'add' })
    expect(state().config.strategy).to.equal('BLOCK')
  })

  it('show why a choice was not saved once a dialog that was opened in the meantime is closed', async () => {
    const { isSaved, state, actions } = await openWhileSaving(() => {
      throw new HttpError('Try later', 503)
    })
    expect([isSaved, state().dialog, state().formError]).to.deep.equal([false, { kind: 'add' }, undefined])
    actions.closeDialog()
    expect([state().dialog, state().formError]).to.deep.equal([null, 'Try later'])
  })

  it('forget why a dialog was refused when the page is left with it', async () => {
    const { actions, state, fake } = await setUp()
    fake.respond(ipRestrictions.createIpRestriction, () => {
      throw new HttpError('Try later', 503)
    })
    actions.openDialog({ kind: 'add' })
    await actions.add({ ip: '203.0.113.7', description: '' })
    expect(state().formError).to.equal('Try later')
    actions.close()
    await actions.open()
    expect([state().dialog, state().formError]).to.deep.equal([null, undefined])
  })

  it('check each change with the guard, and save nothing that the user does not confirm', async () => {
    const { actions, bodiesOf, state, fake } = await setUp()
    fake.respond(lockoutGuard.checkPolicyChange, () => ({ ...NO_EFFECT, now: 3 }))
    const saving = actions.configure({ isActive: true, strategy: 'ALLOW' })
    await Promise.resolve()
    while (state().guard.step !== 'asking') await Promise.resolve()
    actions.guard.cancel()
    expect(await saving).to.equal(false)
    expect(bodiesOf(lockoutGuard.checkPolicyChange)).to.deep.equal([
      { kind: 'ip', value: { action: 'configure', isActive: true, strategy: 'ALLOW' } },
    ])
    expect(bodiesOf(ipRestrictions.updateIpConfig)).to.deep.equal([])
  })

  it('show the result for each pasted line, and keep the refused ones', async () => {
    const { actions, state, fake, bodiesOf } = await setUp()
    const results = [
      { ip: '10.0.0.1', outcome: 'added' },
      { ip: 'nonsense', outcome: 'refused', message: 'Enter a valid IP address' },
    ] as const
    fake.respond(ipRules.addIpRestrictions, () => ({ results: [...results] }))
    const lines = linesOf('10.0.0.1  Berlin, east\n\n# note\n nonsense;old\n')
    expect(lines).to.deep.equal([
      { ip: '10.0.0.1', description: 'Berlin, east' },
      { ip: 'nonsense', description: 'old' },
    ])
    for (const separator of LINE_BREAKS)
      expect(linesOf(['10.0.0.1  Berlin, east', '# note', 'nonsense;old'].join(separator))).to.deep.equal(lines)
    expect(await actions.paste(lines)).to.deep.equal(results)
    expect(bodiesOf(ipRules.addIpRestrictions)[0]).to.deep.equal({
      ips: [
        { ip: '10.0.0.1', strategy: 'ALLOW', isActive: true, description: 'Berlin, east' },
        { ip: 'nonsense', strategy: 'ALLOW', isActive: true, description: 'old' },
      ],
    })
    expect(linesToCorrect(lines, results)).to.equal('nonsense old')
    expect(state().results).to.deep.equal(results)
  })

  it('add pasted lines one by one if the backend accepts no lists', async () => {
    const { actions, fake } = await setUp()
    fake.respond(ipRules.addIpRestrictions, missing)
    fake.respond(ipRestrictions.createIpRestriction, ({ body }) => {
      const { ip } = body as { ip: string }
      if (ip === '10.0.0.2') throw new HttpError('Taken', 409)
      if (ip === 'x') throw new HttpError('Not an IP address', 400)
      return {}
    })
    const results = await actions.paste(linesOf('10.0.0.1\n10.0.0.2\nx'))
    expect(results).to.deep.equal([
      { ip: '10.0.0.1', outcome: 'added' },
      { ip: '10.0.0.2', outcome: 'duplicate' },
      { ip: 'x', outcome: 'refused', message: 'Not an IP address' },
    ])
  })

  it('delete a rule when the time to undo it has passed', async () => {
    const { actions, state, fake, clock } = await setUp()
    fake.respond(ipRestrictions.deleteIpRestriction, () => ({}))
    await actions.remove(RULE)
    expect(state().list.leaving).to.deep.equal(['r1'])
    actions.undo(state().notice?.undo ?? '')
    expect(state().list.leaving).to.deep.equal([])
    await actions.remove(RULE)
    await clock.advance(UNDO_MS)
    actions.commit(state().notice?.undo ?? '')
    await clock.advance(0)
    expect(fake.inputsOf(ipRestrictions.deleteIpRestriction).map(({ path }) => path)).to.deep.equal([{ id: 'r1' }])
  })

  it('turn a rule off and change its description', async () => {
    const { actions, state, fake, bodiesOf } = await setUp()
    fake.respond(ipRules.updateIpRestriction, () => RULE)
    expect(await actions.update(RULE, { isActive: false })).to.equal(true)
    expect(await actions.update(RULE, { description: 'HQ' })).to.equal(true)
    expect(bodiesOf(ipRules.updateIpRestriction)).to.deep.equal([{ isActive: false }, { description: 'HQ' }])
    fake.respond(ipRules.updateIpRestriction, missing)
    await actions.update(RULE, { isActive: false })
    expect([state().notice?.key, state().missing]).to.deep.equal(['unavailable', ['updateIpRestriction']])
  })

  it('test any IP address, and hide that where the backend lacks it', async () => {
    const { actions, state, fake } = await setUp()
    const result = { ip: '10.0.0.1', isAllowed: true, isAllowedByRules: false, strategy: 'ALLOW' } as const
    fake.respond(ipRules.testIpAddress, () => result)
    await actions.test('10.0.0.1')
    expect(state().test).to.deep.equal({ phase: 'done', result })
    fake.respond(ipRules.testIpAddress, () => {
      throw new HttpError('Remove the spaces from the IP address.', 400)
    })
    await actions.test('10.0. 0.1')
    expect(state().test.error).to.equal('Remove the spaces from the IP address.')
    fake.respond(ipRules.testIpAddress, missing)
    await actions.test('10.0.0.1')
    expect([state().test.phase, state().missing]).to.deep.equal(['idle', ['testIpAddress']])
  })

  it('work without the user’s own IP address, and show when they can’t be loaded', async () => {
    const { actions, state, fake } = await setUp()
    fake.respond(metadata.getCurrentUserIp, missing)
    await actions.load()
    expect(state().phase).to.equal('ready')
    fake.respond(ipRestrictions.getIpConfig, () => {
      throw new HttpError('Down for repairs', 503)
    })
    await actions.load()
    expect(state().phase).to.equal('failed')
  })
})
