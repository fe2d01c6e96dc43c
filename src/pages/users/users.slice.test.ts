import { expect } from 'chai'
import { groupList } from '../../contract/additions/group-list.ts'
import { inviteLinkConfiguration } from '../../contract/additions/invite-link-configuration.ts'
import { memberSecurity } from '../../contract/additions/member-security.ts'
import { members } from '../../contract/additions/members.ts'
import { temporaryUserConfiguration } from '../../contract/additions/temporary-user-configuration.ts'
import { audits } from '../../contract/audits.ts'
import { groups } from '../../contract/groups.ts'
import { sessions } from '../../contract/sessions.ts'
import { subTenants } from '../../contract/sub-tenants.ts'
import { team } from '../../contract/team.ts'
import { users } from '../../contract/users.ts'
import { HttpError } from '../../kernel/errors.ts'
import { createMemoryStorage } from '../../kernel/storage.ts'
import { shownRows } from '../../parts/record-list/list-state.ts'
import { aPermission, aRole, aTenant, aUser } from '../../testing/builders.ts'
import { settle } from '../../testing/clock.ts'
import { mountSlice } from '../../testing/slice.ts'
import { usersPage } from './index.ts'
import { DEFAULT_QUERY } from './users.query.ts'
import { usersSlice } from './users.slice.ts'
import { canFilter, canUnlock, EMPTY_DRAFT, initialUsers, type UsersState } from './users.state.ts'

const viewer = aUser({ id: 'ada', email: 'ada@acme.test', permissions: [aPermission({ key: 'fe.*' })] })
const mel = aUser({
  id: 'mel',
  name: 'Mel Ortiz',
  email: 'mel@acme.test',
  roles: [aRole({ id: 'r1', name: 'Member' })],
})
const ivo = aUser({ id: 'ivo', email: 'ivo@acme.test', activatedForTenant: false, verified: false })

const setUp = (user: Partial<typeof viewer> = {}) => {
  const signedIn = {
    status: 'signed-in' as const,
    user: { ...viewer, ...user, accessToken: 't' },
    tenants: [aTenant()],
    activeTenant: aTenant(),
  }
  const never = async () => undefined
  const mounted = mountSlice(usersSlice, initialUsers, {
    page: usersPage,
    local: createMemoryStorage(),
    session: {
      accept: never,
      refresh: never,
      logout: never,
      switchTenant: never,
      current: () => signedIn,
    },
  })
  const { fake } = mounted
  fake.respond(members.listMembers, () => ({ items: [viewer, mel, ivo], _metadata: { totalItems: 3, totalPages: 1 } }))
  fake.respond(team.listAssignableRoles, () => ({ items: [aRole({ id: 'r1', name: 'Member' }), aRole({ id: 'r2' })] }))
  fake.respond(groupList.listGroups, () => ({ items: [], _metadata: { totalItems: 0, totalPages: 0 } }))
  fake.respond(groups.listGroups, () => ({ groups: [] }))
  fake.respond(memberSecurity.getMemberFigures, () => ({
    pendingInvitations: 1,
    withoutSecondFactor: 2,
    administrators: 1,
    administratorRoleIds: ['r1'],
    joinedThisWeek: 1,
    weekBegan: '2026-01-01T00:00:00Z',
  }))
  fake.respond(team.getTemporaryUserConfig, () => ({ enabled: true }))
  return { ...mounted, refuse: (name: string) => mounted.refused.add(name) }
}

const shownUsers = ({ list }: UsersState) => shownRows(list)

const refused = (message: string, status = 400) => {
  throw new HttpError(message, status)
}

