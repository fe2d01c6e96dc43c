import { expect } from 'chai'
import { connectivity, webhooks } from '../../contract/webhooks.ts'
import { createTranslator } from '../../i18n/create-translator.ts'
import { canonical } from '../../parts/page-kit/page-url.ts'
import { refused } from '../../testing/fake-send.ts'
import { mountSlice } from '../../testing/slice.ts'
import { webhooksPage } from './index.ts'
import { webhooksSlice } from './webhooks.actions.ts'
import { webhooksMessages } from './webhooks.messages.ts'
import {
  draftFaults,
  draftOf,
  initialWebhooks,
  isWhollyPaused,
  newSecret,
  pausedText,
  webhooksUrl,
} from './webhooks.state.ts'

const crm = {
  _id: 'w1',
  displayName: 'CRM',
  description: '',
  url: 'https://example.com/hooks',
  secret: null,
  eventKeys: ['frontegg.user.created'],
  isActive: true,
  invocations: 3,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
}
const sendsAll = { pausedEventKeys: [], guarantor: null }
const status = { webhookId: 'w1', pending: 2, failingSince: null, previousSecretUntil: null, ...sendsAll }
const log = {
  id: 'l1',
  webhookId: 'w1',
  body: '{}',
  statusCode: '500',
  tenantId: 't1',
  vendorId: 'v1',
  createdAt: '2026-01-01T00:00:00Z',
}

const setUp = async () => {
  const mounted = mountSlice(webhooksSlice, initialWebhooks, { page: webhooksPage })
  const { fake } = mounted
  fake.respond(connectivity.listWebhooks, () => [crm])
  fake.respond(connectivity.listCategories, () => [])
  fake.respond(webhooks.listWebhookStatuses, () => ({ statuses: [status] }))
  await mounted.actions.open('')
  const [webhook] = mounted.state().list.rows
  if (!webhook) throw new Error('The list is empty')
  return { ...mounted, webhook }
}

describe('what the webhooks page does', () => {
  it('shows which events are paused, and why', () => {
    const t = createTranslator({ language: 'en' }).translatorFor(webhooksMessages)
    const listed = { ...crm, id: 'w1', name: 'CRM', eventKeys: ['a', 'b'] }
    const withStatus = (paused: object) => ({ ...listed, status: { ...status, ...paused } })
    expect(pausedText(withStatus({}), t, 'Acme')).to.equal(undefined)
    expect(pausedText(listed, t, 'Acme')).to.equal(undefined)
    const gus = { id: 'gus', email: 'gus@acme.test', name: 'Gus' }
    const partly = withStatus({ pausedEventKeys: ['b'], guarantor: gus })
    expect([isWhollyPaused(partly), pausedText(partly, t, 'Acme')?.slice(0, 41)]).to.deep.equal([
      false,
      '1 event isn’t sent, because Gus no longer',
    ])
    const wholly = withStatus({ pausedEventKeys: ['a', 'b'], guarantor: null })
    expect(isWhollyPaused(wholly)).to.equal(true)
    expect(pausedText(wholly, t, 'Acme')).to.contain('left Acme')
    const removed = withStatus({ pausedEventKeys: ['a', 'b'], guarantor: null, connectionLimit: 'removed' })
    expect(pausedText(removed, t, 'Acme')).to.match(/^2 events aren’t sent, .* connection that was removed/)
    const limited = withStatus({ pausedEventKeys: ['b'], guarantor: gus, connectionLimit: 'limited' })
    expect(pausedText(limited, t, 'Acme')).to.match(/^1 event isn’t sent, .* connection whose guarantor/)
  })

  it('lists webhooks with their deliveries, and without them where the backend has none', async () => {
    const { actions, state, fake } = await setUp()
    expect(state().list.rows[0]?.status).to.deep.equal(status)
    fake.respond(webhooks.listWebhookStatuses, () => refused('Not found', 404))
    await actions.reload()
    expect([state().list.rows.length, state().missing]).to.deep.equal([1, ['webhooks']])
  })

  it('creates a webhook with its secret, and doesn’t change the secret when it saves one', async () => {
    const { actions, fake, events, webhook } = await setUp()
    fake.respond(connectivity.createWebhook, () => ({}))
    fake.respond(connectivity.updateWebhook, () => ({}))
    actions.openDialog({ kind: 'edit' })
    const draft = { ...draftOf(undefined), displayName: ' New ', url: crm.url, eventKeys: crm.eventKeys }
    await actions.save(undefined, draft)
    expect(fake.inputsOf(connectivity.createWebhook)[0]?.body).to.include({ displayName: 'New', secret: draft.secret })
    await actions.save(webhook, draftOf(webhook))
    const saved = fake.inputsOf(connectivity.updateWebhook)[0]
    expect(saved?.path).to.deep.equal({ _id: 'w1' })
    expect(saved?.body).to.include({ secret: null })
    expect(events.map(([name]) => name)).to.include.members(['create-webhook', 'update-webhook'])
  })

  it('counts a test as failed on any status but 200 and 201, and shows why nothing arrived', async () => {
    const { actions, fake, state, webhook } = await setUp()
    actions.openDialog({ kind: 'test', webhook })
    for (const [statusCode, isSuccess] of [
      [200, true],
      [201, true],
      [202, false],
      [500, false],
    ] as const) {
      fake.respond(connectivity.testWebhook, () => ({ statusCode, body: 'x' }))
      await actions.test(webhook)
      expect(state().test?.isSuccess, `${statusCode}`).to.equal(isSuccess)
    }
    fake.respond(connectivity.testWebhook, () => refused('The connection was refused'))
    await actions.test(webhook)
    expect(state().test).to.deep.equal({ isSuccess: false, reason: 'The connection was refused' })
  })

  it('treats a retry as queued only if the status is 202', async () => {
    const { actions, fake, state, webhook } = await setUp()
    fake.respond(connectivity.retryWebhookLog, () => ({ statusCode: 202 }))
    await actions.retry(webhook, log)
    expect(state().notice?.key).to.equal('retried')
    fake.respond(connectivity.retryWebhookLog, () => ({ statusCode: 200 }))
    await actions.retry(webhook, log)
    expect(state().notice?.key).to.equal('resendFailed')
  })

  it('pages through the log and keeps its rows when a page fails', async () => {
    const { actions, fake, state, webhook } = await setUp()
    fake.respond(connectivity.listWebhookLogs, () => ({ count: 12, rows: [log] }))
    actions.openDialog({ kind: 'log', webhook })
    await actions.loadLog(webhook)
    fake.respond(connectivity.listWebhookLogs, () => refused('Down'))
    await actions.loadLog(webhook, 10)
    expect(fake.inputsOf(connectivity.listWebhookLogs).map(({ query }) => query?.offset)).to.deep.equal([0, 10])
    expect([state().log.phase, state().log.error, state().log.rows.length]).to.deep.equal(['failed', 'Down', 1])
  })

  it('rotates the secret by updating the webhook if the backend has no call to rotate it', async () => {
    const { actions, fake, state, webhook } = await setUp()
    fake.respond(webhooks.rotateWebhookSecret, () => refused('Not found', 404))
    fake.respond(connectivity.updateWebhook, () => ({}))
    actions.openDialog({ kind: 'secret', webhook })
    await actions.rotate(webhook)
    expect(state().secret).to.match(/^whsec_/)
    expect(fake.inputsOf(connectivity.updateWebhook)[0]?.body).to.include({ secret: state().secret })
    actions.closeDialog()
    expect(state().secret).to.equal(undefined)
  })

  it('resends events since a time', async () => {
    const { actions, fake, state, webhook } = await setUp()
    fake.respond(webhooks.resendWebhookEvents, () => ({ count: 7 }))
    actions.openDialog({ kind: 'resend', webhook })
    await actions.resend(webhook, new Date('2026-01-02T00:00:00Z'))
    expect(fake.inputsOf(webhooks.resendWebhookEvents)[0]?.body).to.deep.equal({ since: '2026-01-02T00:00:00.000Z' })
    expect([state().notice?.key, state().notice?.values?.count]).to.deep.equal(['resent', 7])
  })
})

