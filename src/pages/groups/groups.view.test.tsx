import { within } from '@testing-library/dom'
import { expect } from 'chai'
import { createTranslator } from '../../i18n/create-translator.ts'
import { aRole } from '../../testing/builders.ts'
import { noActions, pageLooks } from '../../testing/page-looks.tsx'
import type { GroupsActions } from './groups.actions.ts'
import { groupsMessages } from './groups.messages.ts'
import { type GroupsState, initialGroups, type ListedGroup } from './groups.state.ts'
import { GroupsView } from './groups.view.tsx'

const t = createTranslator({ language: 'en' }).translatorFor(groupsMessages)
const viewer = {
  id: 'ada',
  tenantId: 't',
  tenantName: 'Acme',
  keys: ['fe.*'],
  may: { edit: true, remove: true, editRoles: true, addMembers: true, removeMembers: true, seeUsers: true },
}
const night: ListedGroup = {
  id: 'g1',
  name: 'Night shift',
  color: '#7c3aed',
  description: 'Works late',
  managedBy: 'frontegg',
  roles: [
    aRole({ id: 'r1', name: 'Auditor' }),
    aRole({ id: 'r2', name: 'Billing' }),
    aRole({ id: 'r3', name: 'More' }),
  ],
  userCount: 2,
  createdAt: '2026-01-01T00:00:00Z',
}
const scim: ListedGroup = { ...night, id: 'g2', name: 'Contractors', managedBy: 'scim2', roles: [] }
const users = {
  search: '',
  phase: 'ready' as const,
  users: [{ id: 'mel', name: 'Mel Ortiz', email: 'mel@acme.test', groups: [{ id: 'g1' }] }],
  total: 30,
}
const full: GroupsState = {
  ...initialGroups,
  viewer,
  config: { enabled: true, rolesEnabled: true },
  users,
  list: { ...initialGroups.list, phase: 'ready', rows: [night, scim], totalItems: 2 },
}
const listed = (patch: Partial<GroupsState['list']>): GroupsState => ({ ...full, list: { ...full.list, ...patch } })

const states: Record<string, GroupsState> = {
  'first load': { ...initialGroups, viewer },
  'full list': full,
  'groups turned off': { ...full, config: { enabled: false, rolesEnabled: true } },
  empty: listed({ rows: [], totalItems: 0 }),
  'failed load': listed({ rows: [], totalItems: 0, phase: 'failed', error: 'No connection' }),
  'failed reload': listed({ phase: 'failed', error: 'No connection' }),
  'create dialog': { ...full, dialog: { kind: 'edit' } },
  'group of the directory': { ...full, dialog: { kind: 'edit', group: scim } },
  members: { ...full, dialog: { kind: 'members', group: night, isAdding: false } },
  'adding members': { ...full, dialog: { kind: 'members', group: night, isAdding: true } },
  'delete dialog': { ...full, dialog: { kind: 'delete', group: night } },
  settings: { ...full, dialog: { kind: 'settings' } },
}

describe('how the groups page looks', () => {
  const { show, areAccessible } = pageLooks<GroupsState>((state) => (
    <GroupsView state={state} actions={noActions<GroupsActions>()} t={t} />
  ))

  areAccessible(states)

  it('has the button of the settings from the start, disabled until they are known', async () => {
    const button = async (state: GroupsState) =>
      within((await show(state)).root).queryByRole<HTMLButtonElement>('button', { name: 'Group settings' })?.disabled
    expect(await button({ ...initialGroups, viewer })).to.equal(true)
    expect(await button(full)).to.equal(false)
    expect(await button({ ...initialGroups, viewer, isConfigUnknown: true })).to.equal(undefined)
  })

  it('keeps the button that adds members in view while the list is longer than the screen', async () => {
    const many = Array.from({ length: 40 }, (_, at) => ({
      id: `u${at}`,
      name: `User ${at}`,
      email: `u${at}@acme.test`,
    }))
    const dialog = { kind: 'members' as const, group: night, isAdding: true }
    const { root } = await show({ ...full, users: { ...users, users: many }, dialog })
    const button = within(root).getByRole('button', { name: 'Add members' })
    expect(button.getBoundingClientRect().bottom).to.be.at.most(window.innerHeight)
  })

  for (const text of ['<img src=x onerror=alert(1)>', '"><script>alert(1)</script>', '{{constructor}}'])
    it(`shows ${text} as text, wherever it is shown`, async () => {
      const group = { ...night, name: text, description: text, color: text, roles: [aRole({ name: text })] }
      const user = { id: 'x', name: text, email: text, groups: [] }
      const hostile: GroupsState = {
        ...full,
        viewer: { ...viewer, tenantName: text },
        list: { ...full.list, rows: [group] },
        users: { ...users, users: [user] },
        dialog: { kind: 'members', group, isAdding: false },
      }
      const screen = await show(hostile)
      expect(screen.shadow.querySelector('img, script')).to.equal(null)
      expect(screen.root.textContent).to.include(text)
    })
})
