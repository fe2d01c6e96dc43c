import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import { guarantees } from '../../contract/guarantees.ts'
import { permissions, roleList } from '../../contract/roles.ts'
import { createTranslator } from '../../i18n/create-translator.ts'
import { PAUSED, PAUSED_TITLE } from '../../testing/access-check.ts'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { aPermission, aRole } from '../../testing/builders.ts'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import { mountSlice } from '../../testing/slice.ts'
import { RolesDialogs } from './dialogs/roles-dialogs.tsx'
import { rolesPage } from './index.ts'
import { rolesSlice } from './roles.actions.ts'
import { rolesMessages } from './roles.messages.ts'
import { initialRoles, type ListedRole, type RolesDialog } from './roles.state.ts'

const t = createTranslator({ language: 'en' }).translatorFor(rolesMessages)
const boss: ListedRole = {
  ...aRole({ id: 'r2', name: 'Boss', key: 'boss', tenantId: 't', permissions: ['p1', 'p2'] }),
  userCount: 2,
}

let screen: RenderedUi | undefined

/** Opens a dialog of the page on its real actions. `draw` shows their current state. */
const open = async (dialog: RolesDialog, reply: () => unknown) => {
  const mounted = mountSlice(rolesSlice, initialRoles, { page: rolesPage })
  const { fake, actions, state } = mounted
  fake.respond(roleList.listRoles, () => ({ items: [boss], _metadata: { totalItems: 1, totalPages: 1 } }))
  fake.respond(roleList.roleImpact, () => ({ users: 2, changes: [] }))
  fake.respond(permissions.listPermissions, () => ['p1', 'p2'].map((id) => aPermission({ id, key: id, name: id })))
  fake.respond(permissions.listCategories, () => [])
  fake.respond(guarantees.checkAccessChange, reply)
  await actions.open('')
  actions.openDialog(dialog)
  const view = () => <RolesDialogs state={state()} actions={actions} t={t} />
  const drawn = await renderUi(view())
  screen = drawn
  const draw = () => drawn.rerender(view())
  await draw()
  const checks = () => fake.inputsOf(guarantees.checkAccessChange).map(({ body }) => body)
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
    expect(checks()).to.deep.equal([{ kind: 'role', id: 'r2' }])
    await expectNoAxeViolations(host)
    dialog.getByRole('button', { name: 'Delete Boss' }).click()
    await waitFor(() => expect(state().dialog).to.equal(null))
  })

  it('isn’t checked where a role without permissions is deleted', async () => {
    const { find, checks, state } = await open({ kind: 'delete', role: { ...boss, permissions: [] } }, () => PAUSED)
    find.getByRole('button', { name: 'Delete Boss' }).click()
    await waitFor(() => expect(state().dialog).to.equal(null))
    expect(checks()).to.deep.equal([])
  })
})
