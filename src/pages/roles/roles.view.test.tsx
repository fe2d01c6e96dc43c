import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import { createTranslator } from '../../i18n/create-translator.ts'
import { aPermission, aRole } from '../../testing/builders.ts'
import { noActions, pageLooks } from '../../testing/page-looks.tsx'
import type { RolesActions } from './roles.actions.ts'
import { rolesMessages } from './roles.messages.ts'
import { initialRoles, type RolesState } from './roles.state.ts'
import { RolesView } from './roles.view.tsx'

const t = createTranslator({ language: 'en' }).translatorFor(rolesMessages)
const at = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' }
const viewer = {
  id: 'ada',
  tenantId: 't',
  tenantName: 'Acme',
  keys: ['fe.secure.*'],
  may: { create: true, edit: true, remove: true, seeUsers: true },
}
const permissions = [
  aPermission({ id: 'p1', key: 'fe.secure.read.users', name: 'View users', categoryId: 'c1' }),
  aPermission({ id: 'p2', key: 'fe.*', name: 'Everything', categoryId: 'c1' }),
]
const categories = [{ id: 'c1', name: 'Users', description: '', feCategory: true, permissionIds: ['p1', 'p2'], ...at }]
const agent = { ...aRole({ id: 'r1', name: 'Agent', tenantId: 't', permissions: ['p1'] }), userCount: 3 }
const admin = { ...aRole({ id: 'r2', name: 'Admin', tenantId: null, permissions: ['p2'] }), userCount: 1 }
const full: RolesState = {
  ...initialRoles,
  viewer,
  permissions,
  categories,
  list: { ...initialRoles.list, phase: 'ready', rows: [agent, admin], totalItems: 2 },
}
const listed = (patch: Partial<RolesState['list']>): RolesState => ({ ...full, list: { ...full.list, ...patch } })

const states: Record<string, RolesState> = {
  'first load': { ...initialRoles, viewer },
  'full list': full,
  empty: listed({ rows: [], totalItems: 0 }),
  'no match': listed({ rows: [], totalItems: 0, query: { ...full.list.query, search: 'zz' } }),
  'failed load': listed({ rows: [], totalItems: 0, phase: 'failed', error: 'No connection' }),
  matrix: { ...full, tab: 'matrix' },
  'matrix without a match': {
    ...listed({ rows: [], totalItems: 0, query: { ...full.list.query, search: 'zz' } }),
    tab: 'matrix',
  },
  'changed matrix': {
    ...full,
    tab: 'matrix',
    drafts: {
      r1: {
        role: agent,
        permissionIds: [],
        impact: { phase: 'ready', result: { users: 41, changes: [{ permissionId: 'p1', users: 41 }] } },
      },
    },
  },
  'create dialog': { ...full, dialog: { kind: 'edit' } },
  'edit dialog': { ...full, dialog: { kind: 'edit', role: agent } },
  'built-in role': { ...full, dialog: { kind: 'edit', role: admin } },
  'delete dialog': { ...full, dialog: { kind: 'delete', role: agent } },
  'members drawer': { ...full, dialog: { kind: 'members', role: agent }, members: { ...full.members, phase: 'ready' } },
}

