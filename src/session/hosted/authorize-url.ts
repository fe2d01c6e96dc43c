import { session as sessionTable } from '../../contract/session.ts'
import type { HostedWish } from '../../feature/hosted-port.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Logger } from '../../kernel/logger.ts'
import { jsonText } from '../../kernel/safe-json.ts'
import { createPkce } from '../../rules/pkce.ts'
import type { PendingLogins } from './pending-logins.ts'
import { type Provider, ProviderMismatchError } from './provider.ts'

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
export const authorizeUrl = async (deps: AuthorizeDeps, wish: HostedWish): Promise<URL> => {
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
