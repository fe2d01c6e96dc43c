import { expect } from 'chai'
import { groups } from '../../../contract/groups.ts'
import { password } from '../../../contract/password.ts'
import { lockoutGuard, securityCenter, sessionConfig } from '../../../contract/security.ts'
import { breachedPasswordEmails, MEMBER_PRESETS, memberMfa, team, users } from '../../../contract/users.ts'
import type { Recommendation, RecommendationCode } from '../../../entities/security-center.ts'
import { HttpError } from '../../../kernel/errors.ts'
import { securityScore, WORTH } from '../../../rules/security-score.ts'
import { aUser } from '../../../testing/builders.ts'
import { refusedWith } from '../../../testing/fake-send.ts'
import { mountSlice } from '../../../testing/slice.ts'
import { securityPage } from '../index.ts'
import { centerSlice } from './center.actions.ts'
import { ACTIONS, cardsOf, gradeOf, PAGES, TARGETS } from './center.cards.ts'
import { initialCenter, type ListedUser, TABLES } from './center.state.ts'

const CODES = Object.keys(WORTH) as RecommendationCode[]

const anItem = (code: RecommendationCode, patch: Partial<Recommendation> = {}): Recommendation => ({
  code,
  severity: 'INFO',
  category: 'MFA',
  ...patch,
})

const CONFIG = {
  sessionTimeoutConfiguration: { isActive: false, timeout: 60 },
  sessionIdleTimeoutConfiguration: { isActive: true, timeout: 3_600 },
  sessionConcurrentConfiguration: { isActive: false, maxSessions: 3 },
}

const mel = aUser({ id: 'mel', name: 'Mel Ortiz', email: 'mel@acme.test' })
const ivo = aUser({ id: 'ivo', name: '', email: 'ivo@acme.test' })

/** Other tabs reload what the change affects. */
let saves = 0
const saved = () => {
  saves += 1
}

const setUp = async () => {
  saves = 0
  const harness = mountSlice(centerSlice, initialCenter, { page: securityPage })
  const { fake } = harness
  const items = [anItem('FORCE_MFA', { severity: 'SEVERE' }), anItem('CONFIGURE_SSO')]
  fake.respond(securityCenter.getRecommendations, () => ({ scoring: { score: 70 }, recommendations: { items } }))
  fake.respond(securityCenter.getInsights, () => ({ insights: { items: [] } }))
  fake.respond(users.listUsersV3, () => ({ items: [mel, ivo], _metadata: { totalPages: 1, totalItems: 2 } }))
  fake.respond(users.getUsersRoles, () => [{ vendorId: 'v', tenantId: 't', userId: 'mel', roleIds: ['r1', 'gone'] }])
  fake.respond(team.listAssignableRoles, () => ({ items: [{ id: 'r1', name: 'Auditor' }] }))
  fake.respond(sessionConfig.getSessionConfig, () => CONFIG)
  fake.respond(sessionConfig.saveSessionConfig, () => ({}))
  fake.respond(lockoutGuard.checkPolicyChange, refusedWith(404))
  await harness.actions.open()
  const queries = () => fake.inputsOf(users.listUsersV3).map(({ query }) => query)
  return { ...harness, queries, rows: harness.state().tables['breached-passwords'].rows as readonly ListedUser[] }
}

describe('the cards of the security center', () => {
  it('have each a place to go or an action', () => {
    const without = CODES.filter((code) => !(code in TARGETS) && !(code in ACTIONS) && !(code in PAGES))
    expect(without).to.deep.equal([])
  })

  it('are sorted by severity, then by points', () => {
    const items = [
      anItem('CONFIGURE_SSO'),
      anItem('BREACHED_PASSWORDS_EXIST', { severity: 'SEVERE' }),
      anItem('ENABLE_IP_RESTRICTIONS'),
      anItem('FORCE_MFA', { severity: 'SEVERE' }),
      anItem('ENABLE_IDLE_SESSION', { severity: 'WARNING' }),
    ]
    const cards = cardsOf(items, securityScore(items))
    expect(cards.map(({ recommendation, worth }) => [recommendation.code, worth])).to.deep.equal([
      ['FORCE_MFA', 25],
      ['BREACHED_PASSWORDS_EXIST', 20],
      ['ENABLE_IDLE_SESSION', 8],
      ['ENABLE_IP_RESTRICTIONS', 6],
      ['CONFIGURE_SSO', 5],
    ])
  })

  it('show no points when the backend has other weights, and omit unknown codes', () => {
    expect(cardsOf([anItem('FORCE_MFA')], 10)[0]?.worth).to.equal(undefined)
    const unknown = [anItem('FORCE_MFA'), anItem('NEW_CODE' as RecommendationCode)]
    expect(cardsOf(unknown, 75).map(({ worth }) => worth)).to.deep.equal([undefined])
  })

  it('grade the score', () => {
    expect([0, 49, 50, 79, 80, 100].map(gradeOf)).to.deep.equal(['poor', 'poor', 'fair', 'fair', 'good', 'good'])
  })
})

