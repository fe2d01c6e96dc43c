import type { Send } from '../../contract/client.ts'
import { session as sessionTable } from '../../contract/session.ts'
import type { CallbackEnd, HostedPort, HostedWish, SessionUser } from '../../feature/ports.ts'
import type { Clock } from '../../kernel/clock.ts'
import { HttpError } from '../../kernel/errors.ts'
import type { Logger } from '../../kernel/logger.ts'
import { jsonText } from '../../kernel/safe-json.ts'
import type { KeyValue } from '../../kernel/storage.ts'
import { createPkce } from '../../rules/pkce.ts'
import type { TokenGrants } from '../session-types.ts'
import type { Locks } from '../tab-lock.ts'
import type { SessionResponse } from '../token.ts'
import { type CallbackDeps, finishCallback } from './callback.ts'
import { type GrantDeps, refreshGrant, silentGrant } from './grants.ts'
import { createPendingLogins, type PendingLogins } from './pending-logins.ts'
import { createProviderSource, type Provider, type ProviderDeps, ProviderMismatchError } from './provider.ts'

interface AuthorizeDeps {
  clock: Clock
  log: Logger
  name: string
  clientId: string
  urlOf(path: string): URL
  redirectUri(): string
  provider(): Promise<Provider>
  pending: PendingLogins
  /** Returns the tenant that the page is scoped to, and the alias of the host's own. */
  scope(): Promise<{ tenantId?: string; organization?: string }>
}

const SCOPE = 'openid email profile'

const base64Json = (value: unknown): string => {
  const bytes = new TextEncoder().encode(jsonText(value))
  return btoa(String.fromCharCode(...bytes))
}

/** Returns the provider's metadata. Without it, the response is checked against the configured URL alone. */
const announced = async ({ provider, log }: AuthorizeDeps): Promise<Partial<Provider>> => {
  try {
    return await provider()
  } catch (error) {
    if (error instanceof ProviderMismatchError) throw error
    log.info('The provider could not be asked who it is', error)
    return {}
  }
}

/** Stores the flow and builds the URL to redirect to (OpenID Connect Core 3.1.2.1, RFC 7636 §4.3). */
const authorizeUrl = async (deps: AuthorizeDeps, wish: HostedWish): Promise<URL> => {
  const [pkce, { issuer, isIssuerPromised = false, canCreate = false }, scope] = await Promise.all([
    createPkce(),
    announced(deps),
    deps.scope(),
  ])
  const { state, nonce, verifier, challenge } = pkce
  const redirectUri = deps.redirectUri()
  const { returnTo, maxAge } = wish
  const flow = { state, nonce, verifier, redirectUri, issuer, isIssuerPromised, returnTo, maxAge }
  await deps.pending.keep({ ...flow, app: deps.name, createdAt: deps.clock.now() })
  const query: Record<string, string | undefined> = {
    response_type: 'code',
    client_id: deps.clientId,
    scope: SCOPE,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state,
    nonce,
    organization: wish.organization ?? scope.organization,
    tenantId: wish.tenantId ?? scope.tenantId,
    prompt: wish.prompt === 'create' && !canCreate ? undefined : wish.prompt,
    login_direct_action: wish.loginDirectAction && base64Json(wish.loginDirectAction),
    acr_values: wish.acrValues,
    max_age: maxAge === undefined ? undefined : String(maxAge),
  }
  const url = deps.urlOf(sessionTable.authorizeRedirect.path)
  for (const [name, value] of Object.entries(query)) if (value) url.searchParams.set(name, value)
  return url
}

