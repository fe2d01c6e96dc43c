import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import { accountPaths, subTenants } from '../../contract/accounts.ts'
import { team, users } from '../../contract/users.ts'
import type { SubTenantUser } from '../../entities/tenants.ts'
import { createTranslator } from '../../i18n/create-translator.ts'
import { HttpError } from '../../kernel/errors.ts'
import { aPermission, aRole, aTenant, aUser } from '../../testing/builders.ts'
import { missing } from '../../testing/fake-send.ts'
import { pageLooks } from '../../testing/page-looks.tsx'
import { mountSlice } from '../../testing/slice.ts'
import { accountsSlice } from './all-accounts.actions.ts'
import { accountsMessages } from './all-accounts.messages.ts'
import { type AccountRow, type AccountsActions, type AccountsState, initialAccounts } from './all-accounts.state.ts'
import { AccountsView } from './all-accounts.view.tsx'
import { allAccountsPage } from './index.ts'

const t = createTranslator({ language: 'en' }).translatorFor(accountsMessages)

const membership = (tenantId: string, role?: string) => ({
  tenantId,
  roles: role ? [aRole({ id: role, name: role })] : [],
  permissions: [],
  activated: true,
  lastLogin: null,
})

const nia: SubTenantUser = {
  ...aUser({ id: 'nia', name: 'Nia Berg', email: 'nia@north.test' }),
  tenants: [membership('europe', 'Admin'), { ...membership('elsewhere'), activated: false }],
}

const hierarchy = {
  tenantId: 'root',
  tenantName: 'Rex',
  children: [
    {
      tenantId: 'north',
      tenantName: 'Northwind',
      children: [{ tenantId: 'europe', tenantName: 'Europe', children: [] }],
    },
  ],
}

const none = { items: [], _metadata: { totalItems: 0, totalPages: 0 } }

const setUp = (keys = ['fe.*']) => {
  const activeTenant = aTenant({ tenantId: 'root', name: 'Rex' })
  const user = aUser({ id: 'rex', permissions: keys.map((key) => aPermission({ key })) })
  const snapshot = {
    status: 'signed-in' as const,
    user: { ...user, accessToken: 't' },
    tenants: [activeTenant],
    activeTenant,
  }
  const never = async () => undefined
  const session = {
    accept: never,
    refresh: never,
    logout: never,
    switchTenant: never,
    replace: never,
    current: () => snapshot,
  }
  const mounted = mountSlice(accountsSlice, initialAccounts, { page: allAccountsPage, session })
  const { fake } = mounted
  fake.respond(team.listAssignableRoles, () => ({ items: [] }))
  fake.respond(subTenants.searchSubTenants, () => none)
  fake.respond(subTenants.countUsers, () => [])
  fake.respond(subTenants.getHierarchyMetadata, () => [])
  fake.respond(subTenants.getSubTenantTree, () => hierarchy)
  fake.respond(subTenants.listAllUsers, () => ({ items: [nia], _metadata: { totalItems: 41, totalPages: 3 } }))
  fake.respond(accountPaths.listPaths, () => [])
  return mounted
}

const placesIn = ({ allUsers }: AccountsState) =>
  allUsers.rows.map(({ user, accountId, account, roles }) => [
    user.id,
    account?.name ?? accountId,
    account?.path,
    roles,
  ])

describe('the users of all accounts', () => {
  it('are listed with the path of each of their accounts, which one call loads for all pages', async () => {
    const { actions, state, fake } = setUp()
    await actions.open('?view=users')
    expect(placesIn(state())).to.deep.equal([
      ['nia', 'Europe', 'Rex › Northwind', ['Admin']],
      ['nia', 'elsewhere', undefined, []],
    ])
    await actions.loadAllUsers(2)
    await actions.change({ search: 'nia ', order: 'DESC' })
    const query = { _limit: 20, _filter: '', _sortBy: 'name', _order: 'ASC' }
    expect(fake.inputsOf(subTenants.listAllUsers)).to.deep.equal([
      { query: { ...query, _offset: 0 } },
      { query: { ...query, _offset: 2 } },
      { query: { ...query, _offset: 0, _filter: 'nia', _order: 'DESC' } },
    ])
    expect(fake.inputsOf(subTenants.getSubTenantTree).length).to.equal(1)
    expect(fake.inputsOf(subTenants.searchSubTenants)).to.deep.equal([])
  })

  it('are replaced by the accounts if this backend can’t list them, and aren’t offered again', async () => {
    const { actions, state, fake } = setUp()
    fake.respond(subTenants.listAllUsers, missing)
    await actions.open('?view=users')
    expect(state().missing).to.deep.equal(['listAllUsers'])
    expect(fake.inputsOf(subTenants.searchSubTenants).length).to.equal(1)
  })

  it('are not requested for a user who may not read them', async () => {
    const { actions, fake } = setUp(['fe.account-hierarchy.*'])
    await actions.open('?view=users')
    expect(fake.inputsOf(subTenants.listAllUsers)).to.deep.equal([])
    expect(fake.inputsOf(subTenants.searchSubTenants).length).to.equal(1)
  })

  it('are shown by account ID where the hierarchy can’t be loaded, and a failure is retried', async () => {
    const { actions, state, fake } = setUp()
    fake.respond(subTenants.getSubTenantTree, missing)
    await actions.open('?view=users')
    expect(placesIn(state())[0]).to.deep.equal(['nia', 'europe', undefined, ['Admin']])
    fake.respond(subTenants.listAllUsers, () => {
      throw new HttpError('Down', 503)
    })
    await actions.loadAllUsers(1)
    expect(state().allUsers).to.deep.include({ phase: 'failed', error: 'Down', page: 1 })
  })
})

