import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { expect } from 'chai'
import type { ReactNode } from 'react'
import { metadata } from '../contract/metadata.ts'
import { portal } from '../contract/portal.ts'
import { type Harness, type HarnessOptions, openHarness, type Responder } from '../elements/testing/harness.test-kit.ts'
import {
  AuthorizedContent,
  FrontEntryProvider,
  type PublicStore,
  SteppedUpContent,
  shallowEqual,
  useAuth,
  useAuthActions,
  useAuthRoutes,
  useAuthUser,
  useAuthUserOrNull,
  useCustomLoginTheme,
  useEmailDomainRestrictions,
  useFeatureFlags,
  useFeatureFlagsChecker,
  useFrontEntry,
  useIpRestrictions,
  useIsAuthenticated,
  useIsSteppedUp,
  useLoginWithRedirect,
  useOnRedirectTo,
  usePublicAuthStrategiesPolicySettings,
  usePublicPolicySettings,
  useReloadProfile,
  useRootState,
  useStepUp,
  useStore,
} from './index.ts'

const ADA = 'ada@acme.test'
const BASE = 'https://api.test'

const responding =
  (responses: Readonly<Record<string, unknown>>): Responder =>
  (request) => {
    const key = Object.keys(responses).find((end) => new URL(request.url).pathname.endsWith(end))
    return key === undefined ? undefined : Response.json(responses[key])
  }

const Provided = ({ name, children }: { name: string; children: ReactNode }) => (
  <FrontEntryProvider options={{ contextOptions: { baseUrl: BASE, logLevel: 'error' } }} name={name}>
    {children}
  </FrontEntryProvider>
)

const harnesses: Harness[] = []

/** Opens a test app over the in-memory reference backend; the provider finds it by name. */
const open = async (options: HarnessOptions, children: ReactNode): Promise<Harness> => {
  const harness = await openHarness({ signedInAs: ADA, route: '/reports', ...options })
  harnesses.push(harness)
  render(<Provided name={options.name}>{children}</Provided>)
  await act(() => harness.wait())
  return harness
}

const pathOf = ({ app }: Harness) => app.navigator.location().pathname + app.navigator.location().search

const Who = () => {
  const user = useAuthUser()
  const name = useAuthUserOrNull()?.name ?? 'no one'
  const isIn = useIsAuthenticated()
  const count = useAuth((state) => ({ tenants: state.tenants.length }))
  useReloadProfile()
  return <p>{`${user.email ?? 'unknown'}, ${name}, ${isIn ? 'in' : 'out'}, ${count.tenants} accounts`}</p>
}

const Count = ({ onDraw }: { onDraw(): void }) => {
  onDraw()
  return <p>{useAuth(({ tenants }) => ({ count: tenants.length })).count}</p>
}

const Report = ({ onStore }: { onStore(store: PublicStore | undefined): void }) => {
  onStore(useStore())
  return <p>drawn</p>
}

const Facts = () => {
  const [first, second] = useFeatureFlags(['first', 'second'])
  const check = useFeatureFlagsChecker()
  const { policy } = usePublicPolicySettings()
  const ways = usePublicAuthStrategiesPolicySettings().policy?.mainAuthStrategies.map(({ strategy }) => strategy)
  const { appName, urlStrategy } = useRootState()
  const { loginUrl, signUpUrl } = useAuthRoutes()
  const flags = [first, second, ...check(['first', 'constructor'])].map(Number).join('')
  return <p>{[flags, policy?.allowSignups, ways, appName, urlStrategy, loginUrl, signUpUrl].join(' ')}</p>
}

const SignIn = ({ say }: { say(text: string): void }) => {
  const { login } = useAuthActions()
  const enter = (password: string) =>
    login({ email: ADA, password }).then(
      ({ mfaRequired }) => say(`second factor: ${mfaRequired}`),
      (error: Error) => say(error.message),
    )
  return (
    <>
      <button type="button" onClick={() => enter('wrong')}>
        Wrong
      </button>
      <button type="button" onClick={() => enter('Correct-Horse-9')}>
        Right
      </button>
      <p>{useAuthUserOrNull()?.email ?? 'no one'}</p>
    </>
  )
}

const Security = () => {
  const ips = useIpRestrictions(true)
  const domains = useEmailDomainRestrictions(true)
  const { getCustomLoginThemeValue } = useCustomLoginTheme()
  const color = String(getCustomLoginThemeValue('palette.main'))
  const odd = String(getCustomLoginThemeValue('palette.constructor.name'))
  return (
    <p>{[ips.data?.restrictions.length, ips.userIpValid, ips.totalPages, domains.error, color, odd].join(' | ')}</p>
  )
}

const Links = () => {
  const redirectTo = useOnRedirectTo()
  return (
    <>
      <button type="button" onClick={() => redirectTo('/figures?tab=2', { replace: true })}>
        Figures
      </button>
      <button type="button" onClick={() => redirectTo('javascript:alert(1)')}>
        Script
      </button>
    </>
  )
}

const Parts = ({ report }: { report(name: string | undefined): void }) => {
  report(useFrontEntry()?.name)
  const isSteppedUp = useIsSteppedUp({ maxAge: 300 })
  useStepUp()
  useLoginWithRedirect()
  return (
    <>
      <AuthorizedContent requiredPermissions={['fe.secure.read.users']}>Team</AuthorizedContent>
      <AuthorizedContent requiredRoles={['unheld']} render={(may) => (may ? 'Secret' : 'Ask an admin')} />
      <SteppedUpContent maxAge={300} render={(proven) => (proven ? 'Proven' : 'Not proven')} />
      <p>{isSteppedUp ? 'stepped up' : 'one factor'}</p>
    </>
  )
}

