import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import type { Member } from '../../contract/users.ts'
import { createTranslator } from '../../i18n/create-translator.ts'
import { aRole, aUser } from '../../testing/builders.ts'
import { type RenderedUi, type RenderUiOptions, renderUi } from '../../testing/render.tsx'
import { mountSlice } from '../../testing/slice.ts'
import { usersSlice } from './users.actions.ts'
import { usersMessages } from './users.messages.ts'
import { EMPTY_DRAFT, initialUsers, type UsersActions, type UsersState } from './users.state.ts'
import { UsersView } from './users.view.tsx'

const t = createTranslator({ language: 'en' }).translatorFor(usersMessages)

export const viewer = {
  id: 'ada',
  tenantId: 'tenant-1',
  keys: ['fe.*'],
  tenantName: 'Acme',
  may: {
    invite: true,
    extend: true,
    editRoles: true,
    remove: true,
    resend: true,
    unlock: true,
    endSessions: true,
    seeActivity: true,
    link: true,
    seeGroups: true,
    editGroups: true,
    seeSubAccounts: false,
    addToAccounts: false,
  },
}
const roles = [aRole(), aRole({ id: 'r2', name: 'Billing' }), aRole({ id: 'r3', name: 'Auditor' })]
export const members: Member[] = [
  aUser({ id: 'ada', name: 'Ada Byron', email: 'ada@acme.test', roles }),
  aUser({ id: 'mel', name: 'Mel Ortiz', email: 'mel@acme.test', tenantIds: ['tenant-1', 'globex'] }),
  aUser({ id: 'ivo', name: '', email: 'ivo@acme.test', activatedForTenant: false, lastLogin: null, roles: [] }),
  aUser({ id: 'leo', name: 'Leo Brandt', email: 'leo@acme.test', isLocked: true }),
  aUser({ id: 'tim', name: 'Tim Ash', email: 'tim@acme.test', temporaryExpirationDate: '2030-03-01T00:00:00Z' }),
]
const figures = {
  pendingInvitations: 1,
  withoutSecondFactor: 7,
  administrators: 2,
  administratorRoleIds: ['r1'],
  joinedThisWeek: 3,
  weekBegan: '2026-01-01T00:00:00Z',
}
export const full: UsersState = {
  ...initialUsers,
  viewer,
  list: { ...initialUsers.list, phase: 'ready', rows: members, totalItems: 48 },
  roles: roles.map((role) => ({ ...role, description: role.description ?? '' })),
  extras: { temporary: true, link: true, groups: true },
  groups: [{ id: 'g1', name: 'Finance', color: '#16a34a', managedBy: 'frontegg' }],
  figures,
}
export const listed = (patch: Partial<UsersState['list']>): UsersState => ({
  ...full,
  list: { ...full.list, ...patch },
})
export const mel = members[1] as Member
const link = { id: 'l', vendorId: 'v', tenantId: 't', token: 'tok', expires: '2030-01-01T00:00:00Z' }
const linkReady = { phase: 'ready', busy: false, allowed: true, emailsEnabled: true, link } as const

const security = {
  devices: [{ id: 'd1', kind: 'app' as const, name: '', createdAt: '2026-01-01T00:00:00Z', lastUsedAt: null }],
  sessions: [{ id: 's1', userAgent: '', ipAddress: '192.0.2.7', createdAt: '2026-01-01T00:00:00Z' }],
  isManagedHere: true,
}

