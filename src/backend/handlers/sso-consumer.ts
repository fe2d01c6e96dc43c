import { federation } from '../../contract/federation.ts'
import type { ssoSession } from '../../contract/login.ts'
import { lazy } from '../../kernel/lazy.ts'
import { samlCodeOf } from '../../rules/saml-problem.ts'
import { appCallback } from '../call/app-links.ts'
import type { Reply } from '../call/caller.ts'
import { MAX_RELAY_STATE_LENGTH, MAX_URL_LENGTH, optionalText, text } from '../call/read.ts'
import { Refusal } from '../call/refusal.ts'
import { LOGIN_PER_NETWORK, takeNetworkTry } from '../domain/base/limits/limits.ts'
import { signOut } from '../domain/identity/sessions/end-session.ts'
import { assertAllowedRedirect } from '../domain/oauth/redirects.ts'
import { serviceProviderXml } from '../domain/sso/saml-metadata.ts'
import { socialAuthorizationUrl } from '../domain/sso/social.ts'
import { socialTarget } from '../domain/sso/social-providers.ts'
import { keepHandle } from '../domain/sso/sso-requests.ts'
import { startSsoStepUp } from '../domain/sso/sso-step-up.ts'
import { byOauth, type Call, type Handlers, open, signedIn } from '../http/handler.ts'
import type { Ports } from '../ports.ts'

// Loaded on demand, because only identity providers, and browsers of users who signed in there, call it.
const work = lazy(async () => (await import('./saml-logout-work.ts')).samlLogoutWork)

const samlLogoutHandlers = {
  receiveLogout: byOauth(async (call) => (await work()).receiveLogout(call)),
  receivePostedLogout: byOauth(async (call) => (await work()).receivePostedLogout(call)),
  leaveForLogout: byOauth(async (call) => (await work()).leaveForLogout(call)),
} satisfies Pick<Handlers<typeof federation>, 'receiveLogout' | 'receivePostedLogout' | 'leaveForLogout'>

// Loaded on demand: no identity provider posts to a preview, so it doesn't need the code that checks responses.
const samlConsumer = lazy(() => import('../domain/sso/saml-consumer.ts'))
const testSignIn = lazy(() => import('../domain/sso/setup/test-sign-in.ts'))

const DECLINED = samlCodeOf('status')

/** Length in base64; the verifier has its own limit. */
const MAX_RESPONSE_LENGTH = 2_900_000

/** Redirects with 303, so that the browser doesn't repeat a posted form (RFC 9110 §15.4.4). */
const leadTo = (reply: Reply, base: string, query: Readonly<Record<string, string>>): void => {
  const url = new URL(base)
  for (const [name, value] of Object.entries(query)) if (value !== '') url.searchParams.set(name, value)
  reply.status = 303
  reply.headers.set('Location', url.href)
}

/** Returns the error for the application's own page, which the browser is sent to instead of seeing JSON. */
const errorOf = (ports: Ports, error: unknown): string => {
  if (error instanceof Refusal) return error.status === 429 ? 'temporarily_unavailable' : 'access_denied'
  if (ports.refusalOf?.(error)) return 'temporarily_unavailable'
  ports.log.error('A sign-in at an identity provider failed', error)
  return 'server_error'
}

/**
 * Returns a code that makes the application show a cause other than the provider; a sign-in that the provider itself
 * declined has none.
 */
const codeOf = (error: unknown): string => {
  const code = error instanceof Refusal ? error.fields.code : undefined
  return code && code !== DECLINED ? code : ''
}

/** Returns the handle of the sign-in; `''` for a test, which signs in no user. */
const consume = async (call: Call<(typeof federation)['consumeSaml']>): Promise<string> => {
  const { ports, body } = call
  await takeNetworkTry(call, LOGIN_PER_NETWORK)
  const response = text(body.SAMLResponse, 'SAMLResponse', MAX_RESPONSE_LENGTH)
  const relayState = optionalText(body.RelayState, 'RelayState', MAX_RELAY_STATE_LENGTH) ?? ''
  if (await (await testSignIn()).finishSamlTest(ports, { response, relayState })) return ''
  const { connection, identity, browser, stepUp } = await (await samlConsumer()).consumeResponse(call, {
    response,
    relayState,
  })
  const handle = { connectionId: connection.id, identity: JSON.stringify(identity), browser, ...(stepUp && { stepUp }) }
  return keepHandle(call, connection.tenantId, handle)
}

const startSocial = async (call: Call<(typeof federation)['startSocialLogin']>, redirectUri: string, state: string) => {
  const { ports, path, query, caller } = call
  await takeNetworkTry({ ports, caller }, LOGIN_PER_NETWORK)
  const target = await socialTarget(ports, path.provider)
  return socialAuthorizationUrl(ports, target, {
    redirectUri,
    state,
    codeChallenge: optionalText(query.code_challenge, 'code_challenge', 128),
    loginHint: optionalText(query.login_hint, 'login_hint', 254),
  })
}

export const federationHandlers = {
  consumeSaml: open(async (call) => {
    const { ports, reply, body } = call
    const callback = appCallback(ports.config, 'samlCallbackUrl')
    const RelayState = typeof body.RelayState === 'string' ? body.RelayState.slice(0, MAX_RELAY_STATE_LENGTH) : ''
    try {
      leadTo(reply, callback, { SAMLResponse: await consume(call), RelayState })
    } catch (error) {
      leadTo(reply, callback, { error: errorOf(ports, error), error_code: codeOf(error), RelayState })
    }
  }),
  getServiceProvider: open(async ({ ports, query }) => {
    const xml = await serviceProviderXml(ports, optionalText(query.tenantId, 'tenantId'))
    return new Blob([xml], { type: 'application/samlmetadata+xml' })
  }),
  ...samlLogoutHandlers,
  startSocialLogin: open(async (call) => {
    const { ports, reply, query } = call
    const given = optionalText(query.redirectUri, 'redirectUri', MAX_URL_LENGTH)
    const redirectUri = given ?? appCallback(ports.config, 'socialLoginCallbackUrl')
    assertAllowedRedirect(ports.config, redirectUri)
    const state = text(query.state, 'state')
    try {
      leadTo(reply, await startSocial(call, redirectUri, state), {})
    } catch (error) {
      leadTo(reply, redirectUri, { error: errorOf(ports, error), state })
    }
  }),
} satisfies Handlers<typeof federation>

export const ssoSessionHandlers = {
  startSsoLogout: signedIn(async (call) => {
    const { ports, auth } = call
    const token = await (await work()).endWithProvider(ports, auth.session)
    await signOut(call, auth.session)
    if (token === undefined) return { url: null }
    const url = new URL(federation.leaveForLogout.path, ports.config.apiUrl)
    url.searchParams.set('token', token)
    return { url: url.href }
  }),
  startSsoStepUp: signedIn(async (call) => ({ address: await startSsoStepUp(call, call.auth.session) })),
} satisfies Handlers<typeof ssoSession>
