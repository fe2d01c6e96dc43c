import { expect } from 'chai'
import { tokenGuarantors } from '../../../contract/guarantees.ts'
import { social } from '../../../contract/login.ts'
import { type SelfService, selfService } from '../../../contract/me.ts'
import type { FeatureDeps } from '../../../feature/slice.ts'
import { HttpError } from '../../../kernel/errors.ts'
import { aNavigator } from '../../../testing/navigator.ts'
import { mountSlice } from '../../../testing/slice.ts'
import { selfServiceSlice } from './self-service.actions.ts'
import { initialSelfService, unlinkedWays } from './self-service.state.ts'

const at = '2026-01-01T00:00:00.000Z'
const google = { id: 's1', provider: 'google', label: 'Google', email: 'd@mail.test', createdAt: at, lastUsedAt: at }
const facts: SelfService = {
  emailManagedBy: null,
  asksPassword: true,
  socialAccounts: [google],
  memberships: [{ tenantId: 'acme', name: 'Acme', blockedBy: 'only-account' }],
  graceDays: 14,
}
const way = (type: string) => ({
  type,
  active: true,
  clientId: 'c',
  redirectUrl: '',
  backendRedirectUrl: null,
  authorizationUrl: `/social/${type}`,
  options: {},
  customised: false,
  additionalScopes: [],
})

const setUp = async (overrides: Partial<FeatureDeps> = {}) => {
  const harness = mountSlice(selfServiceSlice, initialSelfService, overrides)
  harness.fake.respond(selfService.getSelfService, () => facts)
  harness.fake.respond(social.getSocialProvidersV2, () => ['google', 'github'].map(way))
  harness.fake.respond(social.getCustomSocialProviders, () => ({ providers: [] }))
  await harness.actions.load()
  return harness
}

describe('Changes that users make to their own account', () => {
  it('names the tokens that are revoked with the membership, of the account whose dialog is open', async () => {
    const { fake, actions, state } = await setUp()
    const membership = (tenantId: string) =>
      ({ kind: 'leave', membership: { tenantId, name: tenantId, blockedBy: null } }) as const
    const vouched = { count: 1, tokens: [{ id: 't1', description: 'Deployments' }] }
    let slow = (_vouched: unknown) => {}
    const isSlow = new Promise((resolve) => {
      slow = resolve
    })
    fake.respond(tokenGuarantors.listOwnVouchedTokens, ({ path }) => (path?.tenantId === 'slow' ? isSlow : vouched))
    actions.open(membership('slow'))
    actions.open(membership('acme'))
    while (state().vouched === undefined) await Promise.resolve()
    slow({ count: 9, tokens: [] })
    await isSlow
    expect(state().vouched).to.deep.equal(vouched)
    actions.open({ kind: 'changeEmail' })
    expect(state().vouched).to.equal(undefined)
  })

  it('offers the providers that are not connected yet', async () => {
    const { state } = await setUp()
    expect(unlinkedWays(state()).map(({ id }) => id)).to.deep.equal(['github'])
  })

  it('is hidden where the backend has no such calls, and can be loaded again where it failed', async () => {
    const { fake, actions, state } = mountSlice(selfServiceSlice, initialSelfService)
    fake.respond(social.getSocialProvidersV2, () => [])
    fake.respond(social.getCustomSocialProviders, () => ({ providers: [] }))
    for (const [status, phase] of [
      [500, 'failed'],
      [404, 'absent'],
    ] as const) {
      fake.respond(selfService.getSelfService, () => {
        throw new HttpError('No', status)
      })
      await actions.load()
      expect(state().phase).to.equal(phase)
    }
  })

  it('asks for the code that was sent to the new email, and changes the email once the code is correct', async () => {
    const { fake, actions, state, refreshes } = await setUp()
    fake.respond(selfService.startEmailChange, () => ({ token: 'handle' }))
    fake.respond(selfService.verifyEmailChange, ({ body }) => {
      if ((body as { code: string }).code !== '123456') throw new HttpError('Wrong', 400)
      return { email: 'new@mail.test' }
    })
    actions.open({ kind: 'changeEmail' })
    await actions.startEmailChange('new@mail.test', 'secret')
    expect(state().dialog).to.deep.equal({ kind: 'emailCode', email: 'new@mail.test', token: 'handle' })
    expect(await actions.verifyEmail('000000')).to.equal(false)
    expect(state().dialog?.kind).to.equal('emailCode')
    expect(await actions.verifyEmail('123456')).to.equal(true)
    expect([state().dialog, state().notice?.key, refreshes()]).to.deep.equal([null, 'emailChanged', 1])
  })

  it('keeps the dialog open when the server refuses, and works once however often it is pressed', async () => {
    const { fake, actions, state } = await setUp()
    fake.respond(selfService.deleteUser, () => {
      throw new HttpError('You’re the only administrator of Acme.', 409)
    })
    actions.open({ kind: 'deleteUser' })
    await Promise.all([actions.deleteUser('d@acme.test', 'x'), actions.deleteUser('d@acme.test', 'x')])
    expect(fake.inputsOf(selfService.deleteUser)).to.have.length(1)
    expect([state().dialog?.kind, state().dialogWork.kind]).to.deep.equal(['deleteUser', 'failed'])
  })

  it('sends the state of a link to the server before the browser redirects', async () => {
    const left: string[] = []
    const { deps } = mountSlice(selfServiceSlice, initialSelfService)
    const { fake, actions, state } = await setUp({
      navigator: aNavigator('/', left),
      settings: () => ({ ...deps.settings(), api: { baseUrl: 'https://api.test' } }),
    })
    fake.respond(selfService.startSocialLink, () => ({}))
    const [github] = unlinkedWays(state())
    if (github) await actions.link(github)
    const [input] = fake.inputsOf(selfService.startSocialLink)
    const url = new URL(left[0] ?? '')
    expect(input?.body).to.deep.equal({ provider: 'github', state: url.searchParams.get('state') })
  })
})