export const states: Record<string, UsersState> = {
  'first load': { ...initialUsers, viewer },
  'full list': full,
  reload: listed({ phase: 'reloading' }),
  'more users than were counted': { ...listed({ totalItems: 10_020 }), hasMore: true },
  'empty list': listed({ rows: [], totalItems: 0 }),
  'no match': listed({ rows: [], totalItems: 0, query: { ...full.list.query, search: 'zz' } }),
  'failed load': listed({ rows: [], totalItems: 0, phase: 'failed', error: 'No connection' }),
  'a list the user may not see': listed({ rows: [], totalItems: 0, phase: 'failed', error: 'No', refused: 'user' }),
  'a list refused to a network': listed({ phase: 'failed', rows: [], totalItems: 0, error: 'No', refused: 'network' }),
  selection: listed({ selected: ['mel', 'ivo'] }),
  'invite dialog': {
    ...full,
    dialog: {
      kind: 'invite',
      draft: { ...EMPTY_DRAFT, emails: ['a@x.test', 'broken'] },
      failures: [{ label: 'b@x.test', reason: 'Exists already' }],
    },
  },
  'running invitation': {
    ...full,
    dialog: { kind: 'invite', draft: { ...EMPTY_DRAFT, emails: ['a@x.test', 'b@x.test'] }, failures: [] },
    job: { kind: 'invite', done: 1, total: 2, phase: 'running', failures: [] },
  },
  'role dialog': { ...full, dialog: { kind: 'roles', members: [mel] } },
  'remove dialog': { ...full, dialog: { kind: 'remove', members: [mel] } },
  'remove dialog of a guarantor': {
    ...full,
    dialog: { kind: 'remove', members: [mel] },
    guaranteed: {
      userIds: 'mel',
      items: [
        { kind: 'sso-connection', id: 'c1', name: 'Okta', userId: 'mel' },
        { kind: 'directory', id: 'd1', name: '', userId: 'mel' },
        { kind: 'api-token', id: 't1', name: 'Deployments', userId: 'mel' },
      ],
    },
  },
  'remove dialog of the last administrator of sub-accounts, who is a guarantor': {
    ...full,
    dialog: { kind: 'remove', members: [mel] },
    guaranteed: { userIds: 'mel', items: [{ kind: 'sso-connection', id: 'c1', name: 'Okta', userId: 'mel' }] },
    leftAlone: {
      key: '{"changes":[{"userId":"mel"}]}',
      effect: { count: 7, accounts: [{ tenantId: 'north', name: 'Northwind' }] },
    },
  },
  'remove dialog for many': { ...full, dialog: { kind: 'remove', members: members.slice(1) } },
  'remove dialog of many with guarantors': {
    ...full,
    dialog: { kind: 'remove', members: members.slice(1, 4) },
    guaranteed: {
      userIds: members
        .slice(1, 4)
        .map(({ id }) => id)
        .join(','),
      items: [
        { kind: 'webhook', id: 'w1', name: 'Orders', userId: members[1]?.id ?? '' },
        { kind: 'api-token', id: 't1', name: 'Deployments', userId: members[2]?.id ?? '' },
      ],
    },
  },
  'roles of several users': { ...full, dialog: { kind: 'roles', members: members.slice(0, 3) } },
  'add to groups dialog': { ...full, dialog: { kind: 'addToGroups', members: members.slice(0, 2) } },
  'add to accounts dialog': { ...full, accounts: { north: 'Northwind' }, dialog: { kind: 'accounts', member: mel } },
  'extend dialog': { ...full, dialog: { kind: 'extend', member: members[4] as Member } },
  'link dialog': { ...full, dialog: { kind: 'link' }, link: { ...linkReady } },
  'link dialog without a link': { ...full, dialog: { kind: 'link' }, link: { ...linkReady, link: undefined } },
  details: { ...full, dialog: { kind: 'details', userId: 'mel' } },
  'details with security': {
    ...full,
    dialog: { kind: 'details', userId: 'mel' },
    details: {
      userId: 'mel',
      security: { phase: 'ready', value: security },
      activity: { phase: 'failed', error: 'No connection' },
    },
  },
  'details of a user of several accounts': {
    ...full,
    dialog: { kind: 'details', userId: 'mel' },
    details: {
      userId: 'mel',
      security: { phase: 'ready', value: { devices: [], sessions: [], isManagedHere: false } },
      activity: { phase: 'ready', value: [] },
    },
  },
  'groups dialog': { ...full, dialog: { kind: 'groups', member: { ...mel, groups: [{ id: 'g1', name: 'Finance' }] } } },
  'import dialog': { ...full, dialog: { kind: 'import' } },
}

/** Returns a plain object with the names of the page's own actions, because views may copy it. */
const quietActions = (): { actions: UsersActions; asked: [string, unknown[]][] } => {
  const asked: [string, unknown[]][] = []
  const names = Object.keys(mountSlice(usersSlice, initialUsers).actions)
  const actions = Object.fromEntries(
    names.map((name) => [name, (...input: unknown[]) => void asked.push([name, input])]),
  ) as unknown as UsersActions // it has the same names, and views ignore return values
  return { actions, asked }
}

const draw = async (state: UsersState, options?: RenderUiOptions) => {
  const { actions, asked } = quietActions()
  const screen = await renderUi(<UsersView state={state} actions={actions} t={t} />, options)
  if (state.dialog) await waitFor(() => expect(screen.root.querySelector('dialog')).to.not.equal(null))
  const redraw = (next: UsersState) => screen.rerender(<UsersView state={next} actions={actions} t={t} />)
  return { ...screen, asked, find: within(screen.root), redraw }
}

/** Renders states in the tests of a suite, and unmounts the result after each test. */
export const drawing = () => {
  let drawn: RenderedUi | undefined
  afterEach(async () => {
    await drawn?.unmount()
    drawn = undefined
  })
  return async (state: UsersState, options?: RenderUiOptions) => {
    const shown = await draw(state, options)
    drawn = shown
    return shown
  }
}

export const rowTexts = ({ root }: Pick<RenderedUi, 'root'>) =>
  [...root.querySelectorAll('tbody tr')].map((row) => row.textContent?.replace(/\s+/g, ' ') ?? '')
