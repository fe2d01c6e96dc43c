import { dialogWalks } from './dialogs.test-kit.ts'

const DAY_MS = 86_400_000

describe('what protects the account is accessible', () => {
  const { open, backstage } = dialogWalks()

  const withWeakUsers = async () => {
    const { newUser, tenant } = await backstage().ownAccount('Look')
    const weak = { isBreachedPassword: true, lastLogin: Date.now() - 100 * DAY_MS }
    for (const name of ['Weak One', 'Weak Two']) {
      const { id } = await backstage().recruit('mel@acme.test', name)
      await backstage().store.members.update({ userId: id }, { tenantId: tenant.id, ...weak })
    }
    return newUser
  }

  it('the security center and its dialogs', async function () {
    this.timeout(60_000)
    const { portal, inspector, look, lookAt } = await open('security', (await withWeakUsers()).email)
    await portal.find('row', 'Weak One')
    await look('security center')
    await portal.click('button', 'Send reset emails')
    await lookAt('security center send', 'Send 2 users a reset email?')
    await portal.click('tab', /^Without a second factor/)
    await portal.settled()
    await portal.rowAction('Weak One', 'Require a second factor')
    await lookAt('security center require', 'Require a second factor for 1 user?')
    await portal.click('tab', /^Inactive/)
    await portal.settled()
    await portal.rowAction('Weak Two', 'Remove')
    await lookAt('security center remove', /^Remove .+ from/)
    inspector.end()
  })

  it('the policies of the account and their dialogs', async function () {
    this.timeout(60_000)
    const { newUser } = await backstage().ownAccount('Look')
    // The other user would be signed out by a limit of one session.
    await backstage().as(newUser.email)
    const { portal, inspector, look, lookAt } = await open('security?tab=general', newUser.email)
    await portal.find('radio', 'Optional')
    await look('security general')
    await portal.check('radio', 'Required for everyone')
    await portal.check('switch', 'User lockout')
    await portal.fill(/^Failed attempts before lockout/, '1')
    await portal.click('button', 'Save changes')
    await portal.text(/^Enter a whole number from/)
    await look('security general, changed')
    await portal.click('button', 'Discard')
    await portal.click('tab', 'Session management')
    await portal.find('switch', 'Idle session timeout')
    await look('security sessions')
    for (const name of ['Idle session timeout', 'Sign-in frequency', 'Concurrent sessions'])
      await portal.check('switch', name)
    await portal.fill(/^Maximum sessions per user/, '1')
    await look('security sessions, changed')
    await portal.click('button', 'Save changes')
    await lookAt('security guard', 'Save this change?')
    inspector.end()
  })

  it('the restrictions of IP addresses and email domains and their dialogs', async function () {
    this.timeout(60_000)
    const { newUser } = await backstage().ownAccount('Look')
    const { portal, inspector, look, lookAt, lookAtActions } = await open('security?tab=ip', newUser.email)
    await portal.click('button', 'Add IP address')
    await lookAt('security add', 'Add to the allow list')
    await portal.click('button', 'Paste a list')
    await lookAt('security paste', 'Paste a list')
    await portal.click('button', 'Add IP address')
    // The IP address of the preview is 203.0.113.9, so another one locks it out.
    const form = await portal.dialog('Add to the allow list')
    await portal.fill('IP address or range', '198.51.100.7', form)
    await portal.click('button', 'Add', form)
    await portal.find('row', '198.51.100.7')
    await look('security ip')
    await lookAtActions('198.51.100.7', [['Edit description', 'security edit', 'Edit description of 198.51.100.7']])
    await portal.click('switch', 'IP restrictions')
    await lookAt('security ip refused', 'This change can’t be saved')
    await portal.click('tab', 'Email domain restrictions')
    await portal.check('switch', 'Restrict sign-up by email domain')
    await look('security domains, changed')
    await portal.click('button', 'Add domains')
    await lookAt('security domains add', 'Add domains to the allow list')
    inspector.end()
  })
})
