import type { login } from '../../contract/login.ts'
import type { AuthResponse } from '../../entities/auth.ts'
import { lazy } from '../../kernel/lazy.ts'
import { isRecord } from '../../kernel/safe-json.ts'
import { appCallback } from '../call/app-links.ts'
import { MAX_CODE_LENGTH, MAX_RELAY_STATE_LENGTH, MAX_URL_LENGTH, optionalText, text } from '../call/read.ts'
import { badRequest, Refusal, unauthorized } from '../call/refusal.ts'
import { LOGIN_PER_NETWORK, takeNetworkTry } from '../domain/base/limits/limits.ts'
import type { Exchange } from '../domain/identity/access/sessions.ts'
import { assertAllowedRedirect } from '../domain/oauth/redirects.ts'
import { enterBySso } from '../domain/sso/enter-by-sso.ts'
import { rememberFailure, unreachable } from '../domain/sso/setup/failures.ts'
import { rememberSignIn } from '../domain/sso/setup/setups.ts'
import { enabledConnection, oidcProviderOf } from '../domain/sso/sso.ts'
import { assertSameBrowser, type ProvenStepUp, takeHandle, takeRequest } from '../domain/sso/sso-requests.ts'
import { finishSsoStepUp } from '../domain/sso/sso-step-up.ts'
import type { Call } from '../http/handler.ts'
import { ClientRefusedError, type ForeignIdentity } from '../ports/sso.ts'
import type { Ports } from '../ports.ts'
import type { SsoConnectionRecord } from '../store/records.ts'

// Providers of OpenID Connect need no code for SAML.
const samlConsumer = lazy(() => import('../domain/sso/saml-consumer.ts'))

/** Base64 of a response is always longer than a handle. */
const MAX_HANDLE_LENGTH = 100
/** Length in base64; the verifier accepts no more. */
const MAX_RESPONSE_LENGTH = 180_000

/** Signs the user in and records the result for the connection's health. */
const enter = async (call: Exchange, connection: SsoConnectionRecord, identity: ForeignIdentity) => {
  try {
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

const exchange = async (call: PostLoginCall, { code, state, redirectUri, iss }: OidcResponse) => {
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

const enterBySaml = (call: Exchange, { connection, identity, stepUp }: ProvenSaml): Promise<AuthResponse> =>
  stepUp ? finishSsoStepUp(call, connection, { subject: identity.subject, stepUp }) : enter(call, connection, identity)

const finishSaml = async (call: Call<(typeof login)['samlPostLogin']>): Promise<AuthResponse> => {
  const { ports, body } = call
  await takeNetworkTry(call, LOGIN_PER_NETWORK)
  const response = text(body.SAMLResponse, 'SAMLResponse', MAX_RESPONSE_LENGTH)
  if (response.length <= MAX_HANDLE_LENGTH) {
    const { connectionId, identity, stepUp } = await takeHandle(call, response)
    const connection = await enabledConnection(ports, connectionId)
    return enterBySaml(call, { connection, identity: readIdentity(identity), stepUp })
  }
  const relayState = optionalText(body.RelayState, 'RelayState', MAX_RELAY_STATE_LENGTH) ?? ''
  const { browser, ...proven } = await (await samlConsumer()).consumeResponse(call, { response, relayState })
  // A response without a request must arrive at the consumer URL, which marks the browser that posts it.
  await assertSameBrowser(call, browser)
  return enterBySaml(call, proven)
}

const callbackOf = ({ ports }: PostLoginCall, redirectUri: unknown): string =>
  // Some clients omit it.
  optionalText(redirectUri, 'redirectUri', MAX_URL_LENGTH) ?? appCallback(ports.config, 'oidcRedirectUrl')

const issOf = (body: unknown): string | undefined =>
  isRecord(body) ? optionalText(body.iss, 'iss', MAX_URL_LENGTH) : undefined

type CodeCall = PostLoginCall & { body: { code: string; redirectUri?: string } }

/** The request body of the published API has no field for `iss` (RFC 9207); if a client sends it, it is checked. */
const finishOidc = (call: CodeCall, [stateName, state]: [name: string, value: unknown]) => {
  const { code, redirectUri } = call.body
  return exchange(call, {
    code: text(code, 'code', MAX_CODE_LENGTH),
    state: text(state, stateName),
    redirectUri: callbackOf(call, redirectUri),
    iss: issOf(call.body),
  })
}

export const ssoLoginWork = { finishOidc, finishSaml }
