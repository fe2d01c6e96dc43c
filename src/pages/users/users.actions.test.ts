import { expect } from 'chai'
import { audits } from '../../contract/audits.ts'
import { groupList, groups } from '../../contract/groups.ts'
import { memberSecurity, members, team, users } from '../../contract/users.ts'
import { aPermission, aUser } from '../../testing/builders.ts'
import { settle } from '../../testing/clock.ts'
import { refused } from '../../testing/fake-send.ts'
import { DEFAULT_QUERY } from './users.query.ts'
import { canFilter, canUnlock, EMPTY_DRAFT } from './users.state.ts'
import { ivo, mel, setUp, shownUsers, viewer } from './users.test-kit.ts'

describe('what the users page does', () => {
  it('loads users, roles and configuration together', async () => {
    const { actions, state, fake } = setUp()
    await actions.open('')
    expect(state().list.rows.map(({ id }) => id)).to.deep.equal(['ada', 'mel', 'ivo'])
    expect(state().list).to.deep.include({ phase: 'ready', totalItems: 3 })
    expect(state().extras.temporary).to.equal(true)
    expect(state().viewer?.may.remove).to.equal(true)
    expect(fake.inputsOf(members.listMembers)).to.deep.equal([
      { query: { sort: 'name', order: 'DESC', offset: 0, limit: 20, capped: true } },
    ])
  })

  it('notes that more users match than were counted', async () => {
    const { actions, state, fake } = setUp()
    const _metadata = { totalItems: 10_020, totalPages: 501 }
    fake.respond(members.listMembers, () => ({ items: [mel], _metadata: { ..._metadata, hasMore: true } }))
    await actions.open('')
    expect([state().hasMore, state().list.totalItems]).to.deep.equal([true, 10_020])
    fake.respond(members.listMembers, () => ({ items: [mel], _metadata }))
    await actions.reload()
    expect(state().hasMore).to.equal(false)
  })

  for (const [title, routing, path] of [
    ['paths', { basename: '' }, '/account/sign-up'],
    ['paths below a base', { basename: 'shop/' }, '/shop/account/sign-up'],
    ['fragments, which have no base', { basename: '/shop', urlStrategy: 'hash' }, '#/account/sign-up'],
  ] as const)
    it(`makes invite links that the login box reads, with ${title}`, async () => {
      const { actions, state } = setUp({}, routing)
      await actions.open('')
      expect(state().signUpUrl?.endsWith(path), state().signUpUrl).to.equal(true)
      expect(state().signUpUrl?.includes('shop')).to.equal(path.includes('shop'))
    })

  it('works without groups and temporary users', async () => {
    const { actions, state, fake } = setUp()
    fake.respond(groups.listGroups, () => refused('no', 403))
    fake.respond(team.getTemporaryUserConfig, () => refused('no', 404))
    await actions.open('')
    expect([state().list.phase, state().groups]).to.deep.equal(['ready', []])
    expect(state().extras.temporary).to.equal(false)
  })

  it('falls back to the wire and hides the filters where the backend has no list of ours', async () => {
    const { actions, state, fake } = setUp()
    fake.respond(members.listMembers, () => refused('Not found', 404))
    fake.respond(users.listUsersV2, () => ({ items: [mel], _metadata: { totalItems: 1, totalPages: 1 } }))
    await actions.open('')
    await actions.change({ search: 'mel' })
    expect(canFilter(state())).to.equal(false)
    expect(fake.inputsOf(members.listMembers)).to.have.length(1)
    expect(fake.inputsOf(users.listUsersV2)[1]?.query).to.include({ _filter: 'mel', _offset: 0, _limit: 20 })
  })

  it('is empty with the reason after a failed load', async () => {
    const { actions, state, fake } = setUp()
    await actions.open('')
    fake.respond(members.listMembers, () => refused('Out of order', 500))
    await actions.reload()
    expect(state().list).to.deep.include({ phase: 'failed', error: 'Out of order', rows: [], totalItems: 0 })
  })

  it('aborts an older request for a newer one', async () => {
    const { actions, state, fake } = setUp()
    const pending: ((page: unknown) => void)[] = []
    fake.respond(members.listMembers, () => new Promise((resolve) => pending.push(resolve)))
    const first = actions.show({ ...DEFAULT_QUERY, search: 'm' })
    const second = actions.show({ ...DEFAULT_QUERY, search: 'mel' })
    expect(fake.calls[0]?.signal?.aborted).to.equal(true)
    pending[1]?.({ items: [mel], _metadata: { totalItems: 1, totalPages: 1 } })
    pending[0]?.({ items: [ivo], _metadata: { totalItems: 1, totalPages: 1 } })
    await Promise.all([first, second])
    expect(state().list.rows).to.deep.equal([mel])
  })

  it('loads the security and activity of a user, and resets the second factors', async () => {
    const { actions, state, fake } = setUp()
    const value = { devices: [], sessions: [], isManagedHere: true }
    fake.respond(memberSecurity.getMemberSecurity, () => value)
    fake.respond(memberSecurity.resetMemberMfa, () => ({ count: 1 }))
    fake.respond(audits.listAudits, () => refused('Out of order', 500))
    await actions.open('')
    actions.openDialog({ kind: 'details', userId: 'mel' })
    await actions.loadDetails(mel)
    expect(state().details).to.deep.equal({
      userId: 'mel',
      security: { phase: 'ready', value },
      activity: { phase: 'failed', error: 'Out of order' },
    })
    expect(fake.inputsOf(audits.listAudits)[0]?.query).to.include({ email: 'mel@acme.test', count: 8 })
    await actions.resetMfa(mel)
    expect(fake.inputsOf(memberSecurity.resetMemberMfa)).to.deep.equal([{ path: { userId: 'mel' } }])
    expect(fake.inputsOf(memberSecurity.getMemberFigures)).to.have.length(2)
    expect(state().notice?.key).to.equal('mfaReset')
  })

  it('loads no data of an invited user with an open invitation', async () => {
    const { actions, state, fake } = setUp()
    await actions.open('')
    await actions.loadDetails(ivo)
    expect(fake.inputsOf(memberSecurity.getMemberSecurity)).to.deep.equal([])
    expect(state().details?.activity.phase).to.equal('hidden')
  })

  it('saves roles from the details, which stay open, and keeps the old ones when refused', async () => {
    const { actions, state, fake } = setUp()
    fake.respond(team.updateMember, () => ({ item: {} }))
    await actions.open('')
    actions.openDialog({ kind: 'details', userId: 'mel' })
    expect(await actions.saveRolesHere(mel, ['r2'])).to.equal(true)
    const rolesOfMel = () =>
      state()
        .list.rows.find(({ id }) => id === 'mel')
        ?.roles.map(({ id }) => id)
    expect([rolesOfMel(), state().dialog?.kind]).to.deep.equal([['r2'], 'details'])
    fake.respond(team.updateMember, () => refused('No'))
    expect(await actions.saveRolesHere(mel, [])).to.equal(false)
    expect([rolesOfMel(), state().notice?.key]).to.deep.equal([['r2'], 'failed'])
  })

  it('shows users who were just invited first, and highlights them', async () => {
    const { actions, state, fake } = setUp()
    await actions.open('')
    fake.respond(team.addUser, () => ({ id: 'ivo' }))
    await actions.invite({ ...EMPTY_DRAFT, emails: ['ivo@acme.test'] })
    expect(state().list.query).to.include({ sort: 'createdAt', order: 'DESC' })
    expect(state().list.fresh).to.deep.equal(['ivo'])
  })

  it('opens in the order that was chosen on this device', async () => {
    const { actions, state, deps } = setUp()
    await actions.open('')
    await actions.change({ sort: 'email', order: 'ASC' })
    expect(deps.local.get('fe-order-users')).to.equal('email:asc')
    await actions.open(actions.startsAt(''))
    expect(state().list.query).to.include({ sort: 'email', order: 'ASC' })
    await actions.change(DEFAULT_QUERY)
    expect(actions.startsAt('')).to.equal('')
    await actions.open('')
    expect(state().list.query).to.include({ sort: 'name', order: 'DESC' })
  })

  it('selects all users who match on every page, until the list changes', async () => {
    const { actions, state, fake } = setUp()
    await actions.open('')
    fake.respond(members.listMembers, ({ query }) => ({
      items: query?.offset === 0 ? [viewer, mel] : [ivo],
      _metadata: { totalItems: 3, totalPages: 2 },
    }))
    await actions.selectAll()
    expect(state().everyone?.map(({ id }) => id)).to.deep.equal(['ada', 'mel', 'ivo'])
    expect(state().list.selected).to.have.length(3)
    await actions.change({ search: 'm' })
    expect(state().everyone).to.equal(undefined)
  })

  it('hides users at once, and removes them when that can no longer be undone', async () => {
    const { actions, state, fake, events } = setUp()
    fake.respond(team.deleteMember, () => '')
    await actions.open('')
    actions.openDialog({ kind: 'remove', members: [viewer, mel, ivo] })
    actions.remove([viewer, mel, ivo])
    expect(shownUsers(state()).map(({ id }) => id)).to.deep.equal(['ada'])
    expect(state().dialog).to.equal(null)
    expect(fake.inputsOf(team.deleteMember)).to.deep.equal([])
    actions.commit(state().notice?.undo ?? '')
    await settle()
    expect(fake.inputsOf(team.deleteMember)).to.deep.equal([{ path: { userId: 'mel' } }, { path: { userId: 'ivo' } }])
    expect(events.map(([name]) => name)).to.deep.equal(['delete-user', 'delete-user'])
  })

  it('shows users again after an undo, and when the server keeps them', async () => {
    const { actions, state, fake } = setUp()
    fake.respond(team.deleteMember, () => refused('The last administrator stays', 409))
    await actions.open('')
    actions.remove([mel])
    actions.undo(state().notice?.undo ?? '')
    expect(shownUsers(state())).to.have.length(3)
    actions.remove([ivo])
    actions.close()
    await settle()
    expect(fake.inputsOf(team.deleteMember)).to.deep.equal([{ path: { userId: 'ivo' } }])
    expect(shownUsers(state())).to.have.length(3)
    expect(state().notice).to.deep.include({ key: 'removalFailed' })
  })

  it('resends the invitation to invited users and the activation to unverified ones', async () => {
    const { actions, fake } = setUp()
    fake.respond(team.resendInvitation, () => '')
    fake.respond(team.resendActivation, () => '')
    await actions.resend([ivo, aUser({ id: 'una', verified: false })])
    expect(fake.inputsOf(team.resendInvitation)).to.deep.equal([
      { body: { email: 'ivo@acme.test', provider: 'local' } },
    ])
    expect(fake.inputsOf(team.resendActivation)).to.deep.equal([{ path: { userId: 'una' }, body: {} }])
  })

  it('unlocks users, and hides the action if the backend lacks the call', async () => {
    const { actions, state, fake } = setUp()
    await actions.open('')
    fake.respond(members.unlockMember, () => refused('Not found', 404))
    await actions.unlock(mel)
    expect(canUnlock(state())).to.equal(false)
    expect(state().busy).to.deep.equal([])
  })

  it('offers everything to a super user, whose keys are not listed', async () => {
    const { actions, state } = setUp({ superUser: true, permissions: [] })
    await actions.open('')
    expect(state().viewer?.may).to.include({ invite: true, remove: true, link: true })
  })

  it('requests no groups for a user who may not see them', async () => {
    const { actions, state, fake } = setUp({ permissions: [aPermission({ key: 'fe.secure.read.users' })] })
    await actions.open('')
    expect(state().viewer?.may.seeGroups).to.equal(false)
    expect(fake.calls.filter(({ endpoint }) => endpoint === groupList.listGroups)).to.deep.equal([])
  })

  it('closes the dialog when a link opens one that is not available', async () => {
    const { actions, state } = setUp({ permissions: [aPermission({ key: 'fe.secure.read.users' })] })
    await actions.open('details=mel')
    expect(state().dialog).to.deep.equal({ kind: 'details', userId: 'mel' })
    await actions.follow('remove=mel')
    expect(state().dialog).to.equal(null)
    await actions.follow('invite=')
    expect(state().dialog).to.equal(null)
  })
})