describe('the security center', () => {
  it('reads the recommendations, then the insights, and ten users of each preset', async () => {
    const { state, queries, fake } = await setUp()
    expect(state().recommendations.value?.score).to.equal(70)
    expect([...MEMBER_PRESETS].sort()).to.deep.equal([...TABLES].sort())
    const shared = { _offset: 0, _limit: 10, _includeSubTenants: false }
    expect(queries()).to.deep.equal([
      { _preset: 'breached-passwords', ...shared },
      { _preset: 'mfa-unenrolled', ...shared },
      { _preset: 'inactive', ...shared, _maxInactiveSeconds: 7_776_000 },
    ])
    expect(fake.inputsOf(users.getUsersRoles)[0]?.query).to.deep.equal({ ids: 'mel,ivo' })
    expect(state().tables.inactive.rows.map(({ roleNames }) => roleNames)).to.deep.equal([['Auditor'], []])
  })

  it('lists the roles that a user has through groups too, while groups grant roles', async () => {
    const { actions, state, fake } = await setUp()
    const roleNames = () => state().tables.inactive.rows.map((user: ListedUser) => user.roleNames)
    fake.respond(team.listAssignableRoles, () => ({
      items: [
        { id: 'r1', name: 'Auditor' },
        { id: 'r2', name: 'Admin' },
      ],
    }))
    fake.respond(groups.getConfiguration, () => ({ enabled: true, rolesEnabled: true }))
    fake.respond(groups.listGroups, () => ({ groups: [{ id: 'g1', roles: [{ id: 'r2' }, { id: 'r1' }] }] }))
    fake.respond(users.getUsersGroups, () =>
      ['mel', 'ivo'].map((userId) => ({ vendorId: 'v', tenantId: 't', userId, groupIds: ['g1'] })),
    )
    await actions.reloadTable('inactive')
    expect(roleNames()).to.deep.equal([
      ['Auditor', 'Admin'],
      ['Admin', 'Auditor'],
    ])
    fake.respond(groups.getConfiguration, () => ({ enabled: true, rolesEnabled: false }))
    await actions.reloadTable('inactive')
    expect(roleNames()).to.deep.equal([['Auditor'], []])
    fake.respond(groups.getConfiguration, refusedWith(403))
    await actions.reloadTable('inactive')
    expect(roleNames()).to.deep.equal([['Auditor'], []])
  })

  it('sends the search only when there is one', async () => {
    const { actions, queries } = await setUp()
    await actions.changeTable('inactive', { search: ' mel ' })
    expect(queries().at(-1)).to.include({ _email: 'mel', _offset: 0 })
    await actions.changeTable('inactive', { search: ' ' })
    expect(queries().at(-1)).not.to.have.property('_email')
  })

  it('keeps the other parts when one of them fails, and what a part had', async () => {
    const { actions, state, fake } = await setUp()
    fake.respond(securityCenter.getRecommendations, refusedWith(500))
    await actions.loadFindings()
    expect(state().recommendations).to.deep.include({ phase: 'failed', error: 'Refused with 500' })
    expect(state().recommendations.value?.score).to.equal(70)
    expect(state().insights.phase).to.equal('ready')
    fake.respond(users.listUsersV3, refusedWith(500))
    await actions.reloadTable('inactive')
    expect([state().tables.inactive.phase, state().tables.inactive.rows.length]).to.deep.equal(['failed', 2])
    expect(state().tables['mfa-unenrolled'].phase).to.equal('ready')
  })

  it('keeps the accounts without an administrator if reading them fails, and drops them once all have one', async () => {
    const { actions, state, fake } = await setUp()
    expect(state().leftAlone, 'an older backend').to.equal(undefined)
    const leftAlone = { count: 1, accounts: [{ tenantId: 'north', name: 'North', at: '2026-01-01T00:00:00.000Z' }] }
    fake.respond(lockoutGuard.listAccountsAlone, () => leftAlone)
    await actions.loadFindings()
    expect(state().leftAlone).to.deep.equal(leftAlone)
    fake.respond(lockoutGuard.listAccountsAlone, refusedWith(503))
    await actions.loadFindings()
    expect(state().leftAlone).to.deep.equal(leftAlone)
    fake.respond(lockoutGuard.listAccountsAlone, () => ({ count: 0, accounts: [] }))
    await actions.loadFindings()
    expect(state().leftAlone?.count).to.equal(0)
  })

  it('shows the users of a table even if their roles can’t be read', async () => {
    const { actions, state, fake } = await setUp()
    fake.respond(users.getUsersRoles, refusedWith(500))
    await actions.reloadTable('inactive')
    expect(state().tables.inactive.phase).to.equal('ready')
    expect(state().tables.inactive.rows[0]?.roleNames).to.equal(undefined)
  })

  it('sets the recommended limit and doesn’t change the other two', async () => {
    const { actions, fake, state, events } = await setUp()
    const metadata = { sessions: { forceReloginRecommendation: 86_400 } }
    expect(await actions.adjust(anItem('ENABLE_FORCE_RELOGIN', { metadata }), saved)).to.equal(true)
    expect(await actions.adjust(anItem('SET_IDLE_SESSION'), saved)).to.equal(true)
    expect(await actions.adjust(anItem('ENABLE_SESSION_CONCURRENCY'), saved)).to.equal(true)
    expect(fake.inputsOf(sessionConfig.saveSessionConfig).map(({ body }) => body)).to.deep.equal([
      { ...CONFIG, sessionTimeoutConfiguration: { isActive: true, timeout: 86_400 } },
      { ...CONFIG, sessionIdleTimeoutConfiguration: { isActive: true, timeout: 1_800 } },
      { ...CONFIG, sessionConcurrentConfiguration: { isActive: true, maxSessions: 10 } },
    ])
    expect(fake.inputsOf(lockoutGuard.checkPolicyChange)).to.have.length(1)
    expect([events.length, state().notice?.key, state().adjusting]).to.deep.equal([3, 'adjusted', undefined])
  })

  it('undoes an adjustment once, and keeps what was saved in the meantime', async () => {
    const { actions, fake, state } = await setUp()
    expect(await actions.adjust(anItem('SET_IDLE_SESSION'), saved)).to.equal(true)
    const id = state().notice?.undo ?? ''
    const since = { ...CONFIG, sessionConcurrentConfiguration: { isActive: true, maxSessions: 5 } }
    const idle = { isActive: true, timeout: 1_800 }
    fake.respond(sessionConfig.getSessionConfig, () => ({ ...since, sessionIdleTimeoutConfiguration: idle }))
    expect(await actions.undoAdjust(id, saved)).to.equal(true)
    expect(fake.inputsOf(sessionConfig.saveSessionConfig).at(-1)?.body).to.deep.equal(since)
    expect([state().notice?.key, state().notice?.undo]).to.deep.equal(['restored', undefined])
    expect(await actions.undoAdjust(id, saved)).to.equal(false)
    expect(saves).to.equal(2)
    expect(fake.inputsOf(sessionConfig.saveSessionConfig)).to.have.length(2)
  })

  it('saves no limit that the guard, the host or the backend refuses, and shows why', async () => {
    const { actions, fake, state, refused } = await setUp()
    refused.add('update-policy')
    expect(await actions.adjust(anItem('SET_IDLE_SESSION'), saved)).to.equal(false)
    refused.clear()
    fake.respond(lockoutGuard.checkPolicyChange, refusedWith(500))
    expect(await actions.adjust(anItem('SET_IDLE_SESSION'), saved)).to.equal(false)
    expect(state().notice).to.deep.include({ key: 'failed', failure: { kind: 'refused', message: 'Refused with 500' } })
    expect(fake.inputsOf(sessionConfig.saveSessionConfig)).to.have.length(0)
    fake.respond(lockoutGuard.checkPolicyChange, refusedWith(404))
    fake.respond(sessionConfig.saveSessionConfig, refusedWith(409))
    expect(await actions.adjust(anItem('SET_IDLE_SESSION'), saved)).to.equal(false)
    expect(state().notice?.failure).to.deep.equal({ kind: 'refused', message: 'Refused with 409' })
    expect(state().notice?.retry, 'a refusal would be repeated').to.equal(undefined)
  })

  it('emails all users with breached passwords in one call, and selected ones by their ids', async () => {
    const { actions, fake, state, rows } = await setUp()
    fake.respond(password.sendBreachedPasswordEmails, () => ({}))
    actions.openDialog({ kind: 'send', count: 2 })
    await actions.run({ kind: 'send', count: 2 })
    expect([state().dialog, state().notice?.key]).to.deep.equal([null, 'sentAll'])
    fake.respond(breachedPasswordEmails.mailBreachedUsers, () => ({ count: 1 }))
    await actions.run({ kind: 'send', users: rows, count: 2 })
    expect(fake.inputsOf(breachedPasswordEmails.mailBreachedUsers).map(({ body }) => body)).to.deep.equal([
      { userIds: ['mel'] },
      { userIds: ['ivo'] },
    ])
    expect(state().notice).to.deep.include({ key: 'sent', values: { count: 2 } })
  })

  it('requests a password reset for each user from a backend without that call', async () => {
    const { actions, fake, rows } = await setUp()
    fake.respond(breachedPasswordEmails.mailBreachedUsers, refusedWith(404))
    fake.respond(password.forgotPassword, () => ({}))
    await actions.run({ kind: 'send', users: rows, count: 2 })
    expect(fake.inputsOf(password.forgotPassword).map(({ body }) => body)).to.deep.equal([
      { email: 'mel@acme.test' },
      { email: 'ivo@acme.test' },
    ])
  })

  it('ends a bulk action with a list of what failed and why, and reads table and findings again', async () => {
    const { actions, fake, state, rows, queries } = await setUp()
    fake.respond(team.deleteMember, ({ path }) => {
      if (path?.userId === 'ivo') throw new HttpError('The last administrator of an account must stay one', 409)
      return {}
    })
    const before = queries().length
    await actions.run({ kind: 'remove', users: rows, count: 2 })
    expect(state().job).to.deep.equal({
      kind: 'remove',
      total: 2,
      done: 2,
      isOver: true,
      failed: [{ id: 'ivo', name: 'ivo@acme.test', reason: 'The last administrator of an account must stay one' }],
    })
    expect(state().notice).to.deep.include({ key: 'removed', values: { count: 1 } })
    expect(queries().slice(before)).to.have.length(1)
    expect(fake.inputsOf(securityCenter.getRecommendations)).to.have.length(2)
    actions.dropJob()
    expect(state().job).to.equal(undefined)
  })

  it('removes no one whom the host protects', async () => {
    const { actions, fake, refused, rows, state } = await setUp()
    fake.respond(team.deleteMember, () => ({}))
    refused.add('delete-user')
    await actions.run({ kind: 'remove', users: rows, count: 2 })
    expect(fake.inputsOf(team.deleteMember)).to.have.length(0)
    expect(state().notice).to.equal(undefined)
  })

  it('stops a bulk action after the user it is at', async () => {
    const { actions, fake, state, rows } = await setUp()
    fake.respond(memberMfa.requireMfa, () => {
      actions.stopJob()
      return { count: 1 }
    })
    await actions.run({ kind: 'require', users: rows, count: 2 })
    expect(fake.inputsOf(memberMfa.requireMfa)).to.have.length(1)
    expect([state().job, state().notice?.values]).to.deep.equal([undefined, { count: 1 }])
  })
})
