import * as client from 'openid-client'
import { isRecord, parseJson } from '../../kernel/safe-json.ts'
import { type AttributeMapping, MAPPED_FIELDS } from '../../rules/saml-attributes.ts'
import { isLoopbackHost } from '../call/inner-host.ts'
import {
  ClientRefusedError,
  type ForeignIdentity,
  type OidcCallback,
  type OidcClient,
  type OidcExplanation,
  type OidcLogout,
  type OidcProvider,
  UnusableProviderError,
} from '../ports/sso.ts'
import { createGuardedFetch, type GuardSettings } from './guarded-fetch.ts'
import { areGroupsElsewhere, type Claims, claimFor, hasClaim, identityOf, mergedClaims } from './oidc-claims.ts'
import { assertOneOrganization, discoverProvider } from './oidc-discovery.ts'
import { type ExchangedTokens, keepTokens, withOwnVerification } from './oidc-own-verification.ts'

const TIMEOUT_SECONDS = 5
/** Maximum difference between a provider's clock and ours, as for SAML. */
const CLOCK_TOLERANCE_SECONDS = 120
/** The result of discovery is requested again after this long. */
const CONFIGURATION_LIFE_MS = 10 * 60_000
const MAX_CONFIGURATIONS = 200

/** Accepts `https:` only, except for a provider on this machine; requests also go through the guard. */
const urlOf = (text: string): URL => {
  const url = new URL(text)
  const isFit = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))
  if (!isFit || url.username || url.password) throw new TypeError('The URL of the identity provider must use https')
  return url
}

/** Uses basic authentication, unless the provider supports only the other one (OpenID Connect Core 9). */
const authenticationFor = ({ clientSecret: secret, authentication = '' }: OidcProvider): client.ClientAuth => {
  if (secret === '' || authentication === 'none') return client.None()
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  if (authentication !== '') return authentication === 'basic' ? basic : post
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported
    const takesBasic = !methods || methods.includes('client_secret_basic')
    return (takesBasic ? basic : post)(server, ...rest)
  }
}

/**
 * Returns a JSON response in the form of the standard: providers send null or an empty string for missing values, no
 * token type, and a number as the subject. A number that the reader rounds is kept as it is, and refused.
 */
const inStandardForm = async (response: Response): Promise<Response> => {
  const type = response.headers.get('content-type') ?? ''
  if (!response.ok || !/json/i.test(type)) return response
  const text = await response.text()
  const value = parseJson(text.replace(/^\ufeff/, ''))
  if (!isRecord(value)) return new Response(text, response)
  const { sub } = value
  const isToken = typeof value.access_token === 'string' && value.access_token !== ''
  const standard = {
    ...(isToken && { token_type: 'Bearer' }),
    ...Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null && each !== '')),
    ...(Number.isSafeInteger(sub) && { sub: String(sub) }),
  }
  keepTokens(standard)
  return new Response(JSON.stringify(standard), { status: response.status, headers: { 'content-type': type } })
}

/** Returns the algorithms of ID tokens; a provider with one may send it without a list. */
const algorithmsOf = ({ id_token_signing_alg_values_supported: named }: client.ServerMetadata): string[] => {
  const listed = [named ?? []].flat().filter((algorithm) => typeof algorithm === 'string')
  return listed.length > 0 ? listed : ['RS256']
}

/** Without its own list, a provider signs UserInfo as it signs ID tokens, for which RS256 is the default (Discovery 3). */
const withUserInfoKeys = (server: client.ServerMetadata): client.ServerMetadata => ({
  userinfo_signing_alg_values_supported: algorithmsOf(server).filter((algorithm) => !/^(none|HS)/.test(algorithm)),
  ...server,
  id_token_signing_alg_values_supported: algorithmsOf(server),
})

