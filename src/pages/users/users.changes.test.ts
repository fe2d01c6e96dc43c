import { expect } from 'chai'
import { subTenants } from '../../contract/accounts.ts'
import { groups } from '../../contract/groups.ts'
import { guarantees } from '../../contract/guarantees.ts'
import { sessions } from '../../contract/me.ts'
import { lockoutGuard } from '../../contract/security.ts'
import { inviteLinkConfiguration, team, temporaryUserConfiguration } from '../../contract/users.ts'
import { aUser } from '../../testing/builders.ts'
import { refused } from '../../testing/fake-send.ts'
import { EMPTY_DRAFT } from './users.state.ts'
import { ivo, mel, setUp } from './users.test-kit.ts'

describe('what the users page changes', () => {
  it('invites each email in its own call and keeps the failed ones with the reason', async () => {
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

  it('replaces a guarantor, and shows what others must confirm', async () => {
    const { actions, state, fake } = setUp()
    await actions.open('')
    const item = { kind: 'sso-connection', id: 'c1', name: 'Okta', userId: 'mel' }
    fake.respond(guarantees.listGuaranteed, () => [item])
    await actions.loadGuaranteed([mel])
    expect(state().guaranteed).to.deep.equal({ userIds: 'mel', items: [item] })
    fake.respond(guarantees.succeedGuarantor, () => [])
    expect(await actions.succeedGuarantor([mel], ['webhook'])).to.equal(true)
    expect(state().notice).to.deep.include({ key: 'succeeded', values: { name: 'Mel Ortiz', count: 1 } })
    fake.respond(guarantees.succeedGuarantor, () => [item])
    expect(await actions.succeedGuarantor([mel], ['webhook'])).to.equal(true)
    expect(state().notice).to.deep.include({ key: 'succeededPartly', values: { name: 'Mel Ortiz', count: 1 } })
    fake.respond(guarantees.succeedGuarantor, () => refused('Not now'))
    expect(await actions.succeedGuarantor([mel], ['webhook'])).to.equal(false, 'the change doesn’t go on')
    for (const status of [403, 404]) {
      fake.respond(guarantees.listGuaranteed, () => refused('An older backend, or no permission', status))
      await actions.loadGuaranteed([mel])
      expect(state().guaranteed).to.deep.equal({ userIds: 'mel', items: [] })
    }
    fake.respond(guarantees.listGuaranteed, () => refused('The server is busy', 503))
    await actions.loadGuaranteed([mel])
    expect(state().guaranteed).to.deep.equal({ userIds: 'mel', error: 'The server is busy' })
  })

  it('checks which sub-accounts its changes leave without an administrator, only for the latest changes', async () => {
    const { actions, state, fake } = setUp()
    await actions.open('')
    const effect = { count: 1, accounts: [{ tenantId: 'north', name: 'North' }] }
    fake.respond(lockoutGuard.checkMemberChanges, () => effect)
    const ends = { changes: [{ userId: 'mel' }] }
    await actions.checkChanges(ends)
    expect(fake.inputsOf(lockoutGuard.checkMemberChanges).map(({ body }) => body)).to.deep.equal([ends])
    expect(state().leftAlone).to.deep.equal({ key: JSON.stringify(ends), effect })
    const earlier = actions.checkChanges(ends)
    fake.respond(lockoutGuard.checkMemberChanges, () => refused('An older backend', 404))
    const later = { changes: [{ userId: 'mel', roleIds: ['r2'] }] }
    await Promise.all([earlier, actions.checkChanges(later)])
    expect(state().leftAlone).to.deep.equal({ key: JSON.stringify(later), effect: { count: 0, accounts: [] } })
  })

  it('loads what many users guarantee in few calls, and replaces each of them', async () => {
    const { actions, state, fake } = setUp()
    await actions.open('')
    const many = Array.from({ length: 150 }, (_, at) => ({ ...mel, id: `u${at}` }))
    fake.respond(guarantees.listGuaranteed, ({ query }) => {
      const userId = String(query?.userId).split(',').at(-1) ?? ''
      return [{ kind: 'webhook' as const, id: `of ${userId}`, name: '', userId }]
    })
    await actions.loadGuaranteed(many)
    expect(state().guaranteed?.items?.map(({ userId }) => userId)).to.deep.equal(['u99', 'u149'])
    fake.respond(guarantees.succeedGuarantor, () => [])
    expect(await actions.succeedGuarantor(many.slice(0, 2), ['webhook'])).to.equal(true)
    expect(fake.inputsOf(guarantees.succeedGuarantor).map(({ body }) => body)).to.deep.equal([
      { userId: 'u0', kinds: ['webhook'] },
      { userId: 'u1', kinds: ['webhook'] },
    ])
    expect(state().notice).to.deep.include({ key: 'succeeded', values: { name: 'Mel Ortiz', count: 2 } })
  })

  it('keeps the page size after a single invitation', async () => {
    const { actions, state, fake } = setUp()
    await actions.open('size=50')
    fake.respond(team.addUser, () => ({ id: 'new' }))
    await actions.invite({ ...EMPTY_DRAFT, emails: ['a@x.test'] })
    expect(state().list.query.size).to.equal(50)
  })

  it('stops inviting on request and keeps the remaining emails', async () => {
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
    // The change is already shown, so it must be sent even if the page is left at once.
    expect(fake.calls.find(({ endpoint }) => endpoint === team.updateMember)?.keepalive).to.equal(true)
  })

  it('restores the roles and shows why when saving fails', async () => {
    const { actions, state, fake } = setUp()
    await actions.open('')
    fake.respond(team.updateMember, () => refused('Not allowed', 403))
    await actions.saveRoles(mel, ['r2'])
    expect(state().list.rows[1]?.roles).to.deep.equal(mel.roles)
    expect(state().notice).to.deep.include({ key: 'failed', values: { name: 'Mel Ortiz' } })
    expect(state().notice?.failure).to.deep.equal({ kind: 'refused', message: 'Not allowed' })
  })

  it('shows the new roles at once when saving them is tried again', async () => {
    const { actions, state, fake } = setUp()
    await actions.open('')
    fake.respond(team.updateMember, () => refused('Down for a moment', 503))
    await actions.saveRoles(mel, ['r2'])
    const shown: unknown[] = [state().list.rows[1]?.roles?.map(({ id }) => id)]
    fake.respond(team.updateMember, () => {
      shown.push(state().list.rows[1]?.roles?.map(({ id }) => id))
      return { item: {} }
    })
    await state().notice?.retry?.()
    expect(shown).to.deep.equal([['r1'], ['r2']])
    expect(state().notice?.key).to.equal('rolesSaved')
    expect(state().busy).to.deep.equal([])
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

  it('does not request an invite link that does not exist according to the backend', async () => {
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

  it('saves the groups of a user in one call per changed group, and keeps the form when one is refused', async () => {
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

  it('keeps the details open when a form over them is refused, and when it is saved', async () => {
    const { actions, state, fake } = setUp()
    await actions.open('')
    fake.respond(subTenants.addUserToTenants, () => refused('No seats left', 402))
    fake.respond(team.extendTemporaryUser, () => ({ temporaryExpirationDate: '2030-01-01T00:00:00Z' }))
    const dialog = { kind: 'details', userId: 'mel' } as const
    actions.openDialog(dialog)
    expect(await actions.addToAccounts(mel, { tenantIds: ['north'], roleIds: ['r1'] })).to.equal(false)
    expect([state().formError, state().saving]).to.deep.equal(['No seats left', false])
    actions.dropError()
    expect(state().formError).to.equal(undefined)
    fake.respond(subTenants.addUserToTenants, () => ({}))
    expect(await actions.addToAccounts(mel, { tenantIds: ['north'], roleIds: ['r1'] })).to.equal(true)
    await actions.extend(mel, 30)
    expect([state().dialog, state().saving]).to.deep.equal([dialog, false])
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
