import { audits } from '../../contract/audits.ts'
import { billing } from '../../contract/billing.ts'
import { type Client, createClient, type Send } from '../../contract/client.ts'
import { invitation } from '../../contract/invitation.ts'
import { login, stepUp } from '../../contract/login.ts'
import { metadata } from '../../contract/metadata.ts'
import { mfaLogin } from '../../contract/mfa.ts'
import { password } from '../../contract/password.ts'
import { policies } from '../../contract/policies.ts'
import { domainRestrictions, ipRestrictions } from '../../contract/restrictions.ts'
import { activation, signUp } from '../../contract/sign-up.ts'
import { connectivity } from '../../contract/webhooks.ts'
import type { AuthResponse } from '../../entities/auth.ts'
import type { AuthStrategies, PublicPolicy, VendorInfo } from '../../entities/portal.ts'
import type { SessionUser } from '../../feature/ports.ts'
import type { FeatureDeps } from '../../feature/slice.ts'
import { isRecord } from '../../kernel/safe-json.ts'
import type { AuthRoutes } from '../../rules/auth-routes.ts'
import type { App } from '../app.ts'

/** Endpoints for a host's own screens: the sign-in calls, and the portal data that hooks load. */
type HeadlessTables = {
  activation: typeof activation
  audits: typeof audits
  billing: typeof billing
  connectivity: typeof connectivity
  domainRestrictions: typeof domainRestrictions
  invitation: typeof invitation
  ipRestrictions: typeof ipRestrictions
  login: typeof login
  metadata: typeof metadata
  mfaLogin: typeof mfaLogin
  password: typeof password
  policies: typeof policies
  signUp: typeof signUp
  stepUp: typeof stepUp
}

const HEADLESS_TABLES: HeadlessTables = {
  activation,
  audits,
  billing,
  connectivity,
  domainRestrictions,
  invitation,
  ipRestrictions,
  login,
  metadata,
  mfaLogin,
  password,
  policies,
  signUp,
  stepUp,
}

/** Settings that start-up loaded; each part is `undefined` when its call failed. */
export interface HeadlessSettings {
  /** Paths in use: the host's own over the defaults. */
  routes: AuthRoutes
  urlStrategy: 'path' | 'hash'
  previewMode: boolean
  /** Whether `entitlementsOptions.enabled` is set. */
  entitlements: boolean
  /** Flags by name; a flag is on only when its value is exactly `on`. */
  flags: Readonly<Record<string, string>>
  policy: PublicPolicy | undefined
  strategies: AuthStrategies | undefined
  vendor: VendorInfo | undefined
}

/** Options of `redirectTo`. */
export interface RedirectToOptions {
  /** Replaces the history entry. @default false */
  replace?: boolean
  /** Keeps the query of the current URL, except the parameters of email links. @default false */
  preserveQuery?: boolean
}

/** Calls of the login box without the box, for hosts that render their own screens. */
export interface Headless {
  /**
   * Every sign-in call, typed as the API describes it. A response with tokens signs the user in; a response that
   * requires a second factor is returned with its `mfaToken`.
   *
   * @throws HttpError with the API's error message; NetworkError, TimeoutError
   * @example
   * const { calls } = await app.headless()
   * const response = await calls.login.login({ body: { email: 'ada@acme.test', password: 'Correct-Horse-9' } })
   * if (response.mfaToken) await calls.mfaLogin.verifyCode({ body: { mfaToken: response.mfaToken, value: '123456' } })
   */
  readonly calls: Client<HeadlessTables>
  /**
   * Returns the current settings that start-up loaded.
   *
   * @example (await app.headless()).settings().policy?.allowSignups
   */
  settings(): HeadlessSettings
  /**
   * Calls `listener` after every change of `settings()`. Returns a function that unsubscribes.
   *
   * @example const stop = (await app.headless()).subscribe(() => console.log('changed')); stop()
   */
  subscribe(listener: () => void): () => void
  /**
   * Returns for each flag whether it is on.
   *
   * @example const [passkeys] = (await app.headless()).featureFlags(['show-passkeys-new'])
   */
  featureFlags(names: readonly string[]): boolean[]
  /**
   * Navigates to an http or https URL, through the host's `onRedirectTo` if set.
   *
   * @example (await app.headless()).redirectTo('/reports', { replace: true })
   */
  redirectTo(path: string, options?: RedirectToOptions): void
  /**
   * Renews the token and loads the profile and tenants again; resolves to `undefined` when no user is signed in.
   *
   * @example console.log((await (await app.headless()).reloadProfile())?.name)
   */
  reloadProfile(): Promise<SessionUser | undefined>
}

const isAuthResponse = (value: unknown): value is AuthResponse =>
  isRecord(value) && ('accessToken' in value || 'mfaRequired' in value)

/** Returns the auth response; sign-up responses wrap it. */
const authResponseOf = (response: unknown): AuthResponse | undefined => {
  const inner = isRecord(response) && 'authResponse' in response ? response.authResponse : response
  return isAuthResponse(inner) ? inner : undefined
}

/** Returns the app's transport, which also passes responses with tokens to the session. */
const createAcceptingSend = ({ session }: App, { client, events }: FeatureDeps): Send => {
  return async (endpoint, input, options) => {
    const response: unknown = await client({ one: { call: endpoint } }).one.call(input, options)
    const auth = endpoint.flags.tokens ? authResponseOf(response) : undefined
    if (!auth) return response
    const user = await session.accept(auth)
    if (user) events.after('sign-in', { email: user.email, userId: user.id })
    return response
  }
}

const createSettings = ({ store, options }: App) => {
  const entitlements = options.entitlementsOptions?.enabled === true
  let last: { from: unknown; settings: HeadlessSettings } | undefined
  return (): HeadlessSettings => {
    const { settings: from } = store.getState()
    if (last?.from === from) return last.settings
    const { routes, urlStrategy, preview: previewMode, flags, policy, strategies, vendor } = from
    last = { from, settings: { routes, urlStrategy, previewMode, entitlements, flags, policy, strategies, vendor } }
    return last.settings
  }
}

/** Creates the result of `app.headless()`, in a chunk of its own. */
export const createHeadless = (app: App): Headless => {
  const { runtime } = app.createRuntime({ target: document, source: 'login-box' })
  const settings = createSettings(app)
  return {
    calls: createClient(createAcceptingSend(app, runtime.deps), HEADLESS_TABLES),
    settings,
    subscribe(listener) {
      let last = settings()
      return app.store.subscribe(() => {
        if (settings() === last) return
        last = settings()
        listener()
      })
    },
    featureFlags: (names) => names.map((name) => settings().flags[name] === 'on'),
    redirectTo: (path, options) => app.navigator.go(new URL(path, app.navigator.location()).href, options),
    reloadProfile: () => app.session.refresh(),
  }
}