describe('what the users page does', () => {
  it('loads users, roles and configuration together', async () => {
    const { actions, state, fake } = setUp()
    await actions.open('')
    expect(state().list.rows.map(({ id }) => id)).to.deep.equal(['ada', 'mel', 'ivo'])
    expect(state().list).to.deep.include({ phase: 'ready', totalItems: 3 })
    expect(state().extras.temporary).to.equal(true)
    expect(state().viewer?.may.remove).to.equal(true)
    expect(fake.inputsOf(members.listMembers)).to.deep.equal([
      { query: { sort: 'name', order: 'DESC', offset: 0, limit: 20 } },
    ])
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

  it('loads nothing of the user behind an open invitation', async () => {
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

  it('invites each email by its own call and keeps the failed ones with the reason', async () => {
    const { actions, state, fake, events } = setUp()
    await actions.open('')
    fake.respond(team.addUser, ({ body }) =>
      (body as { email: string }).email === 'b@x.test' ? refused('User exists') : { id: 'new' },
    )
    actions.openInvite()
    const draft = { ...EMPTY_DRAFT, emails: ['a@x.test', 'b@x.test', 'c@x.test'], roleIds: ['r1'], days: 7 }
    actions.editDraft(draft)
    await actions.invite(draft)
    expect(fake.inputsOf(team.addUser).map(({ body }) => body)).to.deep.equal(
      draft.emails.map((email) => ({ email, roleIds: ['r1'], expirationInSeconds: 604_800, provider: 'local' })),
    )
    const { dialog, notice } = state()
    expect(dialog?.kind === 'invite' && dialog.draft.emails).to.deep.equal(['b@x.test'])
    expect(dialog?.kind === 'invite' && dialog.failures).to.deep.equal([{ label: 'b@x.test', reason: 'User exists' }])
    expect(notice).to.deep.include({ key: 'invited', values: { count: 2, email: 'a@x.test' } })
    expect(events.map(([name]) => name)).to.deep.equal(['invite-click', 'invite-members', 'create-user', 'create-user'])
    expect(state().list.query).to.include({ page: 0, size: 10 })
  })

  it('keeps the page size after a single invitation', async () => {
    const { actions, state, fake } = setUp()
    await actions.open('size=50')
    fake.respond(team.addUser, () => ({ id: 'new' }))
    await actions.invite({ ...EMPTY_DRAFT, emails: ['a@x.test'] })
    expect(state().list.query.size).to.equal(50)
  })

  it('stops inviting when asked and keeps who is left', async () => {
    const { actions, state, fake } = setUp()
    await actions.open('')
    fake.respond(team.addUser, () => {
      actions.stopJob()
      return { id: 'new' }
    })
    actions.openInvite()
    await actions.invite({ ...EMPTY_DRAFT, emails: ['a@x.test', 'b@x.test'] })
    const { dialog } = state()
    expect(fake.inputsOf(team.addUser)).to.have.length(1)
    expect(dialog?.kind === 'invite' && dialog.draft.emails).to.deep.equal(['b@x.test'])
  })

  it('sends no invitation when the host prevents it', async () => {
    const { actions, fake, refuse } = setUp()
    refuse('create-user')
    actions.openInvite()
    await actions.invite({ ...EMPTY_DRAFT, emails: ['a@x.test'] })
    expect(fake.inputsOf(team.addUser)).to.deep.equal([])
  })

  it('sends a single empty string for cleared roles and shows the change before the response', async () => {
    const { actions, state, fake } = setUp()
    await actions.open('')
    let shown: unknown
    fake.respond(team.updateMember, () => {
      shown = state().list.rows[1]?.roles
      return { item: {} }
    })
    await actions.saveRoles(mel, [])
    expect(shown).to.deep.equal([])
    expect(fake.inputsOf(team.updateMember)).to.deep.equal([{ body: { id: 'mel', roleIds: [''] } }])
  })

  it('puts the roles back and says why when saving fails', async () => {
    const { actions, state, fake } = setUp()
    await actions.open('')
    fake.respond(team.updateMember, () => refused('Not allowed', 403))
    await actions.saveRoles(mel, ['r2'])
    expect(state().list.rows[1]?.roles).to.deep.equal(mel.roles)
    expect(state().notice).to.deep.include({ key: 'failed', values: { name: 'Mel Ortiz', reason: 'Not allowed' } })
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
    expect(state().notice).to.deep.include({ key: 'failed' })
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

  it('unlocks, and hides the action where the backend does not know the call', async () => {
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

  it('closes the dialog when a link names one that is not offered', async () => {
    const { actions, state } = setUp({ permissions: [aPermission({ key: 'fe.secure.read.users' })] })
    await actions.open('details=mel')
    expect(state().dialog).to.deep.equal({ kind: 'details', userId: 'mel' })
    await actions.follow('remove=mel')
    expect(state().dialog).to.equal(null)
    await actions.follow('invite=')
    expect(state().dialog).to.equal(null)
  })

  it('creates, emails and revokes the invite link', async () => {
    const { actions, state, fake } = setUp()
    const link = { id: 'l', vendorId: 'v', tenantId: 't', token: 'tok', expires: '2030-01-01T00:00:00Z' }
    fake.respond(team.getInviteLinkConfig, () => ({ tenantInvitationsAllowed: true, emailsEnabled: true }))
    fake.respond(team.getInviteLink, () => refused('Not found', 404))
    fake.respond(team.createInviteLink, () => link)
    fake.respond(team.updateInviteLink, () => ({ ...link, shouldSendEmail: true }))
    fake.respond(team.deleteInviteLink, () => '')
    actions.openDialog({ kind: 'link' })
    await actions.loadLink()
    expect(state().link).to.deep.include({ phase: 'ready', link: undefined })
    await actions.createLink()
    expect(fake.inputsOf(team.createInviteLink)[0]?.body).to.deep.equal({
      expiresInMinutes: 43_200,
      shouldSendEmail: false,
    })
    await actions.emailLink()
    expect(fake.inputsOf(team.updateInviteLink)).to.deep.equal([{ body: { shouldSendEmail: true } }])
    expect(state().notice).to.deep.include({ key: 'linkEmailed' })
    fake.respond(team.updateInviteLink, () => refused('No mail today', 500))
    await actions.emailLink()
    expect(state().link).to.deep.include({ error: 'No mail today', busy: false })
    fake.respond(team.updateInviteLink, () => ({ ...link, expires: '2031-01-01T00:00:00Z' }))
    await actions.renewLink(7)
    expect(fake.inputsOf(team.updateInviteLink).at(-1)).to.deep.equal({ body: { expiresInMinutes: 10_080 } })
    expect(state().link.link).to.include({ expires: '2031-01-01T00:00:00Z' })
    await actions.revokeLink()
    expect(state().link.link).to.equal(undefined)
  })

  it('does not ask for an invite link that the backend says does not exist', async () => {
    const { actions, state, fake } = setUp()
    await actions.open('')
    const config = { tenantInvitationsAllowed: true, emailsEnabled: true, hasInviteLink: false }
    fake.respond(team.getInviteLinkConfig, () => config)
    await actions.loadLink()
    expect(state().link).to.deep.include({ phase: 'ready', link: undefined })
    expect(fake.inputsOf(team.getInviteLink)).to.deep.equal([])
  })

  it('signs a user out on every device', async () => {
    const { actions, state, fake } = setUp()
    await actions.open('')
    fake.respond(sessions.revokeUserSessions, () => ({}))
    await actions.endSessions(mel)
    expect(fake.inputsOf(sessions.revokeUserSessions)).to.deep.equal([{ body: { userId: 'mel' } }])
    expect(state().notice).to.deep.include({ key: 'sessionsEnded' })
  })

  it('saves the groups of a user by one call per group that changes, and keeps the form when one is refused', async () => {
    const { actions, state, fake } = setUp()
    await actions.open('')
    fake.respond(groups.addUsers, () => ({}))
    fake.respond(groups.removeUsers, () => refused('Not yours', 403))
    const member = { ...mel, groups: [{ id: 'old', name: 'Old' }] }
    actions.openDialog({ kind: 'groups', member })
    await actions.saveGroups(member, ['new'])
    expect(fake.inputsOf(groups.addUsers)).to.deep.equal([{ path: { groupId: 'new' }, body: { userIds: ['mel'] } }])
    expect([state().dialog?.kind, state().formError]).to.deep.equal(['groups', 'Not yours'])
  })

  it('changes only the invitation settings that differ', async () => {
    const { actions, state, fake } = setUp()
    await actions.open('')
    fake.respond(team.getInviteLinkConfig, () => ({ tenantInvitationsAllowed: true, emailsEnabled: true }))
    fake.respond(temporaryUserConfiguration.updateTemporaryUserConfig, () => ({ enabled: false }))
    actions.openDialog({ kind: 'settings' })
    await actions.loadSettings()
    const { settings } = state()
    if (!settings) throw new Error('The settings are loaded')
    await actions.saveSettings({ ...settings, temporary: false })
    expect(fake.inputsOf(temporaryUserConfiguration.updateTemporaryUserConfig)).to.deep.equal([
      { body: { enabled: false } },
    ])
    expect(fake.inputsOf(inviteLinkConfiguration.updateInviteLinkConfig)).to.deep.equal([])
    expect([state().dialog, state().extras.temporary]).to.deep.equal([null, false])
  })

  it('extends temporary access and makes it permanent', async () => {
    const { actions, state, fake } = setUp()
    await actions.open('')
    fake.respond(team.extendTemporaryUser, () => ({ temporaryExpirationDate: '2030-01-01T00:00:00Z' }))
    fake.respond(team.makeUserPermanent, () => '')
    await actions.extend(mel, 30)
    expect(fake.inputsOf(team.extendTemporaryUser)[0]).to.deep.equal({
      path: { userId: 'mel' },
      body: { expirationInSeconds: 2_592_000 },
    })
    expect(state().list.rows[1]?.temporaryExpirationDate).to.equal('2030-01-01T00:00:00Z')
    await actions.makePermanent(mel)
    expect(state().list.rows[1]?.temporaryExpirationDate).to.equal(undefined)
  })

  it('adds a role to several users and sends only those that change', async () => {
    const { actions, state, fake } = setUp()
    await actions.open('')
    fake.respond(team.updateMember, () => ({ item: {} }))
    await actions.changeRoles([mel, ivo], { mode: 'add', roleIds: ['r1'] })
    expect(fake.inputsOf(team.updateMember)).to.deep.equal([
      { body: { id: 'ivo', roleIds: [...(ivo.roles ?? []).map(({ id }) => id), 'r1'] } },
    ])
    expect(state().notice).to.deep.include({ key: 'rolesSaved' })
  })

  it('adds several users to a group with one call', async () => {
    const { actions, state, fake } = setUp()
    fake.respond(groups.addUsers, () => ({}))
    await actions.open('')
    actions.openDialog({ kind: 'addToGroups', members: [mel, ivo] })
    await actions.addToGroups([mel, ivo], ['g1'])
    expect(fake.inputsOf(groups.addUsers)).to.deep.equal([
      { path: { groupId: 'g1' }, body: { userIds: ['mel', 'ivo'] } },
    ])
    expect(state().dialog).to.equal(null)
    expect(state().notice).to.deep.include({ key: 'addedToGroups', values: { count: 2 } })
  })

  it('changes the roles of a user of a sub-account in that account, and removes them from it alone', async () => {
    const { actions, fake, events } = setUp()
    fake.respond(subTenants.setUserRoles, () => ({}))
    fake.respond(subTenants.removeUserFromTenants, () => ({}))
    await actions.open('')
    const nia = aUser({ id: 'nia', email: 'nia@north.test', tenantId: 'north' })
    await actions.saveRoles(nia, ['r2'])
    await actions.removeFromAccount(nia)
    expect(fake.inputsOf(subTenants.setUserRoles)).to.deep.equal([
      { path: { userId: 'nia' }, body: { subTenantsRoles: [{ tenantId: 'north', roleIds: ['r2'] }] } },
    ])
    expect(fake.inputsOf(subTenants.removeUserFromTenants)).to.deep.equal([
      { body: { userId: 'nia', subTenants: [{ tenantId: 'north' }] } },
    ])
    expect(fake.inputsOf(team.updateMember)).to.deep.equal([])
    expect(events.map(([name]) => name)).to.deep.equal(['update-user', 'delete-user'])
  })

  it('adds a user to sub-accounts, and keeps the dialog with the reason when that is refused', async () => {
    const { actions, state, fake } = setUp()
    await actions.open('')
    fake.respond(subTenants.addUserToTenants, () => refused('No seats left', 402))
    actions.openDialog({ kind: 'accounts', member: mel })
    await actions.addToAccounts(mel, { tenantIds: ['north'], roleIds: ['r1'] })
    expect(state().formError).to.equal('No seats left')
    fake.respond(subTenants.addUserToTenants, () => ({}))
    await actions.addToAccounts(mel, { tenantIds: ['north', 'south'], roleIds: ['r1'] })
    expect(fake.inputsOf(subTenants.addUserToTenants).at(-1)).to.deep.equal({
      body: {
        user: { email: 'mel@acme.test', name: 'Mel Ortiz' },
        subTenants: [
          { tenantId: 'north', roleIds: ['r1'] },
          { tenantId: 'south', roleIds: ['r1'] },
        ],
      },
    })
    expect(state().dialog).to.equal(null)
  })
})