const configure = async (provider: OidcProvider, guarded: client.CustomFetch): Promise<client.Configuration> => {
  const { clientId, issuer, endpoints } = provider
  const settings = { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS }
  const authentication = authenticationFor(provider)
  if (issuer !== undefined) {
    const url = urlOf(issuer)
    // Signatures of tokens that arrive over TLS are checked too, because a proxy may end TLS (OpenID Connect Core
    // 3.1.3.7 step 6 leaves this open).
    const execute = [
      client.enableNonRepudiationChecks,
      ...(url.protocol === 'http:' ? [client.allowInsecureRequests] : []),
    ]
    const options = { execute, timeout: TIMEOUT_SECONDS, [client.customFetch]: guarded }
    const found = await discoverProvider(url, (at) => client.discovery(at, clientId, settings, authentication, options))
    if (provider.attributes) assertOneOrganization(found.serverMetadata())
    const configuration = new client.Configuration(
      withUserInfoKeys(found.serverMetadata()),
      clientId,
      settings,
      authentication,
    )
    configuration.timeout = TIMEOUT_SECONDS
    configuration[client.customFetch] = guarded
    for (const prepare of execute) prepare(configuration)
    return configuration
  }
  if (!endpoints) throw new TypeError('The provider has neither an issuer nor endpoints')
  const authorization = urlOf(endpoints.authorization)
  const configuration = new client.Configuration(
    {
      issuer: authorization.origin,
      authorization_endpoint: authorization.href,
      token_endpoint: urlOf(endpoints.token).href,
      userinfo_endpoint: urlOf(endpoints.userInfo).href,
    },
    clientId,
    undefined,
    authentication,
  )
  configuration.timeout = TIMEOUT_SECONDS
  configuration[client.customFetch] = guarded
  if (authorization.protocol === 'http:') client.allowInsecureRequests(configuration)
  return configuration
}

const readJson = async (configuration: client.Configuration, token: string, url: string): Promise<unknown> => {
  const headers = new Headers({ accept: 'application/json', 'user-agent': 'front-entry' })
  const response = await client.fetchProtectedResource(configuration, token, urlOf(url), 'GET', null, headers)
  return response.ok ? response.json() : undefined
}

/** Returns the primary email of providers with a list of emails, which report for each whether it is verified. */
const primaryEmail = (list: unknown): Readonly<Record<string, unknown>> => {
  const entry = Array.isArray(list) ? list.find((each) => isRecord(each) && each.primary === true) : undefined
  return isRecord(entry) ? { email: entry.email, email_verified: entry.verified } : {}
}

const plainIdentity = async (
  configuration: client.Configuration,
  token: string,
  { userInfo, emails }: NonNullable<OidcProvider['endpoints']>,
): Promise<ForeignIdentity | undefined> => {
  const claims = await readJson(configuration, token, userInfo)
  const primary = emails ? primaryEmail(await readJson(configuration, token, emails)) : {}
  return isRecord(claims) ? identityOf({ ...claims, ...primary }) : undefined
}

const callbackUrl = ({ redirectUri, code, state, iss }: OidcCallback, configuration: client.Configuration): URL => {
  const url = new URL(redirectUri)
  url.searchParams.set('code', code)
  url.searchParams.set('state', state)
  const { issuer, authorization_response_iss_parameter_supported: saysIssuer } = configuration.serverMetadata()
  // The body of the contract has no field for `iss`; the state was issued for this provider only.
  const named = iss ?? (saysIssuer ? issuer : undefined)
  if (named !== undefined) url.searchParams.set('iss', named)
  return url
}

/**
 * Returns whether the provider refused, or its response proves nothing; any other error is a failure of ours or of the
 * network.
 */
const isRefusal = (error: unknown): boolean =>
  error instanceof OtherSubjectError ||
  error instanceof client.AuthorizationResponseError ||
  error instanceof client.ResponseBodyError ||
  error instanceof client.WWWAuthenticateChallengeError ||
  (error instanceof client.ClientError && error.code !== 'OAUTH_TIMEOUT')

const UNAUTHORIZED = 401

/**
 * Returns whether the token endpoint refused the client by a challenge, by a body, or by the status alone, which has no
 * other meaning there (RFC 6749 §5.2).
 */
const isClientRefusal = (error: unknown): boolean => {
  if (error instanceof client.WWWAuthenticateChallengeError) return true
  if (error instanceof client.ResponseBodyError)
    return error.status === UNAUTHORIZED || ['invalid_client', 'unauthorized_client'].includes(error.error)
  return error instanceof client.ClientError && error.cause instanceof Response && error.cause.status === UNAUTHORIZED
}