describe('the accounts that one can be moved to', () => {
  it('are neither itself nor any account below it', async () => {
    const { actions, state, fake } = setUp()
    const row = (tenantId: string) => ({ tenantId, name: tenantId, createdAt: '2026-01-01T00:00:00Z', metadata: {} })
    fake.respond(subTenants.searchSubTenants, () => ({
      items: [row('north'), row('europe'), row('asia')],
      _metadata: { totalItems: 3, totalPages: 1 },
    }))
    await actions.open('')
    const north: AccountRow = { id: 'north', name: 'Northwind', isParent: true }
    await actions.findParents('', north)
    expect(state().candidates.rows.map(({ id }) => id)).to.deep.equal(['root', 'asia'])
  })
})

const viewer = {
  id: 'rex',
  tenantId: 'root',
  tenantName: 'Rex',
  keys: ['fe.*'],
  may: { write: true, remove: true, access: true, addUsers: true, removeUsers: true, setRoles: true, seeUsers: true },
}

describe('the view of all users', () => {
  const called: [string, unknown[]][] = []
  const actions = new Proxy({} as AccountsActions, {
    get:
      (_, name) =>
      (...input: unknown[]) =>
        void called.push([String(name), input]),
  })
  beforeEach(() => called.splice(0))
  const { show, areAccessible } = pageLooks<AccountsState>((state) => (
    <AccountsView state={state} actions={actions} t={t} />
  ))
  const place = { name: 'Europe', path: 'Rex › Northwind', line: ['root', 'north', 'europe'] }
  const row = { id: 'nia europe', user: nia, accountId: 'europe', account: place, roles: ['Admin'], isInvited: false }
  const full: AccountsState = {
    ...initialAccounts,
    viewer,
    query: { ...initialAccounts.query, view: 'users' },
    allUsers: { phase: 'ready', page: 0, rows: [row, { ...row, id: 'b', isInvited: true }], total: 41 },
  }
  const having = (allUsers: Partial<AccountsState['allUsers']>, search = ''): AccountsState => ({
    ...full,
    query: { ...full.query, search },
    allUsers: { ...full.allUsers, rows: [], total: 0, ...allUsers },
  })

  areAccessible({
    'all users': full,
    'no users': having({}),
    'no match': having({}, 'zz'),
    'a failed load': having({ phase: 'failed', error: 'No connection' }),
  })

  it('opens a user in their account, and the account by its name', async () => {
    const { root } = await show(full)
    const screen = within(root)
    const [name] = await screen.findAllByRole('button', { name: 'Nia Berg' })
    name?.click()
    screen.getAllByRole('button', { name: 'Europe' })[0]?.click()
    expect(called).to.deep.equal([
      ['enterAccount', ['europe', 'users', 'nia@north.test']],
      ['enterAccount', ['europe']],
    ])
  })

  it('takes two lines for each user on a phone, with the account and who is only invited', async () => {
    const path = 'Rex › Northwind › Northwind Americas › Northwind Americas South'
    const user = {
      ...nia,
      name: 'Nia Andersson-Bergström',
      email: 'nia.with.a.long.email@northwind-americas-south.test',
    }
    const long = { ...row, user, account: { ...place, name: 'Northwind Americas South East', path } }
    const { root } = await show(having({ rows: [long, { ...long, id: 'b', isInvited: true }], total: 2 }), {
      width: '358px',
    })
    const rows = [...root.querySelectorAll<HTMLElement>('tbody tr')]
    for (const { offsetHeight } of rows) expect(offsetHeight).to.be.at.most(72)
    const [name, account] = within(rows[1] as HTMLElement).getAllByRole('button')
    expect((name?.offsetWidth ?? 0) > 24 && (account?.offsetWidth ?? 0) > 90).to.equal(true)
    const badge = within(rows[1] as HTMLElement).getByText('Invited')
    expect(badge.scrollWidth, 'whole').to.equal(badge.clientWidth)
  })

  it('drops the search when accounts are shown instead of users, and offers users only where they can be listed', async () => {
    const { root } = await show(having({}, 'nia'))
    await waitFor(() => within(root).getByText('No users match your search'))
    within(root).getByRole('button', { name: 'Tree' }).click()
    expect(called).to.deep.equal([['change', [{ view: 'tree', search: '' }]]])
    const without = await show({ ...full, missing: ['listAllUsers'] })
    expect(within(without.root).queryByRole('button', { name: 'All users' })).to.equal(null)
  })
})

describe('access to sub-accounts', () => {
  it('is sent in a way that arrives even if the page, which shows it already, is left at once', async () => {
    const { actions, fake } = setUp()
    fake.respond(users.getUserJwtForTenant, () => ({ accessToken: 'of the account' }))
    fake.respond(subTenants.setSubAccountAccess, () => undefined)
    await actions.setAccess(nia, false)
    const [sent] = fake.calls.filter(({ endpoint }) => endpoint === subTenants.setSubAccountAccess)
    expect([sent?.path, sent?.body]).to.deep.equal([{ userId: 'nia' }, { allowAccess: false }])
    expect(sent?.keepalive).to.equal(true)
  })
})
