import assert from 'node:assert/strict'
import { it } from 'node:test'
import { subTenants } from '../../contract/accounts.ts'
import { groups } from '../../contract/groups.ts'
import { invitation } from '../../contract/invitation.ts'
import { sessions } from '../../contract/me.ts'
import { password } from '../../contract/password.ts'
import { fillPath } from '../../contract/path.ts'
import { recordSearch } from '../../contract/search.ts'
import {
  MEMBER_FACTORS,
  MEMBER_PRESETS,
  MEMBER_SORTS,
  memberImpersonation,
  memberSecurity,
  members,
  team,
  users,
} from '../../contract/users.ts'
import { MEMBER_STATUSES } from '../../rules/member-status.ts'
import { aMemberRecord, aSessionRecord, aUserRecord } from '../../testing/records.ts'
import { actSignedOut, listenToAcme, recordsOfAcme } from './inviter-view.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { setPolicy } from './mfa.test-kit.ts'

const EMAIL = 'zoe@elsewhere.test'
const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g

/** Creates an account with everything that an administrator of another tenant must not learn. */
const settleElsewhere = async ({ store }: Kit): Promise<void> => {
  await store.users.insert(
    aUserRecord({
      id: 'zoe',
      email: EMAIL,
      name: 'Zoe Real',
      phone: '+12025550177',
      profilePictureUrl: 'https://pictures.test/zoe.png',
      passwordHash: 'hash',
      provider: 'google',
      mfaEnrolled: true,
      isBreachedPassword: true,
      superUser: true,
      tenantId: 'globex',
      metadata: '{"secret":true}',
      failedLogins: 5,
      lockedAt: 1,
      lastLogin: 1,
    }),
  )
  const states = { verified: true, isLocked: true, mfaEnrolled: true, provider: 'google', factor: 'passkey' }
  const place = { id: 'globex-zoe', tenantId: 'globex', userId: 'zoe', email: EMAIL, name: 'Zoe Real' }
  await store.members.insert(aMemberRecord({ ...place, ...states }))
  await store.sessions.insert(aSessionRecord({ id: 'zoe-session', userId: 'zoe', tenantId: 'globex' }))
}

const byEmail = (left: { email?: string }, right: { email?: string }) =>
  (left.email ?? '').localeCompare(right.email ?? '')

/** Returns every call that shows a user of a tenant. */
const readsOf = (id: string, groupId: string): readonly string[] => {
  const v2 = `${users.listUsersV2.path}?_offset=0&_limit=50&_includeSubTenants=false`
  const v3 = `${users.listUsersV3.path}?_offset=0&_limit=50&_includeSubTenants=false`
  const rows = `${members.listMembers.path}?offset=0&limit=50`
  const sorts = MEMBER_SORTS.filter((sort) => sort !== 'id')
  return [
    `${team.listMembers.path}?pageOffset=0&pageSize=50`,
    v2,
    `${v2}&_filter=zoe`,
    `${v2}&ids=${id}`,
    `${v2}&ids=zoe`,
    ...['verified', 'isLocked', 'provider'].map((sort) => `${v2}&_sortBy=${sort}&_order=DESC`),
    v3,
    `${v3}&ids=${id}`,
    `${v3}&ids=zoe`,
    ...MEMBER_PRESETS.map((preset) => `${v3}&_preset=${preset}`),
    ...sorts.map((sort) => `${rows}&sort=${sort}`),
    ...MEMBER_STATUSES.map((status) => `${rows}&status=${status}`),
    ...MEMBER_FACTORS.map((factor) => `${rows}&factor=${factor}`),
    ...MEMBER_PRESETS.map((preset) => `${rows}&preset=${preset}`),
    `${users.getUsersRoles.path}?ids=${id},zoe`,
    `${users.getUsersGroups.path}?ids=${id},zoe`,
    `${subTenants.listAllUsers.path}?_offset=0&_limit=50&_filter=&_sortBy=name&_order=ASC`,
    `${recordSearch.find.path}?text=zoe`,
    `${groups.listGroups.path}?_groupsRelations=rolesAndUsers`,
    `${fillPath(groups.getGroup.path, { groupId })}?_groupsRelations=users`,
    team.getMemberStats.path,
    memberSecurity.getMemberFigures.path,
    `${password.getPasswordConfig.path}?userId=${id}`,
    fillPath(memberSecurity.getMemberSecurity.path, { userId: id }),
  ]
}