/** @throws ClientRefusedError with the provider's response as its cause */
const exchangeCode = (
  configuration: client.Configuration,
  { endpoints }: Pick<OidcProvider, 'endpoints'>,
  callback: OidcCallback,
) => {
  const { state, nonce, codeVerifier } = callback
  const grant = () =>
    client.authorizationCodeGrant(configuration, callbackUrl(callback, configuration), {
      expectedState: state,
      idTokenExpected: endpoints === undefined,
      ...(nonce && { expectedNonce: nonce }),
      ...(codeVerifier && { pkceCodeVerifier: codeVerifier }),
    })
  const expected = { nonce: nonce || undefined, clockTolerance: CLOCK_TOLERANCE_SECONDS }
  return (endpoints ? grant() : withOwnVerification(configuration, expected, grant)).catch((error: unknown) => {
    throw isClientRefusal(error) ? new ClientRefusedError('The provider refuses the client', { cause: error }) : error
  })
}

class OtherSubjectError extends Error {
  override readonly name = 'OtherSubjectError'
}

interface Described {
  claims: Claims
  /** Whether UserInfo could not be read, which may have contained more. */
  isPartial: boolean
}

/** @throws OtherSubjectError when UserInfo is about another user (OpenID Connect Core 5.3.2) */
const describedBy = async (
  configuration: client.Configuration,
  tokens: ExchangedTokens,
  mapping: AttributeMapping | undefined,
): Promise<Described | undefined> => {
  const token = tokens.claims()
  if (!token) return undefined
  const { userinfo_endpoint: userInfoUrl } = configuration.serverMetadata()
  const isComplete = MAPPED_FIELDS.every((field) => hasClaim(token, claimFor(field, mapping)))
  if (isComplete || !userInfoUrl) return { claims: token, isPartial: false }
  let userInfo: Claims
  try {
    userInfo = await client.fetchUserInfo(configuration, tokens.access_token, client.skipSubjectCheck)
  } catch (error) {
    // The user is known without UserInfo.
    if (hasClaim(token, claimFor('email', mapping))) return { claims: token, isPartial: true }
    throw error
  }
  if (userInfo.sub !== token.sub)
    throw new OtherSubjectError('UserInfo is about a different user from the one in the ID token')
  return { claims: mergedClaims(token, userInfo), isPartial: false }
}

const exchange = async (
  configuration: client.Configuration,
  { endpoints, attributes }: OidcProvider,
  callback: OidcCallback,
): Promise<ForeignIdentity | undefined> => {
  const tokens = await exchangeCode(configuration, { endpoints }, callback)
  if (endpoints) return plainIdentity(configuration, tokens.access_token, endpoints)
  const described = await describedBy(configuration, tokens, attributes)
  const identity = described && identityOf(described.claims, attributes)
  if (!identity) return undefined
  const { claims, isPartial } = described
  const groupsClaim = claimFor('groups', attributes)
  const isUnknown = !hasClaim(claims, groupsClaim) && (isPartial || areGroupsElsewhere(claims, groupsClaim))
  return {
    ...identity,
    ...(isUnknown && { areGroupsUnknown: true }),
    ...(tokens.id_token && { idToken: tokens.id_token }),
  }
}

/** Error codes of RFC 6749 §5.2, by the setting that an administrator must change. */
const CAUSES: Readonly<Record<string, string>> = {
  invalid_client: 'client',
  unauthorized_client: 'grant',
  unsupported_grant_type: 'grant',
  invalid_grant: 'grant',
  redirect_uri_mismatch: 'redirect',
}

