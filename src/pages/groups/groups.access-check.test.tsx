import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import { groupList, groups } from '../../contract/groups.ts'
import { guarantees } from '../../contract/guarantees.ts'
import { members, team } from '../../contract/users.ts'
import type { Interruption } from '../../entities/guarantee.ts'
import { createTranslator } from '../../i18n/create-translator.ts'
import { PageLinksProvider } from '../../parts/page-kit/page-links.ts'
import type { FoundUser } from '../../parts/user-picker/user-search.ts'
import { PAUSED, PAUSED_TITLE } from '../../testing/access-check.ts'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { aRole } from '../../testing/builders.ts'
import { settle } from '../../testing/clock.ts'
import { missing, refused } from '../../testing/fake-send.ts'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import { mountSlice } from '../../testing/slice.ts'
import { GroupsDialogs } from './dialogs/groups-dialogs.tsx'
import { groupsSlice } from './groups.actions.ts'
import { groupsMessages } from './groups.messages.ts'
import { type GroupsDialog, initialGroups, type ListedGroup, rolesChange } from './groups.state.ts'
import { groupsPage } from './index.ts'

const t = createTranslator({ language: 'en' }).translatorFor(groupsMessages)
const night: ListedGroup = {
  id: 'g1',
  name: 'Night shift',
  color: '#7c3aed',
  description: '',
  managedBy: 'frontegg',
  roles: [aRole({ id: 'r1', name: 'Admin' })],
  userCount: 2,
}

const viewer = {
  id: 'ada',
  tenantId: 't',
  tenantName: 'Acme',
  keys: ['*'],
  may: { edit: true, remove: true, editRoles: true, addMembers: true, removeMembers: true, seeUsers: true },
}

const mel: FoundUser = { id: 'mel', name: 'Mel Ortiz', email: 'mel@acme.test' }

let screen: RenderedUi | undefined

/** A check that runs until `end`. */
const heldCheck = () => {
  let end = (_found: readonly Interruption[]): void => undefined
  return { reply: () => new Promise((resolve) => (end = resolve)), end: (found: typeof PAUSED) => end(found) }
}

/** Opens a dialog of the page on its real actions. `draw` shows their current state. */
const open = async (dialog: GroupsDialog, reply: () => unknown) => {
  const mounted = mountSlice(groupsSlice, initialGroups, { page: groupsPage })
  const { fake, actions, state } = mounted
  fake.respond(groupList.listGroups, () => ({ items: [night], _metadata: { totalItems: 1, totalPages: 1 } }))
  fake.respond(groupList.listGrantableRoles, () => ({ items: [] }))
  fake.respond(team.listAssignableRoles, () => ({ items: [] }))
  fake.respond(members.listMembers, () => ({ items: [mel], _metadata: { totalItems: 1, totalPages: 1 } }))
  fake.respond(groups.getConfiguration, () => ({ enabled: true, rolesEnabled: true }))
  fake.respond(guarantees.checkAccessChanges, reply)
  await actions.open('')
  actions.openDialog(dialog)
  const opened: string[] = []
  const view = () => (
    <PageLinksProvider value={(slug) => (slug === 'webhooks' ? () => void opened.push(slug) : undefined)}>
      <GroupsDialogs state={{ ...state(), viewer }} actions={actions} t={t} />
    </PageLinksProvider>
  )
  const drawn = await renderUi(view())
  screen = drawn
  const draw = () => drawn.rerender(view())
  await draw()
  const checks = () => fake.inputsOf(guarantees.checkAccessChanges).map(({ body }) => body)
  return { ...mounted, draw, checks, opened, host: drawn.host, find: within(drawn.root) }
}