describe('a webhook that is typed in', () => {
  const draft = { ...draftOf(undefined), displayName: 'CRM', url: crm.url, eventKeys: crm.eventKeys }

  it('requires a name, a URL, an event, and a secret of eight characters', () => {
    expect(Object.values(draftFaults(draft, true)).filter(Boolean)).to.deep.equal([])
    const wrong = { ...draft, displayName: ' ', url: 'ftp://x', eventKeys: [], secret: 'short' }
    expect(draftFaults(wrong, true)).to.deep.equal({
      name: 'nameIsRequired',
      url: 'urlIsInvalid',
      events: 'eventsIsRequired',
      secret: 'secretKeyLengthAtLeast8',
    })
    expect(draftFaults({ ...draft, secret: '' }, false).secret).to.equal(undefined)
  })

  for (const [url, fault] of [
    ['https://crm.test/hooks?a=1', undefined],
    ['HTTP://crm.test:8080', undefined],
    ['crm.test/hooks', 'urlNeedsScheme'],
    ['localhost:3000/hooks', 'urlNeedsScheme'],
    ['www.crm.test', 'urlNeedsScheme'],
    ['https://ada:secret@crm.test/hooks', 'urlHasUser'],
    ['https://ada@crm.test', 'urlHasUser'],
    ['https://crm.test/hooks#section', 'urlHasFragment'],
    ['https://crm.test/#', 'urlHasFragment'],
    ['ftp://crm.test', 'urlIsInvalid'],
    ['mailto:ada@crm.test', 'urlIsInvalid'],
    ['https://', 'urlIsInvalid'],
    ['nonsense', 'urlIsInvalid'],
    ['/hooks', 'urlIsInvalid'],
    [' ', 'urlIsRequired'],
  ] as const)
    it(`has a URL that ${fault ? `is refused by ${fault}` : 'is accepted'}: ${url}`, () => {
      expect(draftFaults({ ...draft, url }, true).url).to.equal(fault)
    })

  it('starts with a random secret', () => {
    expect(newSecret()).to.match(/^whsec_[A-Za-z0-9+/]{32}$/)
    expect(newSecret()).to.not.equal(newSecret())
  })
})

describe('the URL of the webhooks page', () => {
  it('keeps the list and the open dialog', () => {
    const search = canonical(webhooksUrl.place, webhooksPage.links ?? [], '?search=crm&sort=createdAt:desc&log=w1&x=1')
    expect(search).to.equal('search=crm&sort=createdAt%3Adesc&log=w1')
  })
})
