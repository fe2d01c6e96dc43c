import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import { accountPaths, settings, subTenants } from '../../contract/accounts.ts'
import { lockoutGuard } from '../../contract/security.ts'
import { team, users } from '../../contract/users.ts'
import type { UserV3 } from '../../entities/auth.ts'
import { createTranslator } from '../../i18n/create-translator.ts'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { aUser } from '../../testing/builders.ts'
import { type RenderUiOptions, renderUi } from '../../testing/render.tsx'
import { mountSlice } from '../../testing/slice.ts'
import { accountsSlice } from './all-accounts.actions.ts'
import { accountsMessages } from './all-accounts.messages.ts'
import { type AccountsActions, type AccountsState, initialAccounts, type OpenAccount } from './all-accounts.state.ts'
import { AccountsDialogs } from './dialogs/accounts-dialogs.tsx'
import { allAccountsPage } from './index.ts'

const t = createTranslator({ language: 'en' }).translatorFor(accountsMessages)

const ivo = { ...aUser({ id: 'ivo', name: 'Ivo Dahl' }), subAccountAccessAllowed: true } as unknown as UserV3
const effect = { count: 7, accounts: [{ tenantId: 'oslo', name: 'Oslo' }] }
const ends = { changes: [{ userId: 'ivo', tenantId: 'north' }] }
const TITLE = '7 sub-accounts lose their last administrator'

const setUp = async (count: number) => {
  const mounted = mountSlice(accountsSlice, initialAccounts, { page: allAccountsPage })
  const { fake, actions } = mounted
  const none = { items: [], _metadata: { totalItems: 0, totalPages: 0 } }
  fake.respond(team.listAssignableRoles, () => ({ items: [] }))
  fake.respond(subTenants.searchSubTenants, () => none)
  fake.respond(subTenants.countUsers, () => [])
  fake.respond(subTenants.getHierarchyMetadata, () => [])
  fake.respond(subTenants.getParentTenants, () => [])
  fake.respond(subTenants.setSubAccountAccess, () => ({}))
  fake.respond(accountPaths.listPaths, () => [])
  fake.respond(settings.getAccountSettings, () => ({ name: 'North' }) as never)
  fake.respond(users.getUserJwtForTenant, () => ({ accessToken: 't' }) as never)
  fake.respond(users.listUsersV3, () => ({ items: [ivo], _metadata: { totalItems: 1 } }) as never)
  fake.respond(lockoutGuard.checkMemberChanges, () => ({ ...effect, count }))
  await actions.open('?account=north')
  return { ...mounted, saved: () => fake.inputsOf(subTenants.setSubAccountAccess).map(({ body }) => body) }
}

const north: OpenAccount = {
  id: 'north',
  phase: 'open',
  row: { id: 'north', name: 'North', isParent: true },
  parents: [],
  tab: 'users',
  users: { ...initialAccounts.allUsers, search: '', order: 'ASC', rows: [ivo] } as never,
  busy: [],
}

const dialogs = (state: Partial<AccountsState>, actions: Partial<AccountsActions> = {}) => {
  const noted = {
    closeDialog() {},
    findParents: async () => undefined,
    checkChanges: async () => undefined,
    ...actions,
  }
  return <AccountsDialogs state={{ ...initialAccounts, account: north, ...state }} actions={noted as never} t={t} />
}

const show = (state: Partial<AccountsState>, actions?: Partial<AccountsActions>, options?: RenderUiOptions) =>
  renderUi(dialogs(state, actions), options)