describe('a change of a group that pauses what members vouch for', () => {
  afterEach(async () => {
    await screen?.unmount()
    screen = undefined
  })

  it('is described where a group is deleted, by member, with five items and the number of the others', async () => {
    const { find, checks, opened, host } = await open({ kind: 'delete', group: night }, () => PAUSED)
    const dialog = within(find.getByRole('alertdialog'))
    dialog.getByText(PAUSED_TITLE)
    expect(dialog.getAllByText(/vouches for:/).map(({ firstChild }) => firstChild?.textContent)).to.deep.equal([
      'Gus Gray vouches for:',
      'Mel Ortiz vouches for:',
    ])
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).to.deep.equal([
      'SSO connection',
      ...[1, 2, 3].map((at) => `Notification channel: Event ${at}`),
      'Webhook: Orders',
    ])
    dialog.getByText('and 6 more')
    expect(checks()).to.deep.equal([{ changes: [{ kind: 'group', id: 'g1' }] }])
    dialog.getByRole('button', { name: 'Notification channel: Event 1' }).click()
    expect([opened, dialog.queryByRole('button', { name: 'SSO connection' })]).to.deep.equal([['webhooks'], null])
    await expectNoAxeViolations(host)
  })

  it('has no heading for items of unknown members alone, as for a caller who may not see members', async () => {
    const found = PAUSED.map((each) => ({ ...each, guarantor: null }))
    const { find } = await open({ kind: 'delete', group: night }, () => found)
    find.getByText(PAUSED_TITLE)
    expect([find.queryByText(/vouches for:|Other items:/), find.getAllByRole('listitem').length]).to.deep.equal([
      null,
      5,
    ])
    await screen?.unmount()
    const both = await open({ kind: 'delete', group: night }, () => [...PAUSED.slice(0, 1), ...found.slice(1)])
    expect(both.find.getAllByText(/:$/).map(({ firstChild }) => firstChild?.textContent)).to.deep.equal([
      'Gus Gray vouches for:',
      'Other items:',
    ])
  })

  it('needs no check where a group gives no one a role', async () => {
    for (const group of [
      { ...night, roles: [] },
      { ...night, userCount: 0 },
    ]) {
      const { checks, find } = await open({ kind: 'delete', group }, () => PAUSED)
      find.getByRole('button', { name: 'Delete Night shift' })
      expect(checks()).to.deep.equal([])
      await screen?.unmount()
    }
  })

  it('is looked for where the number of members isn’t known, as after a link to a group of another page', async () => {
    const { userCount: _, ...linked } = night
    const { checks, find } = await open({ kind: 'delete', group: linked }, () => PAUSED)
    find.getByText(PAUSED_TITLE)
    expect([checks().length, find.queryByText('This group has no members.')]).to.deep.equal([1, null])
    find.getByText(/^Its members lose the roles of this group/)
  })

  it('is deleted at once if nothing pauses, if an older backend has no check, or if it refuses the user', async () => {
    for (const reply of [() => [], missing, () => refused('Not allowed', 403)]) {
      const { find, state } = await open({ kind: 'delete', group: night }, reply)
      expect(find.queryByText(/pauses/)).to.equal(null)
      find.getByRole('button', { name: 'Delete Night shift' }).click()
      await waitFor(() => expect(state().dialog).to.equal(null))
      await screen?.unmount()
    }
  })

  const shown: GroupsDialog = { kind: 'members', group: night, isAdding: false }

  it('is asked about before a member is removed from a group', async () => {
    const { find, draw, checks, state, fake, host } = await open(shown, () => PAUSED)
    fake.respond(groups.removeUsers, () => ({}))
    const removed = () => fake.inputsOf(groups.removeUsers).length
    await waitFor(() => expect(state().users.phase).to.not.equal('loading'))
    await draw()
    for (const label of ['Cancel', 'Remove Mel Ortiz']) {
      within(find.getByRole('list')).getByRole('button', { name: 'Remove Mel Ortiz' }).click()
      await waitFor(() => expect(state().leaving).to.deep.include({ id: 'mel' }))
      await draw()
      const dialog = within(find.getByRole('alertdialog', { name: 'Remove Mel Ortiz from Night shift?' }))
      dialog.getByText(PAUSED_TITLE)
      await expectNoAxeViolations(host)
      dialog.getByRole('button', { name: label }).click()
      await waitFor(() => expect(state().leaving).to.equal(undefined))
      await draw()
    }
    await waitFor(() => expect(removed()).to.equal(1))
    const change = { kind: 'group', id: 'g1', leavingUserIds: ['mel'] }
    expect(checks()).to.deep.equal([{ changes: [change] }, { changes: [change] }])
  })

  it('isn’t asked about if the removal of a member pauses nothing, or the group has no roles', async () => {
    const { actions, checks, state, fake } = await open(shown, () => [])
    fake.respond(groups.removeUsers, () => ({}))
    await actions.askToRemove(night, mel)
    await actions.askToRemove({ ...night, roles: [] }, mel)
    expect([checks().length, fake.inputsOf(groups.removeUsers).length, state().leaving]).to.deep.equal([
      1,
      2,
      undefined,
    ])
  })

  it('is found for one member at a time, each of whom is removed once', async () => {
    const { reply, end } = heldCheck()
    const { actions, checks, draw, find, state, fake } = await open(shown, reply)
    fake.respond(groups.removeUsers, () => ({}))
    const gus = { ...mel, id: 'gus' }
    const removed = () => fake.inputsOf(groups.removeUsers).map(({ body }) => body)
    await waitFor(() => expect(state().users.phase).to.not.equal('loading'))
    await draw()
    const button = () => within(find.getByRole('list')).getByRole('button', { name: 'Remove Mel Ortiz' })
    for (const user of [mel, mel, gus]) void actions.askToRemove(night, user)
    await draw()
    expect([checks().length, button().getAttribute('aria-disabled')]).to.deep.equal([1, 'true'])
    end([])
    await settle()
    expect([removed(), state().list.rows[0]?.userCount, state().removing]).to.deep.equal([
      [{ userIds: ['mel'] }],
      1,
      [],
    ])
    const asked = actions.askToRemove(night, gus)
    await settle()
    end(PAUSED)
    await asked
    await actions.askToRemove(night, mel)
    expect([checks().length, state().leaving?.id]).to.deep.equal([2, 'gus'])
    // The confirmed removal runs.
    void actions.removeMember(night, gus)
    await actions.askToRemove(night, gus)
    await settle()
    expect([removed(), checks().length, state().list.rows[0]?.userCount]).to.deep.equal([
      [{ userIds: ['mel'] }, { userIds: ['gus'] }],
      2,
      0,
    ])
  })

  it('is described where a role is taken from a group, also from one of a directory', async () => {
    for (const group of [night, { ...night, managedBy: 'scim2' as const }]) {
      const { find, draw, checks, state, fake } = await open({ kind: 'edit', group }, () => PAUSED)
      fake.respond(groups.removeRoles, () => ({}))
      const removed = () => fake.inputsOf(groups.removeRoles).length
      const dialog = within(find.getByRole('dialog'))
      dialog.getByRole('button', { name: /Remove Admin/ }).click()
      await waitFor(() => expect(dialog.queryByRole('button', { name: /Remove Admin/ })).to.equal(null))
      dialog.getByRole('button', { name: 'Save' }).click()
      await waitFor(() => expect(state().accessCheck?.found).to.equal(PAUSED))
      await draw()
      dialog.getByText(PAUSED_TITLE)
      expect([checks(), removed()]).to.deep.equal([[{ changes: [{ kind: 'group', id: 'g1', roleIds: [] }] }], 0])
      dialog.getByRole('button', { name: 'Save anyway' }).click()
      await waitFor(() => expect([removed(), state().dialog]).to.deep.equal([1, null]))
      await screen?.unmount()
    }
  })

  it('is described where roles of groups are turned off', async () => {
    const { find, draw, checks, state, fake } = await open({ kind: 'settings' }, () => PAUSED)
    fake.respond(groups.updateConfiguration, () => ({ enabled: true, rolesEnabled: false }))
    const roles = () => find.getByRole<HTMLInputElement>('switch', { name: /Enable group roles/ })
    roles().click()
    await waitFor(() => expect(roles().checked).to.equal(false))
    find.getByRole('button', { name: 'Save' }).click()
    await waitFor(() => expect(state().accessCheck?.found).to.equal(PAUSED))
    await draw()
    find.getByText(PAUSED_TITLE)
    expect(checks()).to.deep.equal([{ changes: [{ kind: 'group-roles-off' }] }])
    find.getByRole('button', { name: 'Save anyway' }).click()
    await waitFor(() => expect(state().dialog).to.equal(null))
  })

  it('is checked where a group with members gets or loses roles, and nowhere else', () => {
    const change = { kind: 'group', id: 'g1' }
    expect(rolesChange(night, ['r1', 'r2'])).to.deep.equal([{ ...change, roleIds: ['r1', 'r2'] }])
    expect(rolesChange(night, ['r2'])).to.deep.equal([{ ...change, roleIds: ['r2'] }])
    expect(rolesChange({ ...night, roles: [] }, ['r1'])).to.deep.equal([{ ...change, roleIds: ['r1'] }])
    expect(rolesChange(night, ['r1'])).to.deep.equal([])
    expect(rolesChange({ ...night, userCount: 0 }, ['r2'])).to.deep.equal([])
    expect(rolesChange(undefined, ['r1'])).to.deep.equal([])
  })

  it('waits for the check, and deletes nothing after it has found something', async () => {
    const { reply, end } = heldCheck()
    const { find, draw, state } = await open({ kind: 'delete', group: night }, reply)
    find.getByRole('button', { name: 'Delete Night shift' }).click()
    await draw()
    end(PAUSED)
    await waitFor(() => expect(state().accessCheck?.found).to.equal(PAUSED))
    await draw()
    find.getByText(PAUSED_TITLE)
    expect(state().dialog?.kind).to.equal('delete')
    find.getByRole('button', { name: 'Delete Night shift' }).click()
    await waitFor(() => expect(state().dialog).to.equal(null))
  })

  it('can be checked again after a failure, which doesn’t keep the group from being deleted', async () => {
    let isDown = true
    const { find, draw, state, checks } = await open({ kind: 'delete', group: night }, () =>
      isDown ? refused('The server is busy', 503) : PAUSED,
    )
    find.getByText('We couldn’t check whether this limits or pauses connections, API tokens or notifications')
    isDown = false
    find.getByRole('button', { name: 'Try again' }).click()
    await waitFor(() => expect(state().accessCheck?.found).to.equal(PAUSED))
    await draw()
    find.getByText(PAUSED_TITLE)
    expect(checks().length).to.equal(2)
  })
})
