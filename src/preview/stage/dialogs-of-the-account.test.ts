import { PASSWORD } from './backstage.test-kit.ts'
import { billedAccount } from './billed-account.test-kit.ts'
import { dialogWalks } from './dialogs.test-kit.ts'

const ADA = 'ada@acme.test'

describe('what belongs to the account is accessible', () => {
  const { open, backstage } = dialogWalks()

  it('the account page', async function () {
    this.timeout(60_000)
    const { portal, inspector, look, lookAt } = await open('account', ADA)
    await portal.find('field', 'Company name')
    await look('account')
    await portal.fill('Company name', 'Not saved')
    await portal.click('link', 'Profile')
    await lookAt('portal unsaved', 'Discard changes?')
    await portal.click('button', 'Discard')
    await portal.click('tab', 'Login box')
    await portal.find('form', 'Login box')
    await look('account login box')
    inspector.end()
  })

  it('the deletion of the account', async function () {
    this.timeout(60_000)
    const { newUser, tenant } = await backstage().ownAccount('Look')
    const { portal, inspector, look, lookAt } = await open('account', newUser.email)
    await portal.click('button', 'Delete account')
    await lookAt('account deletion deleteAccount', `Delete ${tenant.name}?`)
    await portal.click('button', 'Delete account')
    const form = await portal.dialog(`Delete ${tenant.name}?`)
    await portal.fill(`Type ${tenant.name} to confirm`, tenant.name, form)
    await portal.fill('Current password', PASSWORD, form)
    await portal.click('button', `Delete ${tenant.name}`, form)
    await portal.find('button', 'Cancel deletion')
    await look('account about to be deleted')
    await portal.click('button', 'Cancel deletion')
    await lookAt('account deletion keepAccount', `Keep ${tenant.name}?`)
    inspector.end()
  })

  for (const [id, slug, title] of [
    ['personalApiTokens', 'personal-api-tokens', 'Personal API tokens'],
    ['apiTokens', 'api-tokens', 'API tokens'],
  ] as const)
    it(`the page of ${title} and its dialogs`, async function () {
      this.timeout(60_000)
      const newUser = await backstage().recruit(ADA, 'Tok Lookaround')
      const { portal, inspector, look, lookAtActions } = await open(`${slug}?new`, newUser.email)
      const form = await portal.dialog('Create API token')
      await portal.click('button', 'Create token', form)
      await portal.text('Enter a description.')
      await look(`${id} create`)
      await portal.fill('Description', 'Looked at', form)
      if (slug === 'api-tokens') await portal.chooseRole(form, 'Auditor')
      await portal.click('button', 'Create token', form)
      const secret = await portal.dialog('Save your token')
      await look(`${id} secret`)
      await portal.click('button', 'Done', secret)
      await portal.find('row', 'Looked at')
      await look(id)
      await lookAtActions('Looked at', [
        ['Edit', `${id} edit`, 'Edit Looked at'],
        ['Revoke', `${id} revoke`, 'Revoke Looked at?'],
      ])
      inspector.end()
    })

  it('the subscription page and its dialogs', async function () {
    this.timeout(60_000)
    const { newUser } = await billedAccount(backstage())
    const { portal, inspector, look, lookAt } = await open('subscriptions', newUser.email)
    await portal.find('button', 'Cancel subscription')
    await look('subscriptions')
    for (const [action, state, name] of [
      ['Choose Growth', 'subscriptions plan', 'Change to Growth'],
      ['Change card', 'subscriptions card', 'Change card'],
      ['Add details', 'subscriptions details', 'Billing details'],
    ] as const) {
      await portal.click('button', action)
      await lookAt(state, name)
    }
    await portal.click('button', 'Cancel subscription')
    await portal.find('button', 'Cancel Enterprise')
    await look('subscriptions cancel')
    await portal.click('button', 'Cancel Enterprise')
    await portal.click('button', 'Keep subscription')
    await portal.find('alertdialog')
    await look('subscriptions renew')
    inspector.end()
  })

  it('the usage page', async function () {
    this.timeout(20_000)
    const { portal, inspector, look } = await open('usage', ADA)
    await portal.find('heading', 'Scheduled reports')
    await look('usage')
    inspector.end()
  })
})
