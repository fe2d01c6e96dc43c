import { allByRole } from '../../testing/by-role.ts'
import { dialogWalks } from './dialogs.test-kit.ts'
import { until } from './until.test-kit.ts'

const ADA = 'ada@acme.test'
const MEL = 'mel@acme.test'

describe('what a list or a place without a page shows is accessible', () => {
  const { open, backstage } = dialogWalks()

  it('the list of users: chosen, without a match, and failed', async function () {
    this.timeout(60_000)
    const { portal, inspector, look } = await open('users?search=ada', ADA)
    await portal.find('row', ADA)
    await portal.click('checkbox', 'Select all rows')
    await look('users selection')
    await portal.click('checkbox', 'Select all rows')
    await portal.fill('Search users', 'unknown user')
    await portal.text('No users match your search')
    await look('users, no match')
    backstage().intercept(() => Promise.reject(new TypeError('Failed to fetch')))
    await portal.fill('Search users', 'ada')
    await portal.find('button', 'Try again')
    await look('users, list failed')
    inspector.end()
  })

  it('the menu of a row, and what is wrong with an invitation', async function () {
    this.timeout(60_000)
    const { portal, inspector, look } = await open(`users?search=${MEL}`, ADA)
    await portal.click('button', 'More actions for Mel Okonkwo')
    await portal.find('menuitem', 'Remove')
    await look('users row menu')
    await portal.click('menuitem', 'Remove')
    await portal.leave(await portal.dialog(/^Remove/))
    await portal.click('button', 'Invite users')
    const dialog = await portal.dialog('Invite users')
    await portal.fill(/^Email addresses/, 'wrong, ', dialog)
    await portal.click('button', /^Send/, dialog)
    await until('the error', () => dialog.querySelector('.fe-field-error, [role="alert"]')?.textContent)
    await look('users invite, wrong email')
    inspector.end()
  })

  it('a page that the user may not see, one that does not exist, and none after signing out', async function () {
    this.timeout(60_000)
    const { portal, inspector, look } = await open('users', MEL)
    await portal.find('heading', 'You don’t have access to this page')
    await look('no permission')
    portal.go('nowhere')
    await portal.find('heading', 'Page not found')
    await look('unknown page')
    await until('the button', () => allByRole(portal.shadow, 'button', 'Sign out')[0])
    await portal.click('button', 'Sign out')
    await portal.find('heading', 'Sign in to continue')
    await look('signed out')
    inspector.end()
  })
})