describe('how the roles page looks', () => {
  const { show, areAccessible } = pageLooks<RolesState>((state) => (
    <RolesView state={state} actions={noActions<RolesActions>()} t={t} />
  ))

  areAccessible(states)

  it('shows that the list failed, even in place of the matrix', async () => {
    const failed = {
      ...listed({ rows: [], totalItems: 0, phase: 'failed', error: 'No connection' }),
      tab: 'matrix' as const,
    }
    const { root } = await show(failed)
    const find = within(root)
    find.getByText('We couldn’t load this list')
    find.getByText('No connection')
    find.getByRole('button', { name: 'Try again' })
  })

  it('disables permissions that the user does not have, unless the role has them already', async () => {
    const role = { ...agent, permissions: ['p2'] }
    const screen = await show({ ...full, dialog: { kind: 'edit', role } })
    const find = within(screen.root)
    expect(find.getByRole<HTMLInputElement>('checkbox', { name: /^Everything/ }).disabled).to.equal(false)
    const fresh = await show({ ...full, dialog: { kind: 'edit' } })
    expect(within(fresh.root).getByRole<HTMLInputElement>('checkbox', { name: /^Everything/ }).disabled).to.equal(true)
  })

  it('shows one role at a time on a phone, which the user selects above the matrix', async () => {
    const screen = await show({ ...full, tab: 'matrix' }, { scheme: 'light', width: '390px' })
    const find = within(screen.root)
    const columns = () => find.getAllByRole('columnheader').map(({ textContent }) => textContent)
    await waitFor(() => expect(columns()).to.deep.equal(['Permission', 'Agent']))
    const select = find.getByLabelText<HTMLSelectElement>('Role')
    select.value = 'r2'
    select.dispatchEvent(new Event('change', { bubbles: true }))
    await waitFor(() => expect(columns()).to.deep.equal(['Permission', 'Admin']))
  })

  for (const width of ['390px', '1280px'])
    it(`shows the keys of permissions in the matrix on request only, at ${width}`, async () => {
      const screen = await show({ ...full, tab: 'matrix' }, { scheme: 'light', width })
      const find = within(screen.root)
      expect(find.queryByText('fe.secure.read.users')).to.equal(null)
      find.getByRole('checkbox', { name: 'Show keys' }).click()
      await waitFor(() => expect(find.getByText('fe.secure.read.users').checkVisibility()).to.equal(true))
    })

  it('shows a role in place of the list, and Save only after a change', async () => {
    const screen = await show({ ...full, dialog: { kind: 'edit', role: agent } })
    const find = within(screen.root)
    const editor = find.getByRole('region', { name: 'Edit Agent' })
    expect(screen.root.querySelector('table')?.checkVisibility()).to.equal(false)
    expect(within(editor).queryByRole('button', { name: 'Save' })).to.equal(null)
    within(editor).getByRole('checkbox', { name: 'View users' }).click()
    await waitFor(() => expect(within(editor).getByRole('button', { name: 'Save' }).checkVisibility()).to.equal(true))
  })

  it('renders the search of permissions at the full width of a phone', async () => {
    const screen = await show({ ...full, dialog: { kind: 'edit', role: agent } }, { scheme: 'light', width: '390px' })
    const editor = within(screen.root).getByRole('region', { name: 'Edit Agent' })
    const search = editor.querySelector('search')?.getBoundingClientRect()
    expect(search?.width).to.equal(editor.querySelector('form')?.getBoundingClientRect().width)
  })

  it('shows the number of permissions below the matrix, and explains its symbols', async () => {
    const many = Array.from({ length: 30 }, (_, at) => aPermission({ id: `m${at}`, name: `Permission ${at}` }))
    const screen = await show({ ...full, permissions: many, tab: 'matrix' }, { scheme: 'light', width: '1280px' })
    const find = within(screen.root)
    expect(find.getByText('1–30 of 30').closest('nav')?.getAttribute('aria-label')).to.equal('Pages of permissions')
    expect(within(find.getByRole('list', { name: 'Legend' })).getByText('Not allowed')).to.not.equal(null)
  })

  it('fits seven roles into a desktop window without scrolling sideways', async () => {
    const rows = Array.from({ length: 7 }, (_, index) => ({ ...agent, id: `r${index}`, name: `Role ${index}` }))
    const seven = { ...listed({ rows, totalItems: 7 }), tab: 'matrix' as const }
    const screen = await show(seven, { scheme: 'light', width: '930px' })
    const matrix = screen.root.querySelector('.fe-matrix') as HTMLElement
    expect(matrix.scrollWidth).to.equal(matrix.clientWidth)
  })

  it('lists what a built-in role grants, including what a wildcard covers', async () => {
    const screen = await show({ ...full, dialog: { kind: 'edit', role: admin } })
    const granted = within(screen.root).getByRole('region', { name: 'Users' })
    const texts = within(granted)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(texts).to.deep.equal(['Everything', 'View usersAllowed by Everything'])
  })

  it('shows all members in the drawer, which scrolls as a whole', async () => {
    const users = Array.from({ length: 20 }, (_, index) => ({
      id: `u${index}`,
      name: `User ${index}`,
      email: `u${index}@acme.test`,
    }))
    const members = { ...full.members, phase: 'ready' as const, users, total: 20 }
    const screen = await show({ ...full, dialog: { kind: 'members', role: agent }, members })
    const list = screen.root.querySelector('.fe-user-list-rows') as HTMLElement
    expect(list.scrollHeight).to.equal(list.clientHeight)
    expect(list.children.length).to.equal(20)
  })

  const payloads = [
    '<img src=x onerror=alert(1)>',
    '"><script>alert(1)</script>',
    '{{constructor}}',
    'javascript:alert(1)',
  ]
  for (const text of payloads)
    it(`shows ${text} as text, wherever it is shown`, async () => {
      const role = { ...agent, name: text, key: text, description: text }
      const named = permissions.map((permission) => ({ ...permission, name: text, description: text }))
      const hostile: RolesState = {
        ...full,
        viewer: { ...viewer, tenantName: text },
        permissions: named,
        categories: categories.map((category) => ({ ...category, name: text })),
        list: { ...full.list, rows: [role] },
        dialog: { kind: 'edit', role },
        formError: text,
      }
      for (const state of [hostile, { ...hostile, tab: 'matrix' as const }]) {
        const screen = await show(state)
        expect(screen.shadow.querySelector('img, script')).to.equal(null)
        expect(screen.root.textContent).to.include(text)
      }
    })
})