describe('a change that leaves sub-accounts without an administrator', () => {
  it('requires a confirmation before access to sub-accounts is switched off', async () => {
    const { actions, state, fake, saved } = await setUp(7)
    await actions.setAccess(ivo, false)
    expect(fake.inputsOf(lockoutGuard.checkMemberChanges).map(({ body }) => body)).to.deep.equal([ends])
    expect([state().dialog, saved(), state().account?.busy]).to.deep.equal([{ kind: 'end-access', user: ivo }, [], []])
    await actions.endAccess(ivo)
    expect([state().dialog, saved()]).to.deep.equal([null, [{ allowAccess: false }]])
  })

  it('requires no confirmation if every sub-account keeps one, or if access is switched on', async () => {
    const { actions, state, fake, saved } = await setUp(0)
    await actions.setAccess(ivo, false)
    await actions.setAccess(ivo, true)
    expect([state().dialog, saved()]).to.deep.equal([null, [{ allowAccess: false }, { allowAccess: true }]])
    expect(fake.inputsOf(lockoutGuard.checkMemberChanges).length).to.equal(1)
  })

  it('is described where access ends, and the button ends it', async () => {
    const asked: unknown[] = []
    const endAccess = async (user: UserV3) => void asked.push(user)
    const leftAlone = { key: JSON.stringify(ends), effect }
    const screen = await show(
      { dialog: { kind: 'end-access', user: ivo }, leftAlone },
      { endAccess },
      { width: '390px' },
    )
    const dialog = within(
      await within(screen.root as HTMLElement).findByRole('alertdialog', {
        name: 'End access of Ivo Dahl to sub-accounts?',
      }),
    )
    dialog.getByText(TITLE)
    dialog.getByText('6 more')
    dialog.getByRole('button', { name: 'End access' }).click()
    expect(asked).to.deep.equal([ivo])
    await expectNoAxeViolations(screen.host)
    await screen.unmount()
  })

  it('is described where a user is removed from a sub-account', async () => {
    const checked: unknown[] = []
    const checkChanges = async (body: unknown) => void checked.push(body)
    const leftAlone = { key: JSON.stringify(ends), effect }
    const screen = await show({ dialog: { kind: 'remove-user', user: ivo }, leftAlone }, { checkChanges })
    within(await within(screen.root as HTMLElement).findByRole('alertdialog')).getByText(TITLE)
    expect(checked).to.deep.equal([ends])
    await screen.unmount()
  })

  it('is described where an account moves, once the new parent is chosen', async () => {
    const oslo = { id: 'oslo', name: 'Oslo', isParent: false }
    const move = { tenantId: 'oslo', parentTenantId: 'south' }
    const checked: unknown[] = []
    const checkChanges = async (body: unknown) => void checked.push(body)
    const state = {
      dialog: { kind: 'move' as const, account: oslo },
      candidates: { phase: 'ready' as const, rows: [{ id: 'south', name: 'South', isParent: true }] },
      leftAlone: { key: JSON.stringify({ changes: [], move }), effect },
    }
    const screen = await show(state, { checkChanges })
    const dialog = within(await within(screen.root as HTMLElement).findByRole('dialog'))
    expect(dialog.queryByText(TITLE)).to.equal(null)
    dialog.getByRole('radio', { name: /South/ }).click()
    await dialog.findByText(TITLE)
    expect(checked).to.deep.equal([{ changes: [], move }])
    dialog.getByRole('button', { name: 'Save anyway' })
    await screen.unmount()
  })

  for (const [count, outcome] of [
    [0, 'is carried out when the check finds nothing'],
    [7, 'is dropped when the check finds such sub-accounts, which are then named'],
  ] as const)
    it(`is checked for while the button can be pressed, and the press ${outcome}`, async () => {
      const removed: unknown[] = []
      const removeUser = async (user: UserV3) => void removed.push(user)
      const key = JSON.stringify(ends)
      const dialog = { kind: 'remove-user' as const, user: ivo }
      const screen = await show({ dialog, leftAlone: { key } }, { removeUser })
      const shown = within(await within(screen.root as HTMLElement).findByRole('alertdialog'))
      const button = shown.getByRole('button', { name: 'Remove Ivo Dahl' })
      expect(button.dataset.busy).to.equal(undefined)
      button.click()
      await waitFor(() => expect(button.dataset.busy).to.equal('true'))
      expect(removed).to.deep.equal([])
      await screen.rerender(dialogs({ dialog, leftAlone: { key, effect: { ...effect, count } } }, { removeUser }))
      await waitFor(() => expect(button.dataset.busy).to.equal(undefined))
      expect(removed).to.deep.equal(count === 0 ? [ivo] : [])
      expect(shown.queryByText(TITLE) !== null).to.equal(count > 0)
      await screen.unmount()
    })
})