/** Returns every call that changes a user of a tenant; the last one ends the membership. */
const changesOf = (id: string): readonly (readonly [method: string, path: string, body: object])[] => [
  ['POST', fillPath(members.unlockMember.path, { userId: id }), {}],
  ['POST', sessions.revokeUserSessions.path, { userId: id }],
  ['DELETE', fillPath(memberSecurity.resetMemberMfa.path, { userId: id }), {}],
  ['POST', fillPath(memberImpersonation.startImpersonation.path, { userId: id }), {}],
  ['PUT', team.updateMember.path, { id, name: 'Zed', phone: '+12025550199', verified: true, mfaEnabled: false }],
  ['PUT', team.updateMember.path, { id, roleIds: ['reader'] }],
  ['PUT', fillPath(team.extendTemporaryUser.path, { userId: id }), { expirationInSeconds: 3_600 }],
  ['DELETE', fillPath(team.makeUserPermanent.path, { userId: id }), {}],
  ['PUT', fillPath(subTenants.setSubAccountAccess.path, { userId: id }), { allowAccess: true }],
  [
    'PATCH',
    fillPath(subTenants.setUserRoles.path, { userId: id }),
    { subTenantsRoles: [{ tenantId: 'acme', roleIds: ['member'] }] },
  ],
  ['POST', team.resendInvitation.path, { email: EMAIL, provider: 'local' }],
  ['POST', fillPath(team.resendActivation.path, { userId: id }), {}],
  ['POST', invitation.resendInvitationEmail.path, { email: EMAIL }],
  ['DELETE', fillPath(team.deleteMember.path, { userId: id }), {}],
  ['DELETE', fillPath(team.deleteMember.path, { userId: id }), {}],
]

export const describeOpenInvitations = (kit: () => Kit): void => {
  const invite = async (token: string) => {
    const body = { email: EMAIL, name: 'Zoe', phone: '+12025550100', roleIds: ['member'], provider: 'local' }
    const response = await kit().call('POST', team.addUser.path, { token, body })
    assert.equal(response.status, 200)
    return response
  }

  /** Returns everything that an administrator sees of an invitation, from sending it to removing it. */
  const transcript = async () => {
    await listenToAcme(kit())
    await setPolicy(kit(), 'password', { minLength: 13 }, 'acme')
    const { token } = await kit().signIn('ada@acme.test')
    const added = await invite(token)
    const { id } = added.body
    await actSignedOut(kit(), EMAIL)
    const group = await kit().call('POST', groups.createGroup.path, { token, body: { name: 'Support' } })
    const inGroup = fillPath(groups.addUsers.path, { groupId: group.body.id })
    await kit().call('POST', inGroup, { token, body: { userIds: [id] } })
    const lines: [call: string, status: number, body: string][] = [['invite', 200, JSON.stringify(added.body)]]
    const note = async (method: string, path: string, body?: object) => {
      const response = await kit().call(method, path, { token, body })
      // Random ids determine the order of equal rows.
      if (Array.isArray(response.body?.items)) response.body.items.sort(byEmail)
      lines.push([`${method} ${path}`, response.status, JSON.stringify(response.body ?? null)])
    }
    // Pages are filtered and sorted by these values.
    const stored = await kit().store.members.find({ tenantId: 'acme', email: EMAIL })
    const { userId: _, ...copies } = stored ?? aMemberRecord()
    lines.push(['stored', 200, JSON.stringify(copies)])
    for (const path of readsOf(id, group.body.id)) await note('GET', path)
    const settled = kit().mails.length
    for (const [method, path, body] of changesOf(id)) await note(method, path, body)
    const mails = kit().mails.length - settled
    await actSignedOut(kit(), EMAIL)
    return { id: String(id), lines, ...(await recordsOfAcme(kit())), mails }
  }

  const blurred = (value: unknown, id: string): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll(id, 'INVITED').replaceAll(UUID, 'UUID'))

  it('show the same data whether or not the email has an account elsewhere', async () => {
    const fresh = await transcript()
    await kit().reset()
    await settleElsewhere(kit())
    const known = await transcript()
    assert.ok(fresh.lines.length > 50)
    assert.ok(fresh.deliveries.length > 2)
    assert.deepEqual(blurred(known, known.id), blurred(fresh, fresh.id))
    assert.doesNotMatch(JSON.stringify(known), /Zoe Real|\+12025550177|google|zoe\.png|secret/)
  })

  it('keep showing the email that the inviter typed after the user changed it', async () => {
    await settleElsewhere(kit())
    const { token } = await kit().signIn('ada@acme.test')
    const { id } = (await invite(token)).body
    await kit().store.users.update({ id: 'zoe' }, { email: 'changed@elsewhere.test' })
    await kit().store.members.update({ id: 'globex-zoe' }, { email: 'changed@elsewhere.test' })
    const seen: unknown[] = []
    await actSignedOut(kit(), 'changed@elsewhere.test')
    for (const path of readsOf(id, 'none')) seen.push((await kit().call('GET', path, { token })).body)
    for (const [method, path, body] of changesOf(id)) seen.push((await kit().call(method, path, { token, body })).body)
    const records = await recordsOfAcme(kit())
    assert.doesNotMatch(JSON.stringify([seen, records]), /changed@/)
    assert.equal(records.rows.filter((row) => row.startsWith('Invitation sent again')).length, 3)
  })

  it('don’t affect the user’s other account, whatever the inviter does', async () => {
    await settleElsewhere(kit())
    const { store } = kit()
    const stateOf = async () => [
      await store.users.get('zoe'),
      await store.sessions.get('zoe-session'),
      await store.members.get('globex-zoe'),
    ]
    const before = await stateOf()
    await transcript()
    assert.deepEqual(await stateOf(), before)
  })

  it('show the user from the moment it is accepted', async () => {
    await settleElsewhere(kit())
    const { token } = await kit().signIn('ada@acme.test')
    const { id } = (await invite(token)).body
    const link = kit().lastLink()
    const accept = { userId: link.userId, token: link.token }
    assert.equal((await kit().call('POST', invitation.acceptInvitation.path, { body: accept })).status, 200)
    const list = await kit().call('GET', `${members.listMembers.path}?offset=0&limit=5&search=zoe&factor=passkey`, {
      token,
    })
    const [zoe] = list.body.items
    assert.deepEqual(
      [zoe.id, zoe.name, zoe.phoneNumber, zoe.isLocked, zoe.mfaEnrolled, zoe.provider],
      ['zoe', 'Zoe Real', '+12025550177', true, true, 'google'],
    )
    const rename = { id, name: 'Zoe R' }
    // A user of the vendor ranks higher than the administrator of an account.
    assert.equal((await kit().call('PUT', team.updateMember.path, { token, body: rename })).status, 403)
    await kit().store.users.update({ id: 'zoe' }, { superUser: false })
    const changed = await kit().call('PUT', team.updateMember.path, { token, body: rename })
    assert.deepEqual([changed.status, changed.body.item.id], [200, 'zoe'])
  })

  it('keep the id of a new user when it is accepted', async () => {
    const { token } = await kit().signIn('ada@acme.test')
    const { id } = (await invite(token)).body
    assert.equal(kit().lastLink().userId, id)
  })

  it('are sorted by their public id', async () => {
    await settleElsewhere(kit())
    const { token } = await kit().signIn('ada@acme.test')
    await invite(token)
    const pages = [
      `${users.listUsersV2.path}?_offset=0&_limit=50&_includeSubTenants=false&_sortBy=id&_order=ASC`,
      `${members.listMembers.path}?offset=0&limit=50&sort=id&order=ASC`,
    ]
    for (const path of pages) {
      const { items } = (await kit().call('GET', path, { token })).body as { items: { id: string }[] }
      const ids = items.map(({ id }) => id)
      assert.deepEqual(ids, [...ids].sort())
      assert.equal(ids.length, 10)
    }
  })
}

