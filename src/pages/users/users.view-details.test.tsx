import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import { createTranslator } from '../../i18n/create-translator.ts'
import { PAUSED, PAUSED_TITLE } from '../../testing/access-check.ts'
import { aRole, aUser } from '../../testing/builders.ts'
import { renderUi } from '../../testing/render.tsx'
import { importMessages } from './dialogs/import.messages.ts'
import { ImportRows } from './dialogs/import-dialog.tsx'
import { EMPTY_DRAFT, type UsersState } from './users.state.ts'
import { drawing, full, listed, mel, members, states, viewer } from './users.view.test-kit.tsx'

describe('how the users page reacts', () => {
  const show = drawing()

  it('opens the details by a click on the name or anywhere in the row outside its controls', async () => {
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
    await waitFor(() => expect(screen.asked[0]).to.deep.equal(['loadDetails', [mel]]))
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

  it('names in the details what a user vouches for before roles are taken, with a successor', async () => {
    const state = states['details with security'] as UsersState
    const user = { ...mel, roles: [aRole({ id: 'r2', name: 'Billing' })] }
    const guaranteed = {
      userIds: 'mel',
      items: [{ kind: 'webhook' as const, id: 'w1', name: 'Orders', userId: 'mel' }],
    }
    const screen = await show({ ...state, list: { ...state.list, rows: [user] }, guaranteed })
    const drawer = within(screen.root.querySelector('dialog') as HTMLElement)
    expect(drawer.queryByText('Webhook Orders')).to.equal(null)
    ;(await drawer.findByRole('button', { name: /Remove Billing|Billing/ })).click()
    ;(await drawer.findByRole('checkbox', { name: /Vouch for these myself/ })).click()
    drawer.getByText('Webhook Orders')
    await drawer.findByText('They can then do as much as your own permissions allow.')
    drawer.getByRole('button', { name: 'Save: Roles' }).click()
    expect(screen.asked.at(-1)).to.deep.equal(['succeedGuarantor', [[user], ['webhook']]])
  })

  const changes = [{ kind: 'group', id: 'g1', leavingUserIds: ['mel'] }]
  const inFinance = { ...mel, groups: [{ id: 'g1', name: 'Finance' }] }
  const paused = { key: JSON.stringify(changes), found: PAUSED }

  it('names what pauses before a user leaves a group in the details', async () => {
    const start = states['details with security'] as UsersState
    const state = { ...start, list: { ...start.list, rows: [inFinance] } }
    const screen = await show(state)
    const drawer = within(screen.root.querySelector('dialog') as HTMLElement)
    ;(await drawer.findByRole('button', { name: /Remove Finance/ })).click()
    ;(await drawer.findByRole('button', { name: 'Save: Groups' })).click()
    expect(screen.asked.at(-1)).to.deep.equal(['checkAccessChanges', [changes]])
    await screen.redraw({ ...state, accessCheck: paused })
    drawer.getByText(PAUSED_TITLE)
    drawer.getByRole('button', { name: 'Save anyway: Groups' }).click()
    expect(screen.asked.at(-1)).to.deep.equal(['saveGroupsHere', [inFinance, []]])
  })

  it('locks the groups in the details while their change is checked', async () => {
    const start = states['details with security'] as UsersState
    const state = { ...start, list: { ...start.list, rows: [inFinance] } }
    const screen = await show({ ...state, accessCheck: { key: paused.key } })
    const drawer = within(screen.root.querySelector('dialog') as HTMLElement)
    const groups = () => drawer.getByRole<HTMLInputElement>('combobox', { name: 'Groups' })
    expect(groups().disabled).to.equal(false)
    drawer.getByRole('button', { name: /Remove Finance/ }).click()
    const discard = await drawer.findByRole<HTMLButtonElement>('button', { name: 'Discard: Groups' })
    expect([discard.disabled, groups().disabled]).to.deep.equal([true, true])
  })

  it('names what pauses before a user leaves a group in the dialog of groups', async () => {
    const state: UsersState = { ...full, dialog: { kind: 'groups', member: inFinance } }
    const screen = await show(state)
    const dialog = within(screen.root.querySelector('dialog') as HTMLElement)
    const chip = () => dialog.queryByRole('button', { name: /Remove Finance/ })
    chip()?.click()
    await waitFor(() => expect(chip()).to.equal(null))
    dialog.getByRole('button', { name: 'Save' }).click()
    expect(screen.asked.at(-1)).to.deep.equal(['checkAccessChanges', [changes]])
    await screen.redraw({ ...state, accessCheck: paused })
    dialog.getByText(PAUSED_TITLE)
    dialog.getByRole('button', { name: 'Save anyway' }).click()
    expect(screen.asked.at(-1)).to.deep.equal(['saveGroups', [inFinance, []]])
  })

  it('warns in the details before a saved choice leaves sub-accounts without an administrator', async () => {
    const state = states['details with security'] as UsersState
    const user = { ...mel, roles: [aRole({ id: 'r2', name: 'Billing' })] }
    const leftAlone = {
      key: '{"changes":[{"userId":"mel","roleIds":[]}]}',
      effect: { count: 1, accounts: [{ tenantId: 'north', name: 'Northwind' }] },
    }
    const screen = await show({ ...state, list: { ...state.list, rows: [user] }, leftAlone })
    const drawer = within(screen.root.querySelector('dialog') as HTMLElement)
    expect(drawer.queryByText('1 sub-account loses its last administrator')).to.equal(null)
    ;(await drawer.findByRole('button', { name: /Remove Billing|Billing/ })).click()
    await drawer.findByText('1 sub-account loses its last administrator')
    expect(screen.asked.slice(-2)).to.deep.equal([
      ['checkChanges', [{ changes: [{ userId: 'mel', roleIds: [] }] }]],
      ['loadGuaranteed', [[user]]],
    ])
    drawer.getByRole('button', { name: 'Save anyway: Roles' }).click()
    expect(screen.asked.at(-1)).to.deep.equal(['saveRolesHere', [user, []]])
  })

  it('repeats roles, groups and second factors in the facts only for a viewer who cannot edit them above', async () => {
    const facts = (screen: Awaited<ReturnType<typeof show>>) =>
      [...screen.root.querySelectorAll('dialog dt')].map(({ textContent }) => textContent)
    const state = states['details with security'] as UsersState
    const user = { ...mel, groups: [{ id: 'g1', name: 'Finance' }] }
    const editor = { ...state, list: { ...state.list, rows: [user] } }
    expect(facts(await show(editor)))
      .to.not.include.members(['Roles'])
      .and.to.not.include('Two-factor')
    const may = { ...viewer.may, editRoles: false, editGroups: false }
    const reader: UsersState = {
      ...editor,
      viewer: { ...viewer, may },
      details: { userId: 'mel', security: { phase: 'hidden' }, activity: { phase: 'hidden' } },
    }
    expect(facts(await show(reader))).to.include.members(['Roles', 'Groups', 'Two-factor'])
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
    // A status with a date is shown below the email.
    const [dated, others] = [rows.filter((row) => row.matches(':has([data-status="temporary"])')), rows.slice(0, -1)]
    expect(Math.max(...others.map((row) => row.offsetHeight))).to.be.at.most(72)
    expect(dated.map((row) => row.offsetHeight < 96)).to.deep.equal([true])
    const widthOf = (part: string) => screen.root.querySelector<HTMLElement>(`.fe-records-${part}`)?.offsetWidth
    expect(widthOf('search')).to.equal(widthOf('tools'))
    const filters = () => screen.root.querySelector<HTMLElement>('.fe-records-filters')?.offsetHeight
    expect(filters()).to.equal(0)
    screen.find.getByRole('button', { name: 'Filters' }).click()
    await waitFor(() => expect(filters()).to.be.above(0))
  })

  it('repeats neither the name of an event nor the user in the facts below it', async () => {
    const state = states['details with security'] as UsersState
    const time = '2026-01-01T00:00:00Z'
    const where = { ip: '192.0.2.9', tenantId: 't', vendorId: 'v', resource: 'users', severity: 'Info', json: [] }
    const event = { _id: 'a1', createdAt: time, updatedAt: time, time, email: '', user: '', ...where }
    const activity = {
      phase: 'ready' as const,
      value: [
        { ...event, action: 'User signed in', description: `User signed in: ${mel.name}` },
        { ...event, _id: 'a2', action: 'Role created', description: 'Role created: Night auditor' },
      ],
    }
    const screen = await show({ ...state, details: { userId: 'mel', security: { phase: 'hidden' }, activity } })
    const facts = [...screen.root.querySelectorAll('dialog .fe-card-row-facts')].map(({ textContent }) => textContent)
    expect(facts[0]).to.not.include(mel.name)
    expect(facts[1]).to.match(/^Night auditor · /)
  })

  it('wraps a long email in the details only between its parts', async () => {
    const user = { ...mel, email: 'melissa.ortiz@northwind.test' }
    const dialog = { kind: 'details', userId: 'mel' } as const
    const screen = await show({ ...listed({ rows: [user] }), dialog })
    const email = screen.root.querySelector('dialog .fe-users-id') as HTMLElement
    email.style.maxWidth = '120px' // the width that remains on a phone
    const lines = (of: Node) => {
      const range = document.createRange()
      range.selectNodeContents(of)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    }
    const words = [...email.childNodes].filter((node) => node instanceof Text)
    expect(words.map(({ data }) => data)).to.deep.equal(['melissa', '.ortiz', '@northwind', '.test'])
    expect(words.map(lines)).to.deep.equal([1, 1, 1, 1])
    expect(lines(email)).to.be.above(1)
  })

  it('shows the domain of an email in its script, as name and as a fact', async () => {
    const user = { ...mel, name: '', email: 'mel@xn--bcher-kva.test' }
    const dialog = { kind: 'details', userId: 'mel' } as const
    const screen = await show({ ...listed({ rows: [user] }), dialog })
    const drawer = screen.root.querySelector('dialog') as HTMLElement
    await waitFor(() => {
      expect(drawer.querySelector('h2')?.textContent).to.contain('mel@bücher.test')
      expect(drawer.querySelector('.fe-users-id')?.textContent).to.equal('mel@bücher.test')
    })
  })

  it('shows the domains of typed emails, and of those in a file, in their scripts', async () => {
    const email = 'mel@xn--bcher-kva.test'
    const dialog = { kind: 'invite', draft: { ...EMPTY_DRAFT, emails: [email] }, failures: [] } as const
    const { root } = await show({ ...full, dialog })
    await waitFor(() => expect(root.querySelector('.fe-users-chip')?.textContent).to.equal('mel@bücher.test'))
    const words = createTranslator({ language: 'en' }).translatorFor(importMessages)
    const row = { line: 2, cells: [email], email, name: '', phone: '', roleIds: [] }
    const rows = await renderUi(<ImportRows rows={[row]} words={words} />)
    await waitFor(() => expect(rows.root.querySelectorAll('tbody td')[1]?.textContent).to.equal('mel@bücher.test'))
    await rows.unmount()
  })

  it('opens forms over the details, and returns to the button that opened them', async () => {
    const may = { ...viewer.may, addToAccounts: true }
    const dialog = { kind: 'details', userId: 'tim' } as const
    const screen = await show({ ...full, viewer: { ...viewer, may }, accounts: { north: 'Northwind' }, dialog })
    const drawer = within(screen.root.querySelector('dialog') as HTMLElement)
    for (const [label, title] of [
      ['Extend access', /Extend access/],
      ['Add to accounts', /Add Tim Ash/],
      ['Remove', /Remove Tim Ash/],
    ] as const) {
      const button = await drawer.findByRole('button', { name: label })
      button.focus()
      button.click()
      const form = await drawer.findByRole(label === 'Remove' ? 'alertdialog' : 'dialog', { name: title })
      within(form).getByRole('button', { name: 'Cancel' }).click()
      await waitFor(() => expect(form.isConnected).to.equal(false))
      expect((button.getRootNode() as ShadowRoot).activeElement === button, label).to.equal(true)
    }
    drawer.getByRole('button', { name: 'Remove' }).click()
    const form = within(await drawer.findByRole('alertdialog', { name: /Remove Tim Ash/ }))
    form.getByRole('button', { name: /^Remove/ }).click()
    expect(screen.asked.at(-1)).to.deep.equal(['remove', [[members[4]]]])
    expect(screen.asked.map(([name]) => name)).to.not.include.members(['openDialog', 'closeDialog'])
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

  it('shows how many it can select if more users match', async () => {
    const screen = await show(listed({ selected: members.map(({ id }) => id), totalItems: 12_000 }))
    screen.find.getByRole('button', { name: 'Select the first 5,000 users' })
  })

  it('shows how many users a change of roles affects, and asks before it clears all', async () => {
    const screen = await show(states['roles of several users'] as UsersState)
    screen.find.getByText('Changes 0 of 3 users.')
    screen.find.getByRole('radio', { name: 'Replace all roles' }).click()
    await screen.find.findByText('Changes 2 of 3 users.')
    screen.find.getByRole('button', { name: 'Save' }).click()
    await screen.find.findByText(/This removes all roles of 2 users/)
    expect(
      screen.asked.map(([name]) => name),
      'nothing is changed yet',
    ).to.deep.equal(['loadGuaranteed', 'checkChanges'])
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

  it('offers to edit and remove a user of a sub-account if the viewer has permission', async () => {
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
