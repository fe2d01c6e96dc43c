import { expect } from 'chai'
import { apiTokenPolicy } from '../../../contract/api-tokens.ts'
import { policies } from '../../../contract/policies.ts'
import { lockoutGuard } from '../../../contract/security.ts'
import type { ApiTokenPolicy } from '../../../entities/tokens.ts'
import { HttpError } from '../../../kernel/errors.ts'
import { mountSlice } from '../../../testing/slice.ts'
import { securityPage } from '../index.ts'
import { generalSlice } from './general.actions.ts'
import { historyRange, lockoutRange, mfaChoices } from './general.policies.ts'
import { dirtyKinds, initialGeneral, isValid } from './general.state.ts'

const DATES = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' }
const fails = (status: number, body?: unknown) => () => {
  throw new HttpError(`Refused with ${status}`, status, undefined, body)
}

/** Sets up an account whose only own policy is lockout, while the vendor requires a password history of three. */
const setUp = async () => {
  const harness = mountSlice(generalSlice, initialGeneral, { page: securityPage })
  const { fake } = harness
  fake.respond(lockoutGuard.checkPolicyChange, fails(404))
  fake.respond(policies.getGlobalPolicy, () => ({ allowOverrideEnforcePasswordHistory: true }))
  fake.respond(policies.getPasswordPolicy, () => ({ minLength: 12 }))
  fake.respond(policies.getCaptchaPolicy, () => null)
  fake.respond(policies.getMfaPolicy, () => ({ id: '', enforceMFAType: 'DontForce', ...DATES }))
  fake.respond(policies.getVendorMfaPolicy, () => ({ id: '', enforceMFAType: 'DontForce', ...DATES }))
  fake.respond(policies.getLockoutPolicy, () => ({ id: 'own', enabled: true, maxAttempts: 10, ...DATES }))
  fake.respond(policies.getVendorLockoutPolicy, () => ({ id: '', enabled: true, maxAttempts: 5, ...DATES }))
  fake.respond(policies.getPasswordHistoryPolicy, () => ({ id: '', enabled: true, historySize: 3, ...DATES }))
  fake.respond(policies.getVendorPasswordHistoryPolicy, () => ({ id: 'v', enabled: true, historySize: 3, ...DATES }))
  fake.respond(policies.createMfaPolicy, ({ body }) => ({ id: 'new', ...DATES, ...(body as object) }))
  fake.respond(policies.updateMfaPolicy, ({ body }) => ({ ...DATES, ...(body as object) }))
  fake.respond(policies.updateLockoutPolicy, ({ body }) => ({ ...DATES, ...(body as object) }))
  fake.respond(policies.createPasswordHistoryPolicy, ({ body }) => ({ id: 'h', ...DATES, ...(body as object) }))
  fake.respond(apiTokenPolicy.getApiTokenPolicy, () => ({ mustExpire: false, maxLifetimeMinutes: null }))
  fake.respond(apiTokenPolicy.saveApiTokenPolicy, ({ body }) => body as ApiTokenPolicy)
  await harness.actions.open()
  const bodies = (call: keyof typeof policies) => fake.inputsOf(policies[call]).map(({ body }) => body)
  return { ...harness, bodies }
}