/** Tests what administrators of one tenant may do to a user who also belongs to others. */
export const describeSharedUsers = (kit: () => Kit): void => {
  const asAda = async (path: string, body: object = {}) =>
    kit().call('POST', path, { token: (await kit().signIn('ada@acme.test')).token, body })

  it('ends the sessions of a user in this account only', async () => {
    await kit().store.sessions.insertMany([
      aSessionRecord({ id: 'here', userId: 'max', tenantId: 'acme' }),
      aSessionRecord({ id: 'there', userId: 'max', tenantId: 'globex' }),
    ])
    assert.equal((await asAda(sessions.revokeUserSessions.path, { userId: 'max' })).status, 200)
    const stateOf = async (id: string) => (await kit().store.sessions.get(id))?.revokedAt
    assert.equal(await stateOf('there'), null)
    assert.notEqual(await stateOf('here'), null)
  })

  it('does not unlock a user who also belongs to another account', async () => {
    await kit().store.users.update({ id: 'max' }, { lockedAt: 1 })
    const path = fillPath(members.unlockMember.path, { userId: 'max' })
    assert.equal((await asAda(path)).status, 403)
    assert.equal((await kit().store.users.get('max'))?.lockedAt, 1)
    await kit().store.members.delete({ userId: 'max', tenantId: 'globex' })
    assert.equal((await asAda(path)).status, 200)
  })

  it('checks ten guesses in 15 minutes, however often the user is unlocked', async () => {
    for (let round = 0; round < 6; round++) {
      for (let guess = 0; guess < 5; guess++) await kit().login('mel@acme.test', `wrong ${round} ${guess}`)
      await asAda(fillPath(members.unlockMember.path, { userId: 'mel' }))
    }
    const guesses = kit().verified.filter((_, at) => at >= 0).length - 6
    assert.ok(guesses <= 10, `${guesses} guesses`)
    assert.equal((await kit().login('mel@acme.test')).status, 429)
  })
}
