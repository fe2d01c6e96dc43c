import type { login, ssoInitiation } from '../../contract/login.ts'
import type { AuthResponse } from '../../entities/auth.ts'
import { lazy } from '../../kernel/lazy.ts'
import { isRecord } from '../../kernel/safe-json.ts'
import { normalizeEmail } from '../../rules/email.ts'
import { challengeOf, createVerifier } from '../../rules/pkce.ts'
import { appCallback } from '../call/app-links.ts'
import { MAX_CODE_LENGTH, MAX_RELAY_STATE_LENGTH, MAX_URL_LENGTH, optionalText, text } from '../call/read.ts'
import { badRequest, forbidden, notFound, Refusal, unauthorized } from '../call/refusal.ts'
import { LOGIN_PER_NETWORK, takeNetworkTry } from '../domain/base/limits/limits.ts'
import { isOidc, isReady } from '../domain/identity/access/required-sso.ts'
import type { Exchange } from '../domain/identity/access/sessions.ts'
import { assertAllowedRedirect } from '../domain/oauth/redirects.ts'
import { publicPolicySetting } from '../domain/settings/public-policy.ts'
import { onlyWithDomain } from '../domain/sso/issuer-connections.ts'
import { noteFailure, rememberFailure } from '../domain/sso/setup/failures.ts'
import { rememberSignIn } from '../domain/sso/setup/setups.ts'
import { connectionFor, enabledConnection, oidcProviderOf } from '../domain/sso/sso.ts'
import {
  assertSameBrowser,
  keepRequest,
  markBrowser,
  type ProvenStepUp,
  takeHandle,
  takeRequest,
} from '../domain/sso/sso-requests.ts'
import { finishSsoStepUp } from '../domain/sso/sso-step-up.ts'
import { byCookie, type Call, type Handlers, open } from '../http/handler.ts'
import { ClientRefusedError, type ForeignIdentity, UnusableProviderError } from '../ports/sso.ts'
import type { Ports } from '../ports.ts'
import type { SsoConnectionRecord } from '../store/records.ts'

// Loaded on demand: no identity provider posts to a preview, so it doesn't need the code that checks responses.
const samlConsumer = lazy(() => import('../domain/sso/saml-consumer.ts'))
const entry = lazy(() => import('../domain/sso/enter-by-sso.ts'))

const SCOPE = 'openid email profile'
/** Base64 of a response is always longer than a handle. */
const MAX_HANDLE_LENGTH = 100
/** Length in base64; the verifier accepts no more. */
const MAX_RESPONSE_LENGTH = 180_000

/** Refuses the sign-in if a provider can't be reached or used, which isn't the user's fault. */
const unreachable = async (ports: Ports, connection: SsoConnectionRecord, error: unknown): Promise<never> => {
  if (error instanceof Refusal) throw error
  if (error instanceof UnusableProviderError) {
    await noteFailure(ports, connection, error.message)
    throw new Refusal(502, [error.message])
  }
  ports.log.warn('An identity provider could not be reached', error)
  throw new Refusal(502, ['We can’t reach your identity provider right now. Try again in a moment.'])
}

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

/** Signs the user in and records the result for the connection's health. */
const enter = async (call: Exchange, connection: SsoConnectionRecord, identity: ForeignIdentity) => {
  try {
    const { enterBySso } = await entry()
    const response = await enterBySso(call, connection, identity)
    await rememberSignIn(call.ports, connection)
    return response
  } catch (error) {
    if (error instanceof Refusal) await rememberFailure(call.ports, connection, error.errors[0] ?? '')
    throw error
  }
}

/** The user can't fix this: an administrator must copy the client secret again. */
const refuseClient = async (ports: Ports, connection: SsoConnectionRecord): Promise<never> => {
  await rememberFailure(ports, connection, 'client')
  const text =
    'Your identity provider doesn’t accept the client ID or client secret of this connection. Ask your administrator to enter them again.'
  throw new Refusal(401, [text]).as('oidc_client')
}

interface OidcResponse {
  code: string
  state: string
  redirectUri: string
  iss: string | undefined
}

type PostLoginCall = Call<(typeof login)['oidcPostLogin'] | (typeof login)['oidcPostLoginV1']>

