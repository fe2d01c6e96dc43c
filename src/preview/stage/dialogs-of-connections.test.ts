import { provisioning } from '../../contract/provisioning.ts'
import { connectivity } from '../../contract/webhooks.ts'
import { dialogWalks } from './dialogs.test-kit.ts'

const ADA = 'ada@acme.test'

describe('what connects the account with others is accessible', () => {
  const { open, backstage } = dialogWalks()

  it('the audit log and its dialogs', async function () {
    this.timeout(60_000)
    const { portal, inspector, look, lookAt } = await open('audits', ADA)
    const row = await portal.find('row')
    await look('audits')
    await portal.click('button', undefined, row)
    await lookAt('audits details', 'Event details')
    await portal.click('button', 'Date', await portal.chips())
    await portal.click('menuitem', 'Custom range…')
    await lookAt('audits dates', 'Custom range')
    await portal.click('button', 'User', await portal.chips())
    await portal.click('menuitem', 'Other…')
    await lookAt('audits value', 'Filter: User')
    for (const [name, state, title] of [
      ['Preview', 'audits preview', 'Users report'],
      ['Schedule', 'audits schedule', 'Schedule the Users report'],
      ['Send', 'audits send', 'Send the Users report'],
    ] as const) {
      await portal.click('button', 'More actions')
      await portal.click('menuitem', 'Reports')
      const users = await portal.find('region', 'Users', await portal.dialog('Reports'))
      if (name === 'Preview') await look('audits reports')
      await portal.click('button', new RegExp(`^${name}`), users)
      await lookAt(state, title)
    }
    inspector.end()
  })

  it('the SSO page, its setup and its dialogs', async function () {
    this.timeout(60_000)
    const { newUser } = await backstage().ownAccount('Look')
    const { portal, inspector, look, lookAt, lookAtActions } = await open('sso', newUser.email)
    await portal.text('No connections yet')
    await portal.click('button', 'Add connection')
    await lookAt('sso new', 'Choose your identity provider')
    for (const type of ['SAML 2.0', 'OpenID Connect']) {
      await portal.click('button', 'Add connection')
      await portal.click('button', new RegExp(type), await portal.dialog('Choose your identity provider'))
      const more = type === 'SAML 2.0' ? ['SAML settings'] : []
      for (const step of ['Provider', 'Connect', 'Domains', 'Roles', 'Test and turn on', ...more]) {
        await portal.click('button', new RegExp(step), await portal.steps())
        await portal.find('region', step)
        if (step === 'SAML settings') {
          await portal.click('button', 'Create encryption key')
          await portal.find('button', 'Retire key')
        }
        await look(`sso setup, ${type}, ${step}`)
      }
      await portal.click('button', 'Back to connections')
      await portal.find('row', type)
    }
    await look('sso list')
    await lookAtActions('SAML 2.0', [['Delete', 'sso delete', 'Delete SAML 2.0?']])
    await portal.click('button', 'Troubleshoot')
    await lookAt('sso troubleshoot', 'Troubleshoot single sign-on')
    inspector.end()
  })

  it('the provisioning page and its dialogs', async function () {
    this.timeout(60_000)
    const { newUser, tenant } = await backstage().ownAccount('Look at directories')
    const api = await backstage().as(newUser.email)
    const connectionName = `Okta of ${'a-long-subsidiary-'.repeat(4)}`.slice(0, 90)
    const { id } = await api(provisioning.createConnection, { body: { source: 'okta', connectionName } })
    await backstage().pushGroup(tenant.id, id, 'Engineers')
    const { portal, inspector, look, lookAt, lookAtActions } = await open('provisioning', newUser.email)
    await portal.find('row', connectionName)
    await look('provisioning')
    await portal.click('button', 'Add connection')
    await lookAt('provisioning new', 'Add connection')
    await portal.click('button', 'Add connection')
    await portal.click('button', 'Add connection', await portal.dialog('Add connection'))
    const token = await portal.dialog(/^Save the token for/)
    await look('provisioning token')
    await portal.click('button', 'Done', token)
    await lookAtActions(connectionName, [
      ['Groups and roles', 'provisioning groups', `Groups of ${connectionName}`],
      ['Setup values', 'provisioning setup', `Set up ${connectionName}`],
      ['Rotate token', 'provisioning rotate', `Rotate token for ${connectionName}?`],
      ['Delete', 'provisioning delete', `Delete ${connectionName}?`],
    ])
    await portal.rowAction(connectionName, 'Groups and roles')
    await portal.click('button', 'Edit roles of Engineers')
    await lookAt('provisioning roles', 'Edit roles of Engineers')
    inspector.end()
  })

  it('the webhooks page and its dialogs', async function () {
    this.timeout(60_000)
    const { newUser } = await backstage().ownAccount('Look at hooks')
    const api = await backstage().as(newUser.email)
    const url = `https://hooks.example.com/${'a-long-path-segment/'.repeat(6)}`
    const fields = { displayName: 'CRM', description: 'Keeps customers in sync', url, secret: 'typed-secret' }
    await api(connectivity.createWebhook, {
      body: { ...fields, isActive: true, eventKeys: ['frontegg.user.created'] },
    })
    const recipients = ['ops@example.com', 'a-recipient-with-a-long-name@example.com']
    await api(connectivity.createEmailConfig, {
      path: { eventKey: 'frontegg.user.created' },
      body: { enabled: true, subscriptions: [{ name: '', enabled: true, recipients }] },
    })
    const { portal, inspector, look, lookAt, lookAtActions } = await open('webhooks', newUser.email)
    await portal.find('row', 'CRM')
    await look('webhooks')
    await portal.click('button', 'Create webhook')
    await lookAt('webhooks edit', 'Create webhook')
    await lookAtActions('CRM', [
      ['Edit', 'webhooks edit of one', 'Edit CRM'],
      ['Send test', 'webhooks test', 'Test CRM'],
      ['View log', 'webhooks log', 'CRM log'],
      ['Rotate secret', 'webhooks secret', 'Rotate the secret for CRM'],
      ['Resend events', 'webhooks resend', 'Resend events to CRM'],
      ['Delete', 'webhooks delete', 'Delete CRM?'],
    ])
    for (const [manage, state, name] of [
      ['Manage email', 'webhooks email', 'Email notifications'],
      ['Manage text messages', 'webhooks sms', 'Text message notifications'],
      ['Manage Slack', 'webhooks slack', 'Slack notifications'],
    ] as const) {
      await portal.click('button', manage)
      await lookAt(state, name)
    }
    inspector.end()
  })
})
