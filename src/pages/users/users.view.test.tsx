import { waitFor, within } from '@testing-library/dom'
import { expect } from 'chai'
import { nameOfUser } from '../../rules/user-name.ts'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { aRole, aUser } from '../../testing/builders.ts'
import type { UsersState } from './users.state.ts'
import { drawing, full, listed, mel, members, rowTexts, states, viewer } from './users.view.test-kit.tsx'

describe('how the users page looks', () => {
  const show = drawing()

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
    expect(ada).to.include('You').and.to.include('Active').and.to.include('+2')
    expect(ivo).to.include('ivo@acme.test').and.to.include('Invited').and.to.include('Never').and.to.include('No roles')
    expect(leo).to.include('Locked')
    expect(tim).to.include('Until Mar 1, 2030')
  })

  it('shows that there are more users than were counted', async () => {
    const screen = await show({ ...listed({ totalItems: 10_020 }), hasMore: true })
    expect(screen.root.querySelector('.fe-records-total')?.textContent).to.equal('10,000+ users')
  })

  it('shows when invited users were invited, not that they joined', async () => {
    const joinedOf = async (createdAt: string) => {
      const screen = await show(listed({ rows: [aUser({ id: 'ivo', activatedForTenant: false, createdAt })] }))
      return screen.root.querySelector('tbody [data-column="createdAt"]')?.textContent
    }
    const now = Date.now()
    expect(await joinedOf(new Date(now).toISOString())).to.include('Invited just now')
    expect(await joinedOf(new Date(now - 7_200_000).toISOString())).to.match(/Invited .*2 hours ago/)
  })

  it('fits a window of 1280 px, with every value in one line and all tools in one row', async () => {
    const rows = members.map((user) => ({
      ...user,
      secondFactor: 'app' as const,
      groups: [{ id: 'g1', name: 'Leeds office' }],
      roles: [aRole({ name: 'Team manager' }), aRole({ id: 'r2', name: 'Auditor' })],
    }))
    const screen = await show(listed({ rows }), { width: '928px' })
    const table = screen.root.querySelector('.fe-table-scroll')
    expect(table?.scrollWidth).to.equal(table?.clientWidth)
    const lines = [...screen.root.querySelectorAll('tbody [data-column="factor"] .fe-table-cell')]
    for (const line of lines) expect(line.getBoundingClientRect().height).to.be.lessThan(30)
    expect(screen.root.querySelector('.fe-records-tools')?.clientHeight).to.be.lessThan(50)
  })

  it('shows names and emails on one line in a window of 1280 px', async () => {
    const rows = members.map((user) => ({ ...user, groups: [{ id: 'g1', name: 'Leeds office' }] }))
    const screen = await show(listed({ rows }), { width: '928px' })
    for (const lines of screen.root.querySelectorAll('.fe-user-lines'))
      expect(lines.getBoundingClientRect().width).to.be.at.least(168)
  })

  it('shows only the email on the first line on a phone, and only an unusual status', async () => {
    const screen = await show(full, { width: '390px' })
    const statuses = [...screen.root.querySelectorAll<HTMLElement>('tbody [data-column="status"] .fe-badge')]
    const shown = statuses.filter(({ offsetHeight }) => offsetHeight > 0)
    expect(shown.map(({ textContent }) => textContent)).to.deep.equal(['Invited', 'Locked', 'Until Mar 1, 2030'])
    const tim = screen.find.getByText('Tim Ash').getBoundingClientRect()
    const until = shown.at(-1)?.getBoundingClientRect()
    expect([until?.left, (until?.top ?? 0) > tim.bottom]).to.deep.equal([tim.left, true])
  })

  it('reserves space for the figures until they are known, and not after a failure', async () => {
    const room = (screen: Awaited<ReturnType<typeof show>>) =>
      screen.root.querySelector<HTMLElement>('.fe-users-stats')?.offsetHeight
    const { figures: _, ...unknown } = full
    const list = { ...full.list, rows: [], totalItems: 0, phase: 'first' as const }
    const [known, pending] = [room(await show(full)), room(await show({ ...unknown, list }))]
    expect(pending).to.equal(known)
    expect(room(await show({ ...unknown, list: { ...list, phase: 'failed' } }))).to.equal(undefined)
    expect(room(await show({ ...unknown, list, missing: ['getMemberFigures'] }))).to.equal(undefined)
  })

  it('shifts no filter or column when the groups arrive, and disables the group filter if there are none', async () => {
    const look = async (state: UsersState) => {
      const screen = await show(state, { width: '1260px' })
      const placed = [...screen.root.querySelectorAll('.fe-records-filters > *, th')]
      const group = screen.find.queryByRole<HTMLButtonElement>('button', { name: 'Group' })
      return { places: placed.map((one) => [one.textContent, one.getBoundingClientRect().left]), group }
    }
    const none = { ...full, groups: [] }
    const pending = { ...none, extras: { ...full.extras, groups: undefined } }
    const [before, some, zero] = [await look(pending), await look(full), await look(none)]
    expect([before, some, zero].map(({ group }) => group?.disabled)).to.deep.equal([true, false, true])
    expect(some.places).to.deep.equal(before.places)
    expect(zero.places).to.deep.equal(before.places)

    const refused = { ...pending, viewer: { ...viewer, may: { ...viewer.may, seeGroups: false } } }
    const without = await look(refused)
    expect([without.group, without.places.filter(([text]) => text === 'Groups')]).to.deep.equal([null, []])
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

  it('lists what a user guarantees; by default a removal transfers connections and revokes tokens', async () => {
    const screen = await show(states['remove dialog of a guarantor'] as UsersState)
    const dialog = within(screen.find.getByRole('alertdialog'))
    dialog.getByText('Mel Ortiz vouches for:')
    dialog.getByText('SSO connection Okta')
    dialog.getByText('A directory')
    expect(screen.asked[0]).to.deep.equal(['loadGuaranteed', [[mel]]])
    const remove = dialog.getByRole('button', { name: 'Remove Mel Ortiz' })
    remove.click()
    expect(screen.asked.at(-1)).to.deep.equal(['succeedGuarantor', [[mel], ['sso-connection', 'directory']]])
    const others = dialog.getByRole<HTMLInputElement>('checkbox', { name: /^Vouch for the others myself/ })
    const tokens = dialog.getByRole<HTMLInputElement>('checkbox', {
      name: /^Keep the API token and vouch for it myself/,
    })
    expect([others.checked, tokens.checked]).to.deep.equal([true, false])
    dialog.getByText('It is revoked when Mel Ortiz is removed.')
    tokens.click()
    others.click()
    await dialog.findByText(/Until someone else confirms them, they can do only what Mel Ortiz may still do/)
    remove.click()
    expect(screen.asked.at(-1)).to.deep.equal(['succeedGuarantor', [[mel], ['api-token']]])
    tokens.click()
    await dialog.findByText('It is revoked when Mel Ortiz is removed.')
    remove.click()
    expect(screen.asked.at(-1)).to.deep.equal(['remove', [[mel]]])
    await expectNoAxeViolations(screen.host)
  })

  it('names sub-accounts left without an administrator and what the user guarantees in one dialog', async () => {
    const name = 'remove dialog of the last administrator of sub-accounts, who is a guarantor'
    const state = states[name] as UsersState
    const screen = await show(state)
    const dialog = within(screen.find.getByRole('alertdialog'))
    dialog.getByText('7 sub-accounts lose their last administrator')
    dialog.getByText('Northwind')
    dialog.getByText('6 more')
    dialog.getByText('Mel Ortiz vouches for:')
    expect(screen.asked.map(([asked]) => asked)).to.deep.equal(['loadGuaranteed', 'checkChanges'])
    dialog.getByRole('button', { name: 'Remove Mel Ortiz' }).click()
    expect(screen.asked.at(-1)).to.deep.equal(['succeedGuarantor', [[mel], ['sso-connection']]])
    await expectNoAxeViolations(screen.host)
  })

  it('waits for the check before it removes a user', async () => {
    const state = states['remove dialog'] as UsersState
    const screen = await show({ ...state, leftAlone: { key: '{"changes":[{"userId":"mel"}]}' } })
    screen.find.getByRole('button', { name: /Remove Mel Ortiz/ }).click()
    expect(screen.asked.map(([asked]) => asked)).to.deep.equal(['loadGuaranteed', 'checkChanges'])
  })

  it('removes no one until what they vouch for is known, and offers to try again if that fails', async () => {
    const many = members.slice(1, 4)
    const userIds = many.map(({ id }) => id).join(',')
    const state: UsersState = { ...full, dialog: { kind: 'remove', members: many }, guaranteed: { userIds } }
    const screen = await show(state)
    const asked = () => screen.asked.map(([name]) => name)
    screen.find.getByRole('button', { name: 'Remove 3 users' }).click()
    expect(asked()).to.deep.equal(['loadGuaranteed', 'checkChanges'])
    await screen.redraw({ ...state, guaranteed: { userIds, error: 'The server is busy' } })
    screen.find.getByText('We couldn’t check what these users vouch for')
    expect(asked()).to.deep.equal(['loadGuaranteed', 'checkChanges'])
    screen.find.getByRole('button', { name: 'Try again' }).click()
    expect(screen.asked.at(-1)).to.deep.equal(['loadGuaranteed', [many]])
    await expectNoAxeViolations(screen.host)
    screen.find.getByRole('button', { name: 'Remove 3 users' }).click()
    expect(screen.asked.at(-1)).to.deep.equal(['remove', [many]])
  })

  it('warns in the role dialog about the roles that are chosen there', async () => {
    const before = { ...mel, roles: [aRole({ id: 'r2', name: 'Billing' })] }
    const screen = await show({
      ...full,
      dialog: { kind: 'roles', members: [before] },
      leftAlone: { key: '{"changes":[{"userId":"mel","roleIds":[]}]}', effect: { count: 1, accounts: [] } },
    })
    const dialog = within(screen.find.getByRole('dialog'))
    expect(dialog.queryByText('1 sub-account loses its last administrator')).to.equal(null)
    dialog.getByRole('button', { name: /Remove Billing|Billing/ }).click()
    await dialog.findByText('1 sub-account loses its last administrator')
    dialog.getByRole('button', { name: 'Save anyway' }).click()
    await waitFor(() => expect(screen.asked.at(-1)?.[0]).to.equal('saveRoles'))
  })

  it('lists what each of several users vouches for, and takes over what the administrator keeps', async () => {
    const state = states['remove dialog of many with guarantors'] as UsersState
    const screen = await show(state)
    const dialog = within(screen.find.getByRole('alertdialog'))
    const [, first, second] = state.list.rows
    dialog.getByText('These users vouch for:')
    dialog.getByText(`Webhook Orders (${nameOfUser(first)})`)
    dialog.getByText(`API token Deployments (${nameOfUser(second)})`)
    dialog.getByText('It is revoked when the user who vouches for it is removed.')
    dialog.getByRole('button', { name: 'Remove 3 users' }).click()
    expect(screen.asked.at(-1)).to.deep.equal(['succeedGuarantor', [[first], ['webhook']]])
    await expectNoAxeViolations(screen.host)
  })

  it('hides actions that the user may not take or the backend lacks', async () => {
    const may = {
      invite: false,
      extend: false,
      editRoles: false,
      remove: false,
      resend: false,
      unlock: false,
      endSessions: false,
      seeActivity: false,
      link: false,
      seeGroups: false,
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

  it('offers to clear filters that match no users', async () => {
    const screen = await show(states['no match'] as UsersState)
    screen.find.getByRole('button', { name: 'Clear filters' }).click()
    expect(screen.asked.at(-1)?.[0]).to.equal('clearFilters')
  })

  it('names the network, not the roles, as the reason if the network is refused', async () => {
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

  it('shows the dialog that is open when it opens in place of another that loaded when it opened', async () => {
    const screen = await show(states['link dialog'] as UsersState)
    await screen.find.findByRole('dialog', { name: 'Invite link' })
    await screen.redraw({ ...full, dialog: { kind: 'settings' } })
    await screen.find.findByRole('dialog', { name: 'Invitation settings' })
    await screen.redraw(states['invite dialog'] as UsersState)
    await screen.find.findByRole('dialog', { name: 'Invite users' })
    expect(screen.root.querySelectorAll('dialog').length).to.equal(1)
  })

  it('shows names as text, whatever they contain', async () => {
    const name = '<img src=x onerror=alert(1)>'
    const screen = await show(listed({ rows: [aUser({ id: 'x', name })] }))
    expect(screen.root.querySelector('img')).to.equal(null)
    expect(rowTexts(screen)[0]).to.include(name)
  })

  it('renders only the visible rows of 10,000', async () => {
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
})
