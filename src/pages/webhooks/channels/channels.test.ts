import { expect } from 'chai'
import { connectivity, messageRecipients, slackApp, webhooks } from '../../../contract/webhooks.ts'
import { readSlackState } from '../../../rules/slack-return.ts'
import { aPermission, aTenant, aUser } from '../../../testing/builders.ts'
import { refused } from '../../../testing/fake-send.ts'
import { LINE_BREAKS } from '../../../testing/line-breaks.ts'
import { aNavigator } from '../../../testing/navigator.ts'
import { mountSlice } from '../../../testing/slice.ts'
import { webhooksPage } from '../index.ts'
import { webhooksSlice } from '../webhooks.actions.ts'
import { initialWebhooks } from '../webhooks.state.ts'
import {
  messageFault,
  recipientsIn,
  silentRecipients,
  slackChanges,
  summaryOf,
  waitingCount,
} from './channels.state.ts'

const INVITED = 'frontegg.user.invitedToTenant'
const LOCKED = 'frontegg.user.locked'

const config = {
  eventKey: INVITED,
  enabled: true,
  subscriptions: [{ id: 's1', name: 'Ops', enabled: true, recipients: ['ops@acme.test'] }],
}
const slackSub = { id: 'k1', isActive: true, slackEvents: [{ eventKey: INVITED, channelIds: ['C1'], title: 'Own' }] }

const setUp = async (search = '') => {
  const gone: string[] = []
  const kept = new Map<string, string>()
  const activeTenant = aTenant()
  const user = { ...aUser({ permissions: [aPermission({ key: 'fe.*' })] }), accessToken: 't' }
  const session = { current: () => ({ status: 'signed-in', user, tenants: [activeTenant], activeTenant }) }
  const mounted = mountSlice(webhooksSlice, initialWebhooks, {
    page: webhooksPage,
    session: session as never,
    navigator: aNavigator('/app#/admin-box/webhooks', gone),
    local: {
      get: (key) => kept.get(key),
      set: (key, value) => void kept.set(key, value),
      remove: (key) => void kept.delete(key),
    },
  })
  const { fake } = mounted
  fake.respond(connectivity.listWebhooks, () => [])
  fake.respond(connectivity.listCategories, () => [])
  fake.respond(webhooks.listWebhookStatuses, () => ({ statuses: [] }))
  fake.respond(connectivity.getEmailConfig, () => [config])
  fake.respond(connectivity.getSmsConfig, () => [])
  fake.respond(connectivity.getSlackConfig, () => ({ id: 'i1', slackSubscriptions: [slackSub] }))
  fake.respond(connectivity.getSlackChannels, () => [{ id: 'C1', name: 'general' }])
  fake.respond(slackApp.getSlackWorkspace, () => ({ teamName: 'Acme HQ' }))
  await mounted.actions.open(search)
  return { ...mounted, gone, kept }
}

