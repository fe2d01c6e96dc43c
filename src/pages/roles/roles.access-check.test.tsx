import { fireEvent, waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import { guarantees } from '../../contract/guarantees.ts'
import { permissions, roleList, roles } from '../../contract/roles.ts'
import type { Interruption } from '../../entities/guarantee.ts'
import { createTranslator } from '../../i18n/create-translator.ts'
import { PAUSED, PAUSED_TITLE } from '../../testing/access-check.ts'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { aPermission, aRole } from '../../testing/builders.ts'
import { settle } from '../../testing/clock.ts'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import { mountSlice } from '../../testing/slice.ts'
import { RolesDialogs } from './dialogs/roles-dialogs.tsx'
import { rolesPage } from './index.ts'
import { rolesSlice } from './roles.actions.ts'
import { PermissionMatrix } from './roles.matrix.tsx'
import { rolesMessages } from './roles.messages.ts'
import { changesTo, initialRoles, type ListedRole, type RolesDialog } from './roles.state.ts'

const t = createTranslator({ language: 'en' }).translatorFor(rolesMessages)
const boss: ListedRole = {
  ...aRole({ id: 'r2', name: 'Boss', key: 'boss', tenantId: 't', permissions: ['p1', 'p2'] }),
  userCount: 2,
}

const viewer = {
  id: 'ada',
  tenantId: 't',
  tenantName: 'Acme',
  keys: ['*'],
  may: { create: true, edit: true, remove: true, seeUsers: true },
}

let screen: RenderedUi | undefined

/** A check that runs until `end`, which finds nothing. */
const heldCheck = () => {
  let end = (_found: readonly Interruption[]): void => undefined
  return { reply: () => new Promise((resolve) => (end = resolve)), end: () => end([]) }
}

/** Opens a dialog of the page on its real actions. `draw` shows their current state. */
const open = async (dialog: RolesDialog, reply: () => unknown) => {
  const mounted = mountSlice(rolesSlice, initialRoles, { page: rolesPage })
  const { fake, actions, state } = mounted
  fake.respond(roleList.listRoles, () => ({ items: [boss], _metadata: { totalItems: 1, totalPages: 1 } }))
  fake.respond(roleList.roleImpact, () => ({ users: 2, changes: [] }))
  fake.respond(permissions.listPermissions, () => ['p1', 'p2'].map((id) => aPermission({ id, key: id, name: id })))
  fake.respond(permissions.listCategories, () => [])
  fake.respond(guarantees.checkAccessChanges, reply)
  await actions.open('')
  actions.openDialog(dialog)
  const view = () => <RolesDialogs state={{ ...state(), viewer }} actions={actions} t={t} />
  const drawn = await renderUi(view())
  screen = drawn
  const draw = () => drawn.rerender(view())
  await draw()
  const checks = () => fake.inputsOf(guarantees.checkAccessChanges).map(({ body }) => body)
  return { ...mounted, draw, checks, host: drawn.host, find: within(drawn.root) }
}

describe('a change of a role that pauses what members vouch for', () => {
  afterEach(async () => {
    await screen?.unmount()
    screen = undefined
  })

  it('is described where a role is deleted', async () => {
    const { find, checks, host, state } = await open({ kind: 'delete', role: boss }, () => PAUSED)
    const dialog = within(find.getByRole('alertdialog'))
    dialog.getByText(PAUSED_TITLE)
    expect(checks()).to.deep.equal([{ changes: [{ kind: 'role', id: 'r2' }] }])
    await expectNoAxeViolations(host)
    dialog.getByRole('button', { name: 'Delete Boss' }).click()
    await waitFor(() => expect(state().dialog).to.equal(null))
  })

  it('is described where permissions of a role change, and saved the second time', async () => {
    const { find, checks, draw, host, state, fake } = await open({ kind: 'edit', role: boss }, () => PAUSED)
    fake.respond(roles.attachPermissions, () => boss)
    const saved = () => fake.inputsOf(roles.attachPermissions).length
    const change = { kind: 'role', id: 'r2', permissionIds: ['p2'] }
    find.getByRole('checkbox', { name: /p1/ }).click()
    const save = await find.findByRole('button', { name: 'Save' })
    expect([checks(), find.queryByText(PAUSED_TITLE)]).to.deep.equal([[], null])
    save.click()
    await waitFor(() => expect(state().accessCheck?.found).to.equal(PAUSED))
    await draw()
    find.getByText(PAUSED_TITLE)
    await expectNoAxeViolations(host)
    expect([checks(), saved()]).to.deep.equal([[{ changes: [change] }], 0])
    find.getByRole('button', { name: 'Save anyway' }).click()
    await waitFor(() => expect([state().dialog, saved(), checks().length]).to.deep.equal([null, 1, 1]))
  })

  it('is saved at once if nothing pauses, and not checked if only the name changes', async () => {
    const { find, checks, state, fake, actions } = await open({ kind: 'edit', role: boss }, () => [])
    fake.respond(roles.attachPermissions, () => boss)
    find.getByRole('checkbox', { name: /p1/ }).click()
    ;(await find.findByRole('button', { name: 'Save' })).click()
    await waitFor(() => expect(state().dialog).to.equal(null))
    expect([checks().length, fake.inputsOf(roles.attachPermissions).length]).to.deep.equal([1, 1])
    expect(changesTo(boss, ['p2', 'p1'])).to.deep.equal([])
    actions.close()
  })

  it('is described where a role becomes a default role, and saved the second time', async () => {
    const { find, checks, draw, state, fake } = await open({ kind: 'edit', role: boss }, () => PAUSED)
    fake.respond(roles.updateRole, () => boss)
    find.getByRole('switch').click()
    ;(await find.findByRole('button', { name: 'Save' })).click()
    await waitFor(() => expect(state().accessCheck?.found).to.equal(PAUSED))
    await draw()
    find.getByText(PAUSED_TITLE)
    const change = { kind: 'role', id: 'r2', permissionIds: ['p1', 'p2'], isDefault: true }
    expect([checks(), fake.inputsOf(roles.updateRole).length]).to.deep.equal([[{ changes: [change] }], 0])
    find.getByRole('button', { name: 'Save anyway' }).click()
    await waitFor(() => expect(fake.inputsOf(roles.updateRole)[0]?.body).to.include({ isDefault: true }))
  })

  it('opens a role that the list would make a default role, and makes it one at once if nothing pauses', async () => {
    let found: readonly Interruption[] = PAUSED
    const { find, draw, state, fake, actions } = await open({ kind: 'delete', role: boss }, () => found)
    actions.closeDialog()
    fake.respond(roles.updateRole, () => boss)
    await actions.setDefault(boss, true)
    const dialog = { kind: 'edit', role: boss, isDefault: true }
    expect([fake.inputsOf(roles.updateRole), state().dialog]).to.deep.equal([[], dialog])
    await draw()
    expect(find.getByRole<HTMLInputElement>('switch').checked).to.equal(true)
    find.getByRole('button', { name: 'Save' })
    actions.closeDialog()
    found = []
    await actions.setDefault(boss, true)
    expect(fake.inputsOf(roles.updateRole).map(({ body }) => body)).to.deep.equal([{ isDefault: true }])
    expect([state().dialog, state().list.rows[0]?.isDefault]).to.deep.equal([null, true])
  })

  it('is described where several roles change in the matrix, by one check', async () => {
    const { actions, state, fake, checks } = await open({ kind: 'delete', role: boss }, () => PAUSED)
    actions.closeDialog()
    fake.respond(roles.attachPermissions, () => boss)
    actions.tick(boss, 'p1')
    actions.tick({ ...boss, id: 'r3' }, 'p2')
    await screen?.unmount()
    const view = () => <PermissionMatrix state={{ ...state(), viewer }} actions={actions} t={t} />
    const drawn = await renderUi(view())
    screen = drawn
    const find = within(drawn.root)
    find.getByRole('button', { name: 'Save changes' }).click()
    await waitFor(() => expect(state().accessCheck?.found).to.equal(PAUSED))
    await drawn.rerender(view())
    find.getByText(PAUSED_TITLE)
    expect(checks().at(-1)).to.deep.equal({
      changes: [
        { kind: 'role', id: 'r2', permissionIds: ['p2'] },
        { kind: 'role', id: 'r3', permissionIds: ['p1'] },
      ],
    })
    find.getByRole('button', { name: 'Save anyway' }).click()
    await waitFor(() => expect(fake.inputsOf(roles.attachPermissions).length).to.equal(2))
  })

  type Opened = Awaited<ReturnType<typeof open>>
  /** Each changes the form after its save was requested. */
  const changesMeanwhile: Record<string, (opened: Opened) => Promise<void>> = {
    'leaves the role': async ({ actions, draw }) => {
      actions.closeDialog()
      await draw()
    },
    'takes a change back and makes it again': async ({ find }) => {
      const box = () => find.getByRole<HTMLInputElement>('checkbox', { name: /p1/ })
      for (const isOn of [true, false]) {
        box().click()
        await waitFor(() => expect(box().checked).to.equal(isOn))
      }
    },
    'renames the role': async ({ find }) => {
      const name = () => find.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
      fireEvent.input(name(), { target: { value: 'Chief' } })
      await waitFor(() => expect(name().value).to.equal('Chief'))
    },
  }

  for (const [what, change] of Object.entries(changesMeanwhile))
    it(`isn’t saved if the user ${what} before the check ends`, async () => {
      const { reply, end } = heldCheck()
      const opened = await open({ kind: 'edit', role: boss }, reply)
      const { find, checks, draw, fake } = opened
      fake.respond(roles.attachPermissions, () => boss)
      find.getByRole('checkbox', { name: /p1/ }).click()
      ;(await find.findByRole('button', { name: 'Save' })).click()
      await waitFor(() => expect(checks().length).to.equal(1))
      await draw()
      expect(find.getByRole<HTMLButtonElement>('button', { name: 'Discard' }).disabled).to.equal(true)
      await change(opened)
      end()
      await settle()
      expect(fake.inputsOf(roles.attachPermissions)).to.deep.equal([])
    })

  it('isn’t saved in the matrix if its changes are discarded, or others added, before the check ends', async () => {
    const { reply, end } = heldCheck()
    const { actions, state, fake, checks } = await open({ kind: 'edit' }, reply)
    actions.closeDialog()
    fake.respond(roles.attachPermissions, () => boss)
    await screen?.unmount()
    const view = () => <PermissionMatrix state={{ ...state(), viewer }} actions={actions} t={t} />
    const drawn = await renderUi(view())
    screen = drawn
    const find = within(drawn.root)
    for (const change of [actions.discardMatrix, () => actions.tick(boss, 'p2')]) {
      actions.tick(boss, 'p1')
      await drawn.rerender(view())
      find.getByRole('button', { name: 'Save changes' }).click()
      await waitFor(() => expect(state().accessCheck?.found).to.equal(undefined))
      await drawn.rerender(view())
      expect(find.getByRole<HTMLButtonElement>('button', { name: 'Discard' }).disabled).to.equal(true)
      change()
      await drawn.rerender(view())
      end()
      await settle()
    }
    expect([checks().length, fake.inputsOf(roles.attachPermissions)]).to.deep.equal([2, []])
  })

  it('isn’t checked where a role without permissions is deleted', async () => {
    const { find, checks, state } = await open({ kind: 'delete', role: { ...boss, permissions: [] } }, () => PAUSED)
    find.getByRole('button', { name: 'Delete Boss' }).click()
    await waitFor(() => expect(state().dialog).to.equal(null))
    expect(checks()).to.deep.equal([])
  })
})
