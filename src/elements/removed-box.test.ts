import { expect } from 'chai'
import { impersonation, login } from '../contract/login.ts'
import { activation, signUp } from '../contract/sign-up.ts'
import { activateAccountFlow, impersonateFlow, signUpFlow } from '../flows/index.ts'
import { type BackendResponder, type Harness, openHarness } from './testing/harness.test-kit.ts'

const CREDENTIALS = { email: 'ada@acme.test', password: 'Correct-Horse-9' }
/** Longer than any notice is shown. */
const LONG_MS = 2_000

const isCall = (request: Request, path: string) => new URL(request.url).pathname.endsWith(path)

/** Signs in as Ada instead of making the call that would sign in a new user. */
const signInBy =
  (path: string, responseOf: (auth: unknown) => object): BackendResponder =>
  async (request, backend) => {
    if (isCall(request, activation.getActivationStrategy.path)) return Response.json({ shouldSetPassword: false })
    if (!isCall(request, path)) return undefined
    const url = request.url.replace(path, login.login.path)
    const body = JSON.stringify(CREDENTIALS)
    const response = await backend(url, { method: 'POST', headers: request.headers, body, credentials: 'include' })
    return Response.json(responseOf(await response.json()))
  }

const fillSignUp = async (harness: Harness) => {
  await harness.type('input[name=name]', 'Ada Lovelace')
  await harness.type('input[name=email]', CREDENTIALS.email)
  await harness.type('input[name=companyName]', 'Analytical')
  await harness.type('input[name=password]', 'Correct-Horse-9!')
  harness.field('button[type=submit]').click()
}

interface Way {
  title: string
  route: string
  respond: BackendResponder
  begin?(harness: Harness): Promise<void>
}

const WAYS: readonly Way[] = [
  {
    title: 'signed up',
    route: '/account/sign-up',
    respond: signInBy(signUp.signUp.path, (authResponse) => ({ shouldActivate: false, authResponse })),
    begin: fillSignUp,
  },
  {
    title: 'activated an account',
    route: '/account/activate?userId=ada&token=t',
    respond: signInBy(activation.activateAccount.path, (auth) => auth as object),
  },
  {
    title: 'began to impersonate a user',
    route: '/account/impersonate?impersonatedUserId=ada&actorToken=t',
    respond: signInBy(impersonation.impersonate.path, () => ({})),
  },
]

describe('A login box that its host removes as soon as a user is signed in', () => {
  let harness: Harness
  afterEach(() => harness.close())

  const open = async ({ title, route, respond }: Way, removed: () => void) => {
    await Promise.all([signUpFlow.load(), activateAccountFlow.load(), impersonateFlow.load()])
    harness = await openHarness({
      name: `removed-${title.replaceAll(' ', '-')}`,
      route: '/pricing',
      respond,
    })
    await harness.app.ready
    harness.app.store.subscribe(({ session }) => {
      if (session.status !== 'signed-in' || !harness.box.isConnected) return
      harness.box.remove()
      removed()
    })
    harness.app.navigator.setStaticRoute(route)
    await harness.wait()
  }
  const path = () => harness.app.navigator.location().pathname
  const leave = async () => {
    await harness.until(() => !harness.box.isConnected)
    await harness.wait(LONG_MS)
  }

  for (const way of WAYS) {
    it(`still redirects a user who ${way.title}`, async () => {
      await open(way, () => undefined)
      await way.begin?.(harness)
      await leave()
      await harness.until(() => path() === '/')
    })

    it(`doesn’t redirect a user who ${way.title} if the host does so itself`, async () => {
      await open(way, () => harness.app.navigator.setStaticRoute('/dashboard'))
      await way.begin?.(harness)
      await leave()
      expect(path()).to.equal('/dashboard')
    })
  }
})
