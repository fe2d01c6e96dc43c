import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import type { Member } from '../../contract/additions/members.ts'
import { createTranslator } from '../../i18n/create-translator.ts'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { aRole, aUser } from '../../testing/builders.ts'
import { type RenderedUi, type RenderUiOptions, renderUi } from '../../testing/render.tsx'
import { usersMessages } from './users.messages.ts'
import type { UsersActions } from './users.slice.ts'
import { EMPTY_DRAFT, initialUsers, type UsersState } from './users.state.ts'
import { UsersView } from './users.view.tsx'

const t = createTranslator({ language: 'en' }).translatorFor(usersMessages)

const viewer = {
  id: 'ada',
  tenantId: 'tenant-1',
  keys: ['fe.*'],
  tenantName: 'Acme',
  may: {
    invite: true,
    editRoles: true,
    remove: true,
    resend: true,
    unlock: true,
    endSessions: true,
    seeActivity: true,
    link: true,
    editGroups: true,
    seeSubAccounts: false,
    addToAccounts: false,
  },
}
const roles = [aRole(), aRole({ id: 'r2', name: 'Billing' }), aRole({ id: 'r3', name: 'Auditor' })]
const members: Member[] = [
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
const full: UsersState = {
  ...initialUsers,
  viewer,
  list: { ...initialUsers.list, phase: 'ready', rows: members, totalItems: 48 },
  roles: roles.map((role) => ({ ...role, description: role.description ?? '' })),
  extras: { temporary: true, link: true, groups: true },
  groups: [{ id: 'g1', name: 'Finance', color: '#16a34a', managedBy: 'frontegg' }],
  figures,
}
const listed = (patch: Partial<UsersState['list']>): UsersState => ({ ...full, list: { ...full.list, ...patch } })
const mel = members[1] as Member
const link = { id: 'l', vendorId: 'v', tenantId: 't', token: 'tok', expires: '2030-01-01T00:00:00Z' }
const linkReady = { phase: 'ready', busy: false, allowed: true, emailsEnabled: true, link } as const

const security = {
  devices: [{ id: 'd1', kind: 'app' as const, name: '', createdAt: '2026-01-01T00:00:00Z', lastUsedAt: null }],
  sessions: [{ id: 's1', userAgent: '', ipAddress: '192.0.2.7', createdAt: '2026-01-01T00:00:00Z' }],
  isManagedHere: true,
}

const states: Record<string, UsersState> = {
  'first load': { ...initialUsers, viewer },
  'full list': full,
  reload: listed({ phase: 'reloading' }),
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
  'remove dialog for many': { ...full, dialog: { kind: 'remove', members: members.slice(1) } },
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

const quietActions = (): { actions: UsersActions; asked: [string, unknown[]][] } => {
  const asked: [string, unknown[]][] = []
  const made = new Map<string, (...input: unknown[]) => void>()
  const actions = new Proxy({} as UsersActions, {
    get(_, name: string) {
      const known = made.get(name) ?? ((...input: unknown[]) => void asked.push([name, input]))
      made.set(name, known)
      return known
    },
  })
  return { actions, asked }
}

const draw = async (state: UsersState, options?: RenderUiOptions) => {
  const { actions, asked } = quietActions()
  const screen = await renderUi(<UsersView state={state} actions={actions} t={t} />, options)
  if (state.dialog) await waitFor(() => expect(screen.root.querySelector('dialog')).to.not.equal(null))
  return { ...screen, asked, find: within(screen.root) }
}

const rowTexts = ({ root }: Pick<RenderedUi, 'root'>) =>
  [...root.querySelectorAll('tbody tr')].map((row) => row.textContent?.replace(/\s+/g, ' ') ?? '')

describe('how the users page looks', () => {
  let drawn: RenderedUi | undefined
  afterEach(async () => {
    await drawn?.unmount()
    drawn = undefined
  })
  const show = async (state: UsersState, options?: RenderUiOptions) => {
    const shown = await draw(state, options)
    drawn = shown
    return shown
  }

  for (const [name, state] of Object.entries(states))
    for (const scheme of ['light', 'dark'] as const)
      for (const width of ['390px', '1280px'])
        it(`is accessible: ${name}, ${scheme}, ${width}`, async () => {
          const screen = await show(state, { scheme, width })
          await expectNoAxeViolations(screen.host)
        })

  it('shows the status of each user', async () => {
    const screen = await show(full)
    const [ada = '', , ivo = '', leo = '', tim = ''] = rowTexts(screen)
    expect(ada).to.include('You').and.to.include('Active').and.to.include('+1')
    expect(ivo).to.include('ivo@acme.test').and.to.include('Invited').and.to.include('Never').and.to.include('No roles')
    expect(leo).to.include('Locked')
    expect(tim).to.include('Until Mar 1, 2030')
  })

  it('shows when the invite link ends, and emails it as often as the button is pressed', async () => {
    const screen = await show(states['link dialog'] as UsersState)
    expect(screen.root.textContent).to.match(/Expires \w+ \d+, \d{4}/)
    const email = screen.find.getByRole('button', { name: 'Email it to me' })
    email.click()
    email.click()
    expect(screen.asked.filter(([name]) => name === 'emailLink')).to.have.length(2)
    expect(screen.find.getByRole('button', { name: 'Copy link' }).className).to.contain('fe-button-primary')
  })

  it('keeps name and phone in place, disabled, while several users are invited', async () => {
    const screen = await show(states['running invitation'] as UsersState)
    const name = screen.find.getByRole<HTMLInputElement>('textbox', { name: /^Name/ })
    expect(name.disabled).to.equal(true)
  })

  it('names the user, the account and other memberships before a removal', async () => {
    const screen = await show(states['remove dialog'] as UsersState)
    screen.find.getByText('Mel Ortiz loses access to Acme immediately, and stays a member of 1 other account.')
    screen.find.getByRole('button', { name: 'Remove Mel Ortiz' }).click()
    expect(screen.asked.at(-1)).to.deep.equal(['remove', [[mel]]])
  })

  it('hides what the user may not do and the backend does not know', async () => {
    const may = {
      invite: false,
      editRoles: false,
      remove: false,
      resend: false,
      unlock: false,
      endSessions: false,
      seeActivity: false,
      link: false,
      editGroups: false,
      seeSubAccounts: false,
      addToAccounts: false,
    }
    const extras = { temporary: false, link: false, groups: false }
    const screen = await show({ ...full, viewer: { ...viewer, may }, extras, missing: ['listMembers'] })
    const names = screen.find.getAllByRole('button').map((button) => button.textContent ?? '')
    expect(names.filter((name) => /Invite|Role|Status|Two-factor/.test(name))).to.deep.equal([])
    screen.find.getByRole('button', { name: 'More actions for Mel Ortiz' }).click()
    const items = await screen.find.findAllByRole('menuitem')
    expect(items.map((item) => item.textContent)).to.deep.equal(['View details'])
  })

  it('offers to clear filters that match no one', async () => {
    const screen = await show(states['no match'] as UsersState)
    screen.find.getByRole('button', { name: 'Clear filters' }).click()
    expect(screen.asked.at(-1)?.[0]).to.equal('clearFilters')
  })

  it('names the network, not the roles, where the network is refused', async () => {
    const screen = await show(states['a list refused to a network'] as UsersState)
    screen.find.getByText('You can’t access this list from your network')
    screen.find.getByRole('button', { name: 'Try again' }).click()
    expect(screen.asked.at(-1)?.[0]).to.equal('reload')
  })

  it('offers a retry with the reason of a failed load', async () => {
    const screen = await show(states['failed load'] as UsersState)
    screen.find.getByText('No connection')
    screen.find.getByRole('button', { name: 'Try again' }).click()
    expect(screen.asked.at(-1)?.[0]).to.equal('reload')
  })

  it('shows names as text, whatever they contain', async () => {
    const name = '<img src=x onerror=alert(1)>'
    const screen = await show(listed({ rows: [aUser({ id: 'x', name })] }))
    expect(screen.root.querySelector('img')).to.equal(null)
    expect(rowTexts(screen)[0]).to.include(name)
  })

  it('draws only the rows in view of 10,000', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      aUser({ id: `u${index}`, name: `User ${index}`, email: `p${index}@acme.test` }),
    )
    const screen = await show(listed({ rows: many, totalItems: many.length }))
    const scroller = screen.root.querySelector('.fe-table-scroll') as HTMLElement
    await within(screen.root).findByText('User 0')
    for (let step = 1; step <= 10; step += 1) {
      scroller.scrollTop = step * 4800
      await new Promise(requestAnimationFrame)
    }
    expect(screen.root.querySelectorAll('tbody tr').length).to.be.below(200)
  })

  it('opens the details by a click on the name or anywhere in the row beside its controls', async () => {
    const screen = await show(full)
    screen.find.getByRole('button', { name: 'Mel Ortiz' }).click()
    expect(screen.asked).to.deep.equal([['openDialog', [{ kind: 'details', userId: 'mel', tenantId: mel.tenantId }]]])
    const row = screen.find.getByRole('button', { name: 'Leo Brandt' }).closest('tr')
    row?.querySelector<HTMLElement>('td[data-column="factor"]')?.click()
    expect(screen.asked.at(-1)).to.deep.equal([
      'openDialog',
      [{ kind: 'details', userId: 'leo', tenantId: mel.tenantId }],
    ])
    const before = screen.asked.length
    row?.querySelector<HTMLElement>('input[type="checkbox"]')?.click()
    expect(screen.asked.slice(before).map(([name]) => name)).to.deep.equal(['select'])
  })

  it('edits roles and groups in the details, and keeps a choice until it is saved or discarded', async () => {
    const screen = await show(states['details with security'] as UsersState)
    const drawer = within(screen.root.querySelector('dialog') as HTMLElement)
    expect(screen.asked[0]).to.deep.equal(['loadDetails', [mel]])
    const field = await drawer.findByRole('combobox', { name: 'Groups' })
    await waitFor(() => expect(field.getAttribute('aria-busy')).to.equal(null))
    expect(drawer.queryByRole('button', { name: 'Save: Groups' })).to.equal(null)
    field.click()
    ;(await within(screen.root).findByRole('option', { name: /Finance/ })).click()
    ;(await drawer.findByRole('button', { name: 'Save: Groups' })).click()
    expect(screen.asked.at(-1)).to.deep.equal(['saveGroupsHere', [mel, ['g1']]])
    drawer.getByRole('button', { name: 'Discard: Groups' }).click()
    await waitFor(() => expect(drawer.queryByRole('button', { name: 'Save: Groups' })).to.equal(null))
  })

  it('resets second factors after a confirmation, ends sessions and retries what failed, from the details', async () => {
    const screen = await show(states['details with security'] as UsersState)
    const drawer = within(screen.root.querySelector('dialog') as HTMLElement)
    drawer.getByText('Authenticator app')
    drawer.getByText(/192\.0\.2\.7/)
    drawer.getByRole('button', { name: 'Sign out everywhere' }).click()
    expect(screen.asked.at(-1)).to.deep.equal(['endSessions', [mel]])
    drawer.getByRole('button', { name: 'Try again' }).click()
    expect(screen.asked.at(-1)).to.deep.equal(['loadActivity', [mel]])
    drawer.getByRole('button', { name: 'Reset' }).click()
    ;(await screen.find.findByRole('button', { name: 'Reset two-factor authentication' })).click()
    expect(screen.asked.at(-1)).to.deep.equal(['resetMfa', [mel]])
    drawer.getByRole('button', { name: 'Remove' })
  })

  it('shows a user in two lines on a phone, with the filters behind one button', async () => {
    const screen = await show(full, { width: '390px' })
    const rows = [...screen.root.querySelectorAll<HTMLElement>('tbody tr')]
    expect(Math.max(...rows.map((row) => row.offsetHeight))).to.be.at.most(72)
    const widthOf = (part: string) => screen.root.querySelector<HTMLElement>(`.fe-records-${part}`)?.offsetWidth
    expect(widthOf('search')).to.equal(widthOf('tools'))
    const filters = () => screen.root.querySelector<HTMLElement>('.fe-records-filters')?.offsetHeight
    expect(filters()).to.equal(0)
    screen.find.getByRole('button', { name: 'Filters' }).click()
    await waitFor(() => expect(filters()).to.be.above(0))
  })

  it('offers no reset for a user of several accounts', async () => {
    const screen = await show(states['details of a user of several accounts'] as UsersState)
    const drawer = within(screen.root.querySelector('dialog') as HTMLElement)
    drawer.getByText(/also belongs to other accounts/)
    expect(drawer.queryByRole('button', { name: 'Reset' })).to.equal(null)
  })

  it('filters the list by a figure, and shows all when it is pressed again', async () => {
    const screen = await show(full)
    screen.find.getByRole('button', { name: '1 pending invitation' }).click()
    expect(screen.asked.at(-1)?.[1][0]).to.include({ status: 'invited', search: '' })
    screen.find.getByRole('button', { name: '2 administrators' }).click()
    expect(screen.asked.at(-1)?.[1][0]).to.include({ role: 'r1', status: undefined })
    await screen.unmount()
    const chosen = await show(listed({ query: { ...full.list.query, status: 'invited' } }))
    const figure = chosen.find.getByRole('button', { name: '1 pending invitation' })
    expect(figure.getAttribute('aria-pressed')).to.equal('true')
    figure.click()
    expect(chosen.asked.at(-1)?.[1][0]).to.include({ status: undefined })
  })

  it('counts without users whose removal can still be undone', async () => {
    const screen = await show(listed({ leaving: ['ivo'] }))
    screen.find.getByRole('button', { name: '0 pending invitations' })
  })

  it('selects all users who match, not only those of the page', async () => {
    const ids = members.map(({ id }) => id)
    const screen = await show(listed({ selected: ids }))
    screen.find.getByRole('button', { name: 'Select all 48 matching' }).click()
    expect(screen.asked.at(-1)).to.deep.equal(['selectAll', []])
    await screen.unmount()
    const everyone = Array.from({ length: 48 }, (_, at) => members[at] ?? aUser({ id: `u${at}` }))
    const all = await show({ ...listed({ selected: ids }), everyone })
    all.find.getByRole('region', { name: '48 selected' })
    all.find.getByRole('button', { name: 'Edit roles' }).click()
    expect(all.asked.at(-1)?.[1][0]).to.deep.equal({ kind: 'roles', members: everyone })
  })

  it('says how many users a change of roles affects, and asks before it clears all', async () => {
    const screen = await show(states['roles of several users'] as UsersState)
    screen.find.getByText('Changes 0 of 3 users.')
    screen.find.getByRole('radio', { name: 'Replace all roles' }).click()
    await screen.find.findByText('Changes 2 of 3 users.')
    screen.find.getByRole('button', { name: 'Save' }).click()
    await screen.find.findByText(/This removes all roles of 2 users/)
    expect(screen.asked).to.deep.equal([])
    screen.find.getByRole('button', { name: 'Remove all roles' }).click()
    await waitFor(() => expect(screen.asked.at(-1)?.[0]).to.equal('changeRoles'))
    expect(screen.asked.at(-1)?.[1][1]).to.deep.equal({ mode: 'replace', roleIds: [] })
  })

  it('clears the selection with Escape, before anything around the list closes', async () => {
    const screen = await show(listed({ selected: ['mel'] }))
    const pressed = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true, composed: true })
    screen.find.getByRole('button', { name: 'Mel Ortiz' }).dispatchEvent(pressed)
    expect(pressed.defaultPrevented).to.equal(true)
    expect(screen.asked.at(-1)).to.deep.equal(['select', [new Set()]])
  })

  it('lets a user of a sub-account be edited and removed where the viewer may', async () => {
    const nia = aUser({ id: 'nia', name: 'Nia North', tenantId: 'north' })
    const may = { ...viewer.may, addToAccounts: true }
    const accounts = { north: 'Northwind', south: 'Southwind' }
    const screen = await show({ ...listed({ rows: [nia] }), viewer: { ...viewer, may }, accounts })
    screen.find.getByRole('button', { name: 'More actions for Nia North' }).click()
    const items = await screen.find.findAllByRole('menuitem')
    expect(items.map((item) => item.textContent)).to.deep.equal([
      'View details',
      'Edit roles',
      'Add to accounts',
      'Remove',
    ])
  })
})