describe('React hooks', () => {
  afterEach(async () => {
    cleanup()
    for (const harness of harnesses.splice(0)) await harness.close()
  })

  it('return the signed-in user, and redirect a user who signs out to the login page and back', async () => {
    const harness = await open({ name: 'hooks-who' }, <Who />)
    await waitFor(() => expect(screen.getByText(/^ada@acme\.test, .+, in, 1 accounts$/)).to.exist)
    await act(async () => {
      await harness.app.session.logout()
      await harness.wait()
    })
    expect(screen.getByText('unknown, no one, out, 0 accounts')).to.exist
    expect(pathOf(harness)).to.equal('/account/login?redirectUrl=%2Freports')
  })

  it('render a component again only when the selected value has changed', async () => {
    const drawn: string[] = []
    const harness = await open({ name: 'hooks-drawn' }, <Count onDraw={() => void drawn.push('again')} />)
    await waitFor(() => expect(screen.getByText('1')).to.exist)
    const before = drawn.length
    await act(async () => {
      await harness.app.session.refresh()
      await harness.wait()
    })
    expect(drawn).to.have.length(before)
    expect(shallowEqual({ a: 1 }, { a: 1 })).to.equal(true)
    expect(shallowEqual({ a: 1 }, { b: 1 })).to.equal(false)
    expect(shallowEqual([1], [1, 2])).to.equal(false)
    expect(shallowEqual(null, {})).to.equal(false)
  })

  it('return the store, which reports changes without rendering again', async () => {
    const stores: (PublicStore | undefined)[] = []
    const harness = await open({ name: 'hooks-store' }, <Report onStore={(store) => void stores.push(store)} />)
    await waitFor(() => expect(stores.at(-1)?.getState().user?.email).to.equal(ADA))
    const store = stores.at(-1)
    const drawn = stores.length
    let calls = 0
    const stop = store?.subscribe(() => {
      calls += 1
    })
    await act(async () => {
      await harness.app.session.logout()
      await harness.wait()
    })
    stop?.()
    expect(calls).to.be.above(0)
    expect(store?.getState().isAuthenticated).to.equal(false)
    expect(stores).to.have.length(drawn)
  })

  it('return routes, flags, policies and the app, including the host’s changes', async () => {
    const options = { authOptions: { routes: { loginUrl: '/come-in' } } }
    const respond = responding({ [portal.getFeatureFlags.path]: { first: 'on', second: 'off' } })
    await open({ name: 'hooks-facts', options: { contextOptions: { baseUrl: BASE }, ...options }, respond }, <Facts />)
    const facts = '1010 true EmailAndPassword hooksfacts path /come-in /account/sign-up'
    await waitFor(() => expect(screen.getByText(facts)).to.exist)
  })

  it('sign in from the host’s own screen, with the API’s message for a wrong password', async () => {
    const said: string[] = []
    const heard: unknown[] = []
    const listen = (event: Event) => void heard.push((event as CustomEvent).detail)
    document.addEventListener('fe-sign-in', listen)
    const harness = await open(
      { name: 'hooks-login', signedInAs: null },
      <SignIn say={(text) => void said.push(text)} />,
    )
    const press = async (name: string, times: number) => {
      screen.getByText(name).click()
      await waitFor(async () => {
        await act(() => harness.wait())
        expect(said).to.have.length(times)
      })
    }
    await press('Wrong', 1)
    expect(said[0]).to.match(/email or password/i)
    await press('Right', 2)
    expect(said[1]).to.equal('second factor: false')
    await waitFor(() => expect(screen.getByText(ADA)).to.exist)
    document.removeEventListener('fe-sign-in', listen)
    expect(heard).to.have.length(1)
    expect(heard[0]).to.include({ email: ADA })
  })

  it('load restrictions and the design of the login box, and report when the API refuses', async () => {
    const page = { items: [{ id: '1', ip: '10.0.0.1' }], _metadata: { totalPages: 1, totalItems: 1 } }
    const responses = responding({
      '/restrictions/ip/config': { isActive: true, strategy: 'ALLOW' },
      '/restrictions/ip/verify/allow': { valid: true },
      '/restrictions/ip': page,
      [metadata.getAdminBoxMetadata.path]: { configuration: { themeV2: { loginBox: { palette: { main: '#0a7' } } } } },
    })
    const respond: Responder = (request) =>
      request.url.includes('email-domain')
        ? Response.json({ errors: ['Not yours'] }, { status: 403 })
        : responses(request)
    await open({ name: 'hooks-security', respond }, <Security />)
    await waitFor(() => expect(screen.getByText('1 | true | 1 | Not yours | #0a7 | undefined')).to.exist)
  })

  it('navigate to the given URL, but never to a script URL', async () => {
    const harness = await open({ name: 'hooks-links' }, <Links />)
    screen.getByText('Figures').click()
    await waitFor(() => expect(pathOf(harness)).to.equal('/figures?tab=2'))
    screen.getByText('Script').click()
    await act(() => harness.wait())
    expect(pathOf(harness)).to.equal('/figures?tab=2')
  })

  it('require a second factor once, and show content by role, permission and factor', async () => {
    const known: (string | undefined)[] = []
    const harness = await open({ name: 'hooks-parts' }, <Parts report={(name) => void known.push(name)} />)
    await waitFor(() => expect(screen.getByText(/Team/)).to.exist)
    expect(document.body.textContent).to.include('Ask an admin').and.not.include('Secret')
    expect(screen.getByText('one factor')).to.exist
    await waitFor(() => expect(pathOf(harness)).to.match(/^\/account\/step-up\?/))
    expect(known.at(-1)).to.equal('hooksparts')
  })
})
