import type { login, ssoInitiation } from '../../contract/login.ts'
import { lazy } from '../../kernel/lazy.ts'
import { normalizeEmail } from '../../rules/email.ts'
import { challengeOf, createVerifier } from '../../rules/pkce.ts'
import { optionalText, text } from '../call/read.ts'
import { forbidden, notFound, type Refusal } from '../call/refusal.ts'
import { LOGIN_PER_NETWORK, takeNetworkTry } from '../domain/base/limits/limits.ts'
import { isOidc, isReady } from '../domain/identity/access/required-sso.ts'
import type { Exchange } from '../domain/identity/access/sessions.ts'
import { publicPolicySetting } from '../domain/settings/public-policy.ts'
import { onlyWithDomain } from '../domain/sso/issuer-connections.ts'
import { unreachable } from '../domain/sso/setup/failures.ts'
import { connectionFor, oidcProviderOf } from '../domain/sso/sso.ts'
import { keepRequest, markBrowser } from '../domain/sso/sso-requests.ts'
import { byCookie, type Handlers, open } from '../http/handler.ts'
import type { Ports } from '../ports.ts'
import type { SsoConnectionRecord } from '../store/records.ts'

// Loaded on demand: no identity provider responds to a preview, so it doesn't need the code that checks responses.
const work = lazy(async () => (await import('./sso-login-work.ts')).ssoLoginWork)

const SCOPE = 'openid email profile'

interface Start {
  /** Sent to the provider as a hint. */
  email: string
  /** Id of the test, if the sign-in is a test of the connection. */
  testId?: string
}

export const startOidc = async (
  call: Exchange,
  connection: SsoConnectionRecord,
  { email, testId }: Start,
): Promise<string> => {
  const { ports } = call
  const codeVerifier = createVerifier()
  const nonce = ports.random.token(24)
  const browser = await markBrowser(call)
  const facts = { connectionId: connection.id, codeVerifier, nonce, browser }
  const request = testId ? ({ kind: 'oidc-test', ...facts, testId } as const) : ({ kind: 'oidc', ...facts } as const)
  const state = await keepRequest(ports, connection.tenantId, request)
  const authorization = {
    state,
    scope: SCOPE,
    nonce,
    codeChallenge: await challengeOf(codeVerifier),
    ...(email && { loginHint: email }),
  }
  return ports.oidc
    .authorizationUrl(await oidcProviderOf(ports, connection), authorization)
    .catch((error: unknown) => unreachable(ports, connection, error))
}

export const startSaml = async (
  call: Exchange,
  connection: SsoConnectionRecord,
  { testId }: Pick<Start, 'testId'> = {},
): Promise<string> => {
  const { ports } = call
  // An `xs:ID` must not begin with a digit.
  const requestId = `_${ports.random.uuid()}`
  const browser = await markBrowser(call)
  const facts = { connectionId: connection.id, requestId, browser }
  const request = testId ? ({ kind: 'saml-test', ...facts, testId } as const) : ({ kind: 'saml', ...facts } as const)
  const relayState = await keepRequest(ports, connection.tenantId, request)
  return ports.saml.authorizationUrl(connection, { id: requestId, relayState })
}

/** Returns a 404, which sends the client to its own sign-in, or a 403 if there is no other way to sign in. */
const noConnection = async (store: Ports['store']): Promise<Refusal> => {
  const { authStrategy } = await publicPolicySetting.ofVendor(store)
  return authStrategy === 'NoLocalAuthentication'
    ? forbidden('Single sign-on isn’t set up for this email, and there is no other way to sign in.').as(
        'no-local-sign-in',
      )
    : notFound('Single sign-on isn’t set up for this email.')
}

const preLogin = open<(typeof login)['preLogin']>(async (call) => {
  const { ports, body } = call
  await takeNetworkTry(call, LOGIN_PER_NETWORK)
  const email = normalizeEmail(text(body.email, 'email'))
  const tenantId = optionalText(body.tenantId, 'tenantId')
  const connection = email && (await connectionFor(ports, email, tenantId))
  if (!email || !connection) throw await noConnection(ports.store)
  if (isOidc(connection)) return { address: await startOidc(call, connection, { email }), idpType: 'oidc' }
  return { address: await startSaml(call, connection), idpType: 'saml' }
})

/**
 * Finds the connection of the provider that starts the sign-in; a hint selects one of the tenants that share it.
 * Without a hint, copies of the connection in accounts without a verified domain are ignored.
 */
const initiated = async (ports: Ports, iss: string, hint: string | undefined) => {
  const email = hint === undefined ? undefined : normalizeEmail(hint)
  const hinted = email && (await connectionFor(ports, email))
  if (hinted) return hinted.ssoEndpoint === iss && isOidc(hinted) ? hinted : undefined
  const found = await ports.store.ssoConnections.list({ enabled: true, type: 'oidc', ssoEndpoint: iss })
  return onlyWithDomain(ports, found.filter(isReady))
}

/** Starts a sign-in at the provider (OpenID Connect Core 4); nothing in the provider's request is trusted. */
export const ssoInitiationHandlers = {
  startSso: open(async (call) => {
    const { ports, body } = call
    await takeNetworkTry(call, LOGIN_PER_NETWORK)
    const hint = optionalText(body.login_hint, 'login_hint', 254)
    const connection = await initiated(ports, text(body.iss, 'iss'), hint)
    if (!connection) throw notFound('Single sign-on isn’t set up for this identity provider.')
    return { address: await startOidc(call, connection, { email: hint ?? '' }), idpType: 'oidc' }
  }),
} satisfies Handlers<typeof ssoInitiation>

export const ssoLoginHandlers = {
  preLogin,
  preLoginV1: preLogin,
  samlPostLogin: byCookie(async (call) => (await work()).finishSaml(call)),
  oidcPostLogin: byCookie(async (call) => (await work()).finishOidc(call, ['RelayState', call.body.RelayState])),
  oidcPostLoginV1: byCookie(async (call) => (await work()).finishOidc(call, ['state', call.body.state])),
} satisfies Pick<
  Handlers<typeof login>,
  'preLogin' | 'preLoginV1' | 'samlPostLogin' | 'oidcPostLogin' | 'oidcPostLoginV1'
>