describe('the general settings', () => {
  it('create a policy that has no id yet, and update one that has', async () => {
    const { actions, state, bodies, events } = await setUp()
    actions.edit('mfa', { enforceMFAType: 'ForceExceptSAML' })
    actions.edit('lockout', { enabled: true, count: '4' })
    expect(await actions.save()).to.equal(2)
    expect(bodies('createMfaPolicy')).to.deep.equal([{ enforceMFAType: 'ForceExceptSAML' }])
    expect(bodies('updateLockoutPolicy')).to.deep.equal([{ id: 'own', enabled: true, maxAttempts: 4 }])
    expect(bodies('createPasswordHistoryPolicy')).to.deep.equal([])
    expect(dirtyKinds(state())).to.deep.equal([])
    expect(state().notice?.key).to.equal('saved')
    expect(events.map(([name]) => name)).to.deep.equal(['update-policy', 'update-policy'])
    actions.edit('mfa', { enforceMFAType: 'Force' })
    expect(await actions.save()).to.equal(1)
    expect(bodies('updateMfaPolicy')).to.deep.equal([{ id: 'new', enforceMFAType: 'Force' }])
  })

  it('limit how long new API tokens last, in days, where the backend can', async () => {
    const { actions, state, fake } = await setUp()
    actions.edit('tokens', { enabled: true, count: '90' })
    expect(await actions.save()).to.equal(1)
    const sent = () => fake.inputsOf(apiTokenPolicy.saveApiTokenPolicy).map(({ body }) => body)
    expect(sent()).to.deep.equal([{ mustExpire: true, maxLifetimeMinutes: 129_600 }])
    expect([dirtyKinds(state()), state().parts.tokens.draft]).to.deep.equal([[], { enabled: true, count: '90' }])
    actions.edit('tokens', { enabled: true, count: '4000' })
    expect(isValid('tokens', state().parts.tokens)).to.equal(false)
    actions.edit('tokens', { enabled: false, count: '90' })
    await actions.save()
    expect(sent().at(-1)).to.deep.equal({ mustExpire: false, maxLifetimeMinutes: null })
    fake.respond(apiTokenPolicy.getApiTokenPolicy, fails(404))
    await actions.load('tokens')
    expect(state().parts.tokens.phase).to.equal('missing')
  })

  it('check changes that can remove users’ access with the guard, and save nothing when the user cancels', async () => {
    const { actions, state, fake, bodies } = await setUp()
    fake.respond(lockoutGuard.checkPolicyChange, () => ({ toEnroll: 8, caller: 'none', sample: [] }))
    actions.edit('mfa', { enforceMFAType: 'Force' })
    const saving = actions.save()
    await new Promise((resolve) => setTimeout(resolve))
    expect(state().guard.step).to.equal('asking')
    actions.guard.cancel()
    expect(await saving).to.equal(0)
    expect(bodies('createMfaPolicy')).to.deep.equal([])
    expect(dirtyKinds(state())).to.deep.equal(['mfa'])
  })

  it('keep what was typed when a save fails; what was saved before stays saved', async () => {
    const { actions, state, fake } = await setUp()
    fake.respond(policies.updateLockoutPolicy, fails(400))
    actions.edit('mfa', { enforceMFAType: 'Force' })
    actions.edit('lockout', { enabled: false, count: '4' })
    actions.edit('history', { enabled: true, count: '6' })
    expect(await actions.save()).to.equal(1)
    expect(dirtyKinds(state())).to.deep.equal(['lockout', 'history'])
    expect(state().formError).to.equal('Refused with 400')
    expect(state().parts.lockout.draft).to.deep.equal({ enabled: false, count: '4' })
    actions.discard()
    expect([dirtyKinds(state()), state().formError]).to.deep.equal([[], undefined])
    expect(state().parts.lockout.draft).to.deep.equal({ enabled: true, count: '10' })
  })

  it('read a policy again that another administrator saved in the meantime, and keep what was typed', async () => {
    const { actions, state, fake, bodies } = await setUp()
    fake.respond(policies.createMfaPolicy, fails(409))
    fake.respond(policies.getMfaPolicy, () => ({ id: 'theirs', enforceMFAType: 'ForceExceptSAML', ...DATES }))
    actions.edit('mfa', { enforceMFAType: 'Force' })
    expect(await actions.save()).to.equal(0)
    expect(state().parts.mfa.stored).to.include({ id: 'theirs', enforceMFAType: 'ForceExceptSAML' })
    expect(state().parts.mfa.draft.enforceMFAType).to.equal('Force')
    expect(await actions.save()).to.equal(1)
    expect(bodies('updateMfaPolicy')).to.deep.equal([{ id: 'theirs', enforceMFAType: 'Force' }])
  })

  it('read a policy again by the code of the refusal, where the backend sends one', async () => {
    for (const [code, reads] of [
      ['outdated', 2],
      ['last-administrator', 1],
    ] as const) {
      const { actions, fake } = await setUp()
      fake.respond(policies.createMfaPolicy, fails(409, { errors: ['Refused'], code }))
      actions.edit('mfa', { enforceMFAType: 'Force' })
      expect(await actions.save()).to.equal(0)
      expect(fake.inputsOf(policies.getMfaPolicy).length, code).to.equal(reads)
    }
  })

  it('load each by itself, and work without settings that only the vendor has', async () => {
    const { actions, state, fake } = await setUp()
    fake.respond(policies.getLockoutPolicy, fails(500))
    fake.respond(policies.getVendorMfaPolicy, fails(500))
    fake.respond(policies.getGlobalPolicy, fails(404))
    fake.respond(policies.getCaptchaPolicy, fails(500))
    await actions.open()
    const { mfa, lockout, history } = state().parts
    expect([mfa.phase, lockout.phase, history.phase]).to.deep.equal(['ready', 'failed', 'ready'])
    expect(state().vendor).to.deep.equal({ password: { minLength: 12 }, isHistoryFixed: false })
    fake.respond(policies.getLockoutPolicy, () => ({ id: 'own', enabled: true, maxAttempts: 10 }))
    await actions.load('lockout')
    expect(state().parts.lockout.phase).to.equal('ready')
  })

  it('use only a policy that the vendor has set as the minimum', async () => {
    const { state } = await setUp()
    const { mfa, lockout, history } = state().parts
    expect([mfa.floor, lockout.floor]).to.deep.equal([undefined, undefined])
    expect(history.floor).to.include({ enabled: true, historySize: 3 })
  })

  it('can’t go below what the vendor requires', () => {
    expect(mfaChoices(undefined)).to.deep.equal(['DontForce', 'ForceExceptSAML', 'Force'])
    expect(mfaChoices({ enforceMFAType: 'ForceExceptSAML' })).to.deep.equal(['ForceExceptSAML', 'Force'])
    expect(mfaChoices({ enforceMFAType: 'Force' })).to.deep.equal(['Force'])
    expect(lockoutRange({ enabled: true, maxAttempts: 5 })).to.deep.equal({ min: 3, max: 5 })
    expect(lockoutRange({ enabled: false, maxAttempts: 5 })).to.deep.equal({ min: 3, max: 100 })
    expect(historyRange({ enabled: true, historySize: 3 })).to.deep.equal({ min: 3, max: 24 })
    const { history } = initialGeneral.parts
    const part = { ...history, floor: { enabled: true, historySize: 3 } }
    const outcomes = ['', '2', '3', '24', '25'].map((count) =>
      isValid('history', { ...part, draft: { enabled: true, count } }),
    )
    expect(outcomes).to.deep.equal([false, false, true, true, false])
  })
})
