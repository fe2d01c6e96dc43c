import { expect } from 'chai'
import { login, ssoTests } from '../../contract/login.ts'
import type { FeatureDeps } from '../../feature/slice.ts'
import { DEFAULT_ROUTES } from '../../rules/auth-routes.ts'
import { aNavigator } from '../../testing/navigator.ts'
import { mountSlice } from '../../testing/slice.ts'
import { ssoCallbackSlice } from './sso-callback.actions.ts'
import { initialSsoCallback } from './sso-callback.state.ts'

const ARRIVAL = `https://host.test${DEFAULT_ROUTES.samlCallbackUrl}?SAMLResponse=handle&RelayState=state-1`
const STARTED = JSON.stringify([{ kind: 'saml', state: 'state-1', at: 0 }])

const loadConnection = (overrides: Partial<FeatureDeps> = {}) => {
  const gone: string[] = []
  const navigator = aNavigator(ARRIVAL, gone)
  const mounted = mountSlice(ssoCallbackSlice, initialSsoCallback, { navigator, ...overrides })
  mounted.fake.respond(login.samlPostLogin, () => ({ mfaRequired: true, mfaToken: 'm-1' }))
  return { ...mounted, gone, sent: () => mounted.fake.calls.map(({ endpoint }) => endpoint.path) }
}

const started = (at: number) => ({
  get: (key: string) => (key === 'fe-pending-flows' ? STARTED.replace('"at":0', `"at":${at}`) : undefined),
  set() {},
  remove() {},
})

describe('a SAML sign-in that this browser did not start', () => {
  it('asks the signed-in user before it changes the account, and sends nothing until then', async () => {
    const { actions, state, sent } = loadConnection()
    await actions.begin(Promise.resolve())
    expect(state()).to.include({ step: 'confirmAccountChange' })
    expect(sent()).to.deep.equal([])
    await actions.changeAccount()
    expect(sent()).to.deep.equal([login.samlPostLogin.path])
  })

  it('is dropped when the user stays signed in', async () => {
    const { actions, sent, gone } = loadConnection()
    await actions.begin(Promise.resolve())
    actions.keepAccount()
    await actions.changeAccount()
    expect(sent()).to.deep.equal([])
    expect(gone).to.deep.equal(['/'])
  })

  it('continues at once for a signed-out user', async () => {
    const session = {
      ...loadConnection().deps.session,
      current: () => ({ status: 'signed-out' as const, tenants: [] }),
    }
    const { actions, sent } = loadConnection({ session })
    await actions.begin(Promise.resolve())
    expect(sent()).to.deep.equal([login.samlPostLogin.path])
  })

  it('continues at once when this browser did start it', async () => {
    const clock = loadConnection().clock
    const { actions, sent } = loadConnection({ clock, local: started(clock.now()) })
    await actions.begin(Promise.resolve())
    expect(sent()).to.deep.equal([login.samlPostLogin.path])
  })
})

describe('the callback of a test of a connection', () => {
  const at = (url: string) => ({ navigator: aNavigator(url) })

  it('passes the response of OpenID Connect to the API and signs in no one', async () => {
    for (const response of ['code=c-1', 'error=access_denied']) {
      const { actions, state, fake, sent } = loadConnection(
        at(`${DEFAULT_ROUTES.oidcRedirectUrl}?${response}&state=test-1`),
      )
      fake.respond(ssoTests.completeSsoTest, () => ({}))
      await actions.begin(Promise.resolve())
      expect(sent()).to.deep.equal([ssoTests.completeSsoTest.path])
      expect(fake.inputsOf(ssoTests.completeSsoTest)[0]?.body).to.deep.equal({
        ...Object.fromEntries(new URLSearchParams(response)),
        state: 'test-1',
        redirectUri: `https://host.test${DEFAULT_ROUTES.oidcRedirectUrl}`,
      })
      expect(state()).to.include({ step: 'notStarted', reason: 'tested' })
    }
  })

  it('sends nothing for SAML, because the API already has the response', async () => {
    const { actions, state, sent } = loadConnection(at(`${DEFAULT_ROUTES.samlCallbackUrl}?RelayState=test-1`))
    await actions.begin(Promise.resolve())
    expect(sent()).to.deep.equal([])
    expect(state()).to.include({ step: 'notStarted', reason: 'tested' })
  })
})

describe('a SAML sign-in that was refused before this page', () => {
  const reasons = [
    ['by the provider', 'error=access_denied', 'denied', undefined],
    ['by us', 'error=access_denied&error_code=saml_encryption', 'refused', 'saml_encryption'],
    ['with a code that we don’t have', 'error=access_denied&error_code=call-this-number', 'denied', undefined],
    ['because the server failed', 'error=server_error', 'refused', undefined],
  ] as const
  for (const [cause, query, reason, code] of reasons)
    it(`${cause} is ${reason}`, async () => {
      const page = `${DEFAULT_ROUTES.samlCallbackUrl}?${query}&RelayState=s`
      const { actions, state } = loadConnection({ navigator: aNavigator(page) })
      await actions.begin(Promise.resolve())
      expect(state()).to.deep.equal({
        step: 'notStarted',
        reason,
        ...(code && { code }),
        progress: { kind: 'idle' },
      })
    })
})