describe('the channels of the webhooks page', () => {
  it('count their events, and one that fails doesn’t affect the others', async () => {
    const { actions, fake, state } = await setUp()
    expect(summaryOf(state().channels.email)).to.deep.equal({ events: 1, isOn: true })
    expect(summaryOf(state().channels.sms)).to.deep.equal({ events: 0, isOn: false })
    expect(summaryOf(state().channels.slack)).to.deep.equal({ events: 1, isOn: true })
    fake.respond(connectivity.getEmailConfig, () => refused('Down'))
    fake.respond(connectivity.getSmsConfig, () => refused('Not found', 404))
    await actions.loadChannels()
    expect(state().channels.email).to.deep.equal({ phase: 'failed', error: 'Down' })
    expect([state().channels.sms.phase, state().channels.slack.phase]).to.deep.equal(['hidden', 'ready'])
  })

  it('save only what changed, event by event', async () => {
    const { actions, fake, state } = await setUp()
    for (const call of [connectivity.setEmailEnabled, connectivity.updateEmailSubscription])
      fake.respond(call, () => ({}))
    fake.respond(connectivity.createEmailConfig, () => ({}))
    actions.openDialog({ kind: 'email' })
    await actions.saveMessages('email', [
      { eventKey: INVITED, enabled: false, recipients: 'ops@acme.test, lead@acme.test' },
      { eventKey: LOCKED, enabled: true, recipients: 'sec@acme.test' },
    ])
    expect(fake.inputsOf(connectivity.setEmailEnabled).map(({ body }) => body)).to.deep.equal([{ enabled: false }])
    expect(fake.inputsOf(connectivity.updateEmailSubscription)[0]).to.deep.equal({
      path: { eventKey: INVITED, subscriptionId: 's1' },
      body: { name: 'Ops', enabled: true, recipients: ['ops@acme.test', 'lead@acme.test'] },
    })
    expect(fake.inputsOf(connectivity.createEmailConfig)[0]?.path).to.deep.equal({ eventKey: LOCKED })
    expect([state().dialog, state().notice?.key]).to.deep.equal([null, 'channelSaved'])
  })

  it('show who has yet to confirm, and send the request again', async () => {
    const { actions, fake, state } = await setUp()
    const waiting = { id: 'r1', target: 'ops@acme.test', state: 'pending' as const, sentAt: null }
    const others = [
      { ...waiting, id: 'r2', target: 'not-listed@acme.test' },
      { ...waiting, id: 'r3', target: 'lead@acme.test', state: 'confirmed' as const },
    ]
    fake.respond(messageRecipients.listEmailRecipients, () => ({ recipients: [waiting, ...others] }))
    fake.respond(messageRecipients.requestEmailConfirmation, () => ({}))
    await actions.loadChannels()
    const { channels, recipients } = state()
    expect(silentRecipients('email', recipients.email, 'Ops@Acme.test, lead@acme.test')).to.deep.equal([waiting])
    expect(waitingCount('email', channels.email, recipients.email)).to.equal(1)
    await actions.requestConfirmation('email', 'r1')
    expect(fake.inputsOf(messageRecipients.requestEmailConfirmation)[0]?.path).to.deep.equal({ id: 'r1' })
    expect([state().notice?.key, state().saving]).to.deep.equal(['confirmationSent', false])
    fake.respond(messageRecipients.requestEmailConfirmation, () => refused('Too many', 429))
    actions.openDialog({ kind: 'email' })
    await actions.requestConfirmation('email', 'r1')
    expect(state().formError).to.equal('Too many')
  })

  it('delete an event that was removed, and keep the form when that fails', async () => {
    const { actions, fake, state } = await setUp()
    fake.respond(connectivity.deleteEmailConfig, () => refused('No'))
    actions.openDialog({ kind: 'email' })
    await actions.saveMessages('email', [])
    expect(fake.inputsOf(connectivity.deleteEmailConfig)[0]?.path).to.deep.equal({ eventKey: INVITED })
    expect([state().dialog, state().formError]).to.deep.equal([{ kind: 'email' }, 'No'])
  })

  it('redirect to Slack and return with a code that this browser requested', async () => {
    const { actions, fake, gone, state, kept } = await setUp()
    fake.respond(slackApp.getSlackAuthorization, () => ({ url: 'https://slack.test/authorize' }))
    fake.respond(connectivity.registerSlackCode, () => ({}))
    await actions.connectSlack()
    expect(gone).to.deep.equal(['https://slack.test/authorize'])
    const sent = readSlackState(String(fake.inputsOf(slackApp.getSlackAuthorization)[0]?.query?.state))
    expect(sent?.url).to.equal('https://host.test/app#/admin-box/webhooks?slack=')
    const [nonce = ''] = [...kept.values()]
    await actions.follow(`?slack=${encodeURIComponent(`${nonce}~code`)}`)
    expect(fake.inputsOf(connectivity.registerSlackCode).map(({ body }) => body)).to.deep.equal([{ code: 'code' }])
    expect([state().dialog, state().notice?.key]).to.deep.equal([{ kind: 'slack' }, 'slackConnected'])
  })

  it('ignore a code from Slack that another browser requested', async () => {
    const { fake, state } = await setUp(`?slack=${encodeURIComponent('a-nonce-of-a-stranger~code')}`)
    expect(fake.inputsOf(connectivity.registerSlackCode)).to.deep.equal([])
    expect(state().dialog).to.deep.equal({ kind: 'slack' })
  })
})

describe('what is typed for a channel', () => {
  it('is a list of emails or of phone numbers', () => {
    expect(recipientsIn('email', ' a@b.test,c@d.test ; e@f.test')).to.deep.equal(['a@b.test', 'c@d.test', 'e@f.test'])
    for (const separator of LINE_BREAKS) {
      expect(recipientsIn('email', `a@b.test${separator}c@d.test`)).to.deep.equal(['a@b.test', 'c@d.test'])
      expect(recipientsIn('sms', `+1 555 0100${separator}+1 555 0101`)).to.deep.equal(['+1 555 0100', '+1 555 0101'])
    }
    expect(recipientsIn('sms', '+1 555 0100, +15550101')).to.deep.equal(['+1 555 0100', '+15550101'])
    const row = { eventKey: INVITED, enabled: true }
    expect(messageFault('email', { ...row, recipients: ' ' })).to.equal('recipientsRequired')
    expect(messageFault('email', { ...row, recipients: 'a@b.test, x' })).to.equal('emailInvalid')
    expect(messageFault('sms', { ...row, recipients: '+1 555 0100' })).to.equal(undefined)
  })

  it('changes the first event of a Slack subscription and keeps its title', () => {
    const rows = [{ eventKey: INVITED, enabled: true, channelIds: ['C2'] }]
    expect(slackChanges([slackSub], rows)).to.deep.equal([
      {
        kind: 'update',
        id: 'k1',
        body: { id: 'k1', isActive: true, slackEvents: [{ eventKey: INVITED, channelIds: ['C2'], title: 'Own' }] },
      },
    ])
    expect(slackChanges([slackSub], [])).to.deep.equal([{ kind: 'delete', id: 'k1' }])
  })
})