const problemOf = (error: unknown, isClient: boolean): OidcExplanation => {
  if (error instanceof client.ResponseBodyError) {
    const detail = [error.error, error.error_description].filter(Boolean).join(': ')
    return { problem: { code: CAUSES[error.error] ?? (isClient ? 'client' : 'denied'), detail } }
  }
  // A refused client gets a challenge (RFC 6749 §5.2), and so does a token that UserInfo doesn't accept.
  if (error instanceof client.WWWAuthenticateChallengeError) {
    const { parameters } = error.cause[0] ?? {}
    return { problem: { code: isClient ? 'client' : 'denied', detail: parameters?.error ?? 'invalid_client' } }
  }
  if (error instanceof client.AuthorizationResponseError) return { problem: { code: 'denied', detail: error.error } }
  return { problem: { code: isClient ? 'client' : 'idToken', detail: error instanceof Error ? error.message : '' } }
}

const explain = async (
  configuration: client.Configuration,
  provider: OidcProvider,
  callback: OidcCallback,
): Promise<OidcExplanation> => {
  const described = await describedBy(
    configuration,
    await exchangeCode(configuration, provider, callback),
    provider.attributes,
  )
  const identity = described && identityOf(described.claims, provider.attributes)
  if (!described || !identity) return { problem: { code: 'idToken', detail: 'sub' } }
  return { identity, claims: described.claims }
}

/** @throws any error that isn't a refusal */
const explained = (error: unknown): OidcExplanation => {
  if (error instanceof ClientRefusedError) return problemOf(error.cause, true)
  if (isRefusal(error)) return problemOf(error, false)
  throw error
}

/** Servers refuse request lines of more than 8 KB, and the hint is only recommended (RP-Initiated Logout 1.0 §2). */
const MAX_HINT_LENGTH = 6_000

const logoutUrl = ({ clientId, issuer = '' }: OidcProvider, { endpoint, idToken, returnTo }: OidcLogout): string => {
  const url = urlOf(endpoint)
  const configuration = new client.Configuration({ issuer, end_session_endpoint: url.href }, clientId)
  if (url.protocol === 'http:') client.allowInsecureRequests(configuration)
  const hint: Record<string, string> = idToken.length <= MAX_HINT_LENGTH ? { id_token_hint: idToken } : {}
  const parameters = { ...hint, post_logout_redirect_uri: returnTo }
  return client.buildEndSessionUrl(configuration, parameters).href
}

/** Creates an OpenID Connect relying party; the protocol is implemented by npm openid-client. */
export const createOidcClient = (clock: { now(): number }, guard: GuardSettings = {}): OidcClient => {
  const fetchGuarded = createGuardedFetch(guard)
  const guarded: client.CustomFetch = async (url, options) =>
    inStandardForm(await fetchGuarded(url, options as RequestInit))
  const known = new Map<string, { configuration: Promise<client.Configuration>; until: number }>()

  const configurationOf = (provider: OidcProvider): Promise<client.Configuration> => {
    const key = JSON.stringify(provider)
    const found = known.get(key)
    if (found && found.until > clock.now()) return found.configuration
    const configuration = configure(provider, guarded)
    if (known.size >= MAX_CONFIGURATIONS) known.clear()
    known.set(key, { configuration, until: clock.now() + CONFIGURATION_LIFE_MS })
    configuration.catch(() => known.delete(key))
    return configuration
  }

  return {
    async authorizationUrl(provider, { state, scope, nonce, redirectUri, codeChallenge, loginHint, prompt }) {
      const configuration = await configurationOf(provider)
      const parameters = {
        scope,
        state,
        ...(nonce && { nonce }),
        ...(redirectUri && { redirect_uri: redirectUri }),
        ...(codeChallenge && { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
        ...(loginHint && { login_hint: loginHint }),
        ...(prompt && { prompt }),
      }
      return client.buildAuthorizationUrl(configuration, parameters).href
    },
    async exchange(provider, callback) {
      const configuration = await configurationOf(provider)
      try {
        return await exchange(configuration, provider, callback)
      } catch (error) {
        if (isRefusal(error)) return undefined
        throw error
      }
    },
    logoutUrl,
    async explain(provider, callback) {
      try {
        // A provider that can't be discovered has refused nothing, so such errors are thrown.
        const configuration = await configurationOf(provider)
        return await explain(configuration, provider, callback).catch(explained)
      } catch (error) {
        if (error instanceof UnusableProviderError) return { problem: { code: 'provider', detail: error.message } }
        throw error
      }
    },
  }
}