export interface HostedDeps extends Omit<ProviderDeps, 'send'> {
  send: Send
  /** Seconds since the epoch by the server's clock. */
  serverNow(): number
  clock: Clock
  log: Logger
  local: KeyValue
  locks?: Locks
  /** Keeps the flows of several apps of one origin apart. */
  name: string
  clientId: string | undefined
  isSilentDisabled: boolean
  /** The page's URL, to read and to leave. */
  page: {
    url(): URL
    leave(url: string): void
    /** Navigates with a form, whose fields are in no URL; returns `false` when the page can't. */
    post(url: string, fields: Readonly<Record<string, string>>): boolean
    forgetResponse(): void
  }
  /** Returns the URL that the provider redirects to; it never has a fragment. */
  redirectUri(): string
  /** Returns the tenant that the page is scoped to, and the alias of the host's own. */
  scope(): Promise<{ tenantId?: string; organization?: string }>
  /** Returns the default URL after a logout. */
  homeUrl(): string
  accept(response: SessionResponse): Promise<SessionUser | undefined>
  refresh(): Promise<SessionUser | undefined>
}

export type HostedLogin = TokenGrants & HostedPort

const NO_CLIENT_ID = 'INVALID-CLIENT-ID'

const never = <Value>(): Promise<Value> => new Promise<Value>(() => {})

const createEnd =
  ({ send, page, log, homeUrl, urlOf, clientId }: HostedDeps): TokenGrants['end'] =>
  async (returnTo, sent, idToken) => {
    if (returnTo === undefined) return send(sessionTable.oauthLogout, {})
    const query = { post_logout_redirect_uri: returnTo || homeUrl() }
    try {
      // A server that knows the cookie responds with 302 and the URL; `send` follows it and never settles.
      await send(sessionTable.oauthLogout, { query }, { onLeave: sent })
    } catch (error) {
      if (!(error instanceof HttpError) && globalThis.navigator?.onLine === false) throw error
      log.info('The page itself goes to sign out', error)
    }
    sent()
    const target = urlOf(sessionTable.oauthLogout.path)
    const fields = { ...query, ...(clientId && { client_id: clientId }) }
    // With an ID token hint, no confirmation is shown (RP-Initiated Logout 1.0 §2); the hint is in no URL.
    if (idToken && page.post(target.href, { ...fields, id_token_hint: idToken })) return never()
    target.search = String(new URLSearchParams(fields))
    page.leave(target.href)
    return never()
  }

const createRenew =
  (grants: GrantDeps, isSilentOff: () => boolean): TokenGrants['renew'] =>
  ({ tenantId, former }, signal) => {
    // RFC 6749 §6 has no parameter for a tenant; only the silent request, which sends the cookie, supports the tab's
    // own.
    if (former.refreshToken && tenantId === null) return refreshGrant(grants, former, signal)
    return silentGrant(grants, { tenantId, isDisabled: isSilentOff(), former }, signal)
  }

const isAskingAnew = ({ prompt, maxAge, acrValues }: HostedWish): boolean =>
  prompt === 'login' || maxAge !== undefined || acrValues !== undefined

/** Creates redirect-based login for one app. */
export const createHostedLogin = (deps: HostedDeps): HostedLogin => {
  const { clock, log, local, locks } = deps
  const provider = createProviderSource(deps)
  const clientId = deps.clientId ?? NO_CLIENT_ID
  let isSilentOff = deps.isSilentDisabled
  const grants: GrantDeps = {
    send: deps.send,
    clientId,
    provider,
    now: deps.serverNow,
    noSilentCall() {
      isSilentOff = true
    },
  }
  const pending = createPendingLogins(local, clock, locks)
  const callback: CallbackDeps = { ...deps, grants, pending }
  let ending: Promise<CallbackEnd> | undefined

  const signInSilently = async (): Promise<SessionUser | undefined> => {
    try {
      return await deps.refresh()
    } catch (error) {
      log.info('Signing in silently failed; the provider is asked', error)
      return undefined
    }
  }
  const leave = async (wish: HostedWish): Promise<never> => {
    const url = await authorizeUrl({ ...deps, clientId, provider, pending }, wish)
    deps.page.leave(url.href)
    return never()
  }
  return {
    renew: createRenew(grants, () => isSilentOff),
    end: createEnd(deps),
    async login(wish = {}) {
      const user = isSilentOff || isAskingAnew(wish) ? undefined : await signInSilently()
      return user ?? leave(wish)
    },
    finish() {
      ending ??= finishCallback(callback)
      return ending
    },
  }
}