const finishOidc = async (call: PostLoginCall, { code, state, redirectUri, iss }: OidcResponse) => {
  const { ports } = call
  await takeNetworkTry(call, LOGIN_PER_NETWORK)
  assertAllowedRedirect(ports.config, redirectUri)
  const { connectionId, codeVerifier, nonce } = await takeRequest(call, 'oidc', state)
  const connection = await enabledConnection(ports, connectionId)
  const callback = { code, state, redirectUri, codeVerifier, nonce, ...(iss && { iss }) }
  const identity = await ports.oidc
    .exchange(await oidcProviderOf(ports, connection), callback)
    .catch(async (error: unknown) => {
      if (error instanceof ClientRefusedError) await refuseClient(ports, connection)
      return unreachable(ports, connection, error)
    })
  if (!identity) {
    await rememberFailure(ports, connection, 'response')
    throw unauthorized('We couldn’t verify the response from your identity provider. Start again.')
  }
  return enter(call, connection, identity)
}

/** Reads the identity that the consumer wrote into its own ticket. */
const readIdentity = (json: string): ForeignIdentity => {
  const value: unknown = JSON.parse(json)
  if (!isRecord(value)) throw badRequest('This sign-in has expired. Start again.').as('start-over')
  return value as unknown as ForeignIdentity
}

interface ProvenSaml {
  connection: SsoConnectionRecord
  identity: ForeignIdentity
  stepUp?: ProvenStepUp | undefined
}

const finishSaml = (call: Exchange, { connection, identity, stepUp }: ProvenSaml): Promise<AuthResponse> =>
  stepUp ? finishSsoStepUp(call, connection, { subject: identity.subject, stepUp }) : enter(call, connection, identity)

const samlPostLogin = byCookie<(typeof login)['samlPostLogin']>(async (call) => {
  const { ports, body } = call
  await takeNetworkTry(call, LOGIN_PER_NETWORK)
  const response = text(body.SAMLResponse, 'SAMLResponse', MAX_RESPONSE_LENGTH)
  if (response.length <= MAX_HANDLE_LENGTH) {
    const { connectionId, identity, stepUp } = await takeHandle(call, response)
    const connection = await enabledConnection(ports, connectionId)
    return finishSaml(call, { connection, identity: readIdentity(identity), stepUp })
  }
  const relayState = optionalText(body.RelayState, 'RelayState', MAX_RELAY_STATE_LENGTH) ?? ''
  const { browser, ...proven } = await (await samlConsumer()).consumeResponse(call, { response, relayState })
  // A response without a request must arrive at the consumer URL, which marks the browser that posts it.
  await assertSameBrowser(call, browser)
  return finishSaml(call, proven)
})

const callbackOf = ({ ports }: PostLoginCall, redirectUri: unknown): string =>
  // Some clients omit it.
  optionalText(redirectUri, 'redirectUri', MAX_URL_LENGTH) ?? appCallback(ports.config, 'oidcRedirectUrl')

const issOf = (body: unknown): string | undefined =>
  isRecord(body) ? optionalText(body.iss, 'iss', MAX_URL_LENGTH) : undefined

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

type CodeCall = Parameters<typeof finishOidc>[0] & { body: { code: string; redirectUri?: string } }

/** The request body of the published API has no field for `iss` (RFC 9207); if a client sends it, it is checked. */
const finishByCode = (call: CodeCall, [stateName, state]: [name: string, value: unknown]) => {
  const { code, redirectUri } = call.body
  return finishOidc(call, {
    code: text(code, 'code', MAX_CODE_LENGTH),
    state: text(state, stateName),
    redirectUri: callbackOf(call, redirectUri),
    iss: issOf(call.body),
  })
}

export const ssoLoginHandlers = {
  preLogin,
  preLoginV1: preLogin,
  samlPostLogin,
  oidcPostLogin: byCookie((call) => finishByCode(call, ['RelayState', call.body.RelayState])),
  oidcPostLoginV1: byCookie((call) => finishByCode(call, ['state', call.body.state])),
} satisfies Pick<
  Handlers<typeof login>,
  'preLogin' | 'preLoginV1' | 'samlPostLogin' | 'oidcPostLogin' | 'oidcPostLoginV1'
>
