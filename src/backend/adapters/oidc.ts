import * as client from 'openid-client'
import { isRecord } from '../../kernel/safe-json.ts'
import type {
  ForeignIdentity,
  OidcCallback,
  OidcClient,
  OidcExplanation,
  OidcLogout,
  OidcProvider,
} from '../sso-ports.ts'
import { createGuardedFetch, type GuardSettings } from './guarded-fetch.ts'
import { isLoopbackHost } from './inner-ip.ts'

const TIMEOUT_SECONDS = 5
/** What discovery found is asked for again after this long. */
const CONFIGURATION_LIFE_MS = 10 * 60_000
const MAX_CONFIGURATIONS = 200

/** Only https, but for a provider on this machine; what is asked there goes through the guard besides. */
const urlOf = (text: string): URL => {
  const url = new URL(text)
  const isFit = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))
  if (!isFit || url.username || url.password) throw new TypeError('The URL of the identity provider must use https')
  return url
}

/** OpenID Connect Core 9: basic, unless the provider says that it takes only the other one. */
const authenticationFor = (secret: string): client.ClientAuth => {
  if (secret === '') return client.None()
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported
    const takesBasic = !methods || methods.includes('client_secret_basic')
    return (takesBasic ? basic : post)(server, ...rest)
  }
}

const configure = async (
  { clientId, clientSecret, issuer, endpoints }: OidcProvider,
  guarded: client.CustomFetch,
): Promise<client.Configuration> => {
  const authentication = authenticationFor(clientSecret)
  if (issuer !== undefined) {
    const url = urlOf(issuer)
    const execute = url.protocol === 'http:' ? [client.allowInsecureRequests] : []
    const options = { execute, timeout: TIMEOUT_SECONDS, [client.customFetch]: guarded }
    return client.discovery(url, clientId, undefined, authentication, options)
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

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const flagOf = (value: unknown): boolean | undefined => {
  if (value === true || value === 'true') return true
  return value === false || value === 'false' ? false : undefined
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []

const MAX_PICTURE_URL_LENGTH = 2_000

const pictureOf = (value: unknown): string | undefined => {
  const url = textOf(value)
  return url && url.length <= MAX_PICTURE_URL_LENGTH && /^https:\/\//i.test(url) && URL.canParse(url) ? url : undefined
}

/** `id` is what providers without OpenID call it. */
export const identityOf = (claims: Readonly<Record<string, unknown>>): ForeignIdentity | undefined => {
  const subject = textOf(claims.sub) ?? (claims.id === undefined ? undefined : String(claims.id))
  if (!subject) return undefined
  return {
    subject,
    email: textOf(claims.email),
    emailVerified: flagOf(claims.email_verified),
    name: textOf(claims.name) ?? textOf(claims.login),
    picture: pictureOf(claims.picture ?? claims.avatar_url),
    groups: textsOf(claims.groups),
  }
}

const readJson = async (configuration: client.Configuration, token: string, url: string): Promise<unknown> => {
  const headers = new Headers({ accept: 'application/json', 'user-agent': 'front-entry' })
  const response = await client.fetchProtectedResource(configuration, token, urlOf(url), 'GET', null, headers)
  return response.ok ? response.json() : undefined
}

/** Providers with a list of emails report for each whether it is verified. */
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
  // The wire's body has no place for `iss`; the state was made for this provider alone.
  const named = iss ?? (saysIssuer ? issuer : undefined)
  if (named !== undefined) url.searchParams.set('iss', named)
  return url
}

/** Refusals of the provider and responses that prove nothing; anything else is a failure of ours or of the network. */
const isRefusal = (error: unknown): boolean =>
  error instanceof client.AuthorizationResponseError ||
  error instanceof client.ResponseBodyError ||
  (error instanceof client.ClientError && error.code !== 'OAUTH_TIMEOUT')

const exchangeCode = (
  configuration: client.Configuration,
  { endpoints }: Pick<OidcProvider, 'endpoints'>,
  callback: OidcCallback,
) => {
  const { state, nonce, codeVerifier } = callback
  return client.authorizationCodeGrant(configuration, callbackUrl(callback, configuration), {
    expectedState: state,
    idTokenExpected: endpoints === undefined,
    ...(nonce && { expectedNonce: nonce }),
    ...(codeVerifier && { pkceCodeVerifier: codeVerifier }),
  })
}

type Tokens = Awaited<ReturnType<typeof exchangeCode>>

/** The claims of the ID token, with the profile where the token has no email. */
const claimsOf = async (configuration: client.Configuration, tokens: Tokens) => {
  const claims = tokens.claims()
  if (!claims) return undefined
  const { userinfo_endpoint: userInfo } = configuration.serverMetadata()
  if (claims.email !== undefined || !userInfo) return claims
  return { ...(await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)), sub: claims.sub }
}

const exchange = async (
  configuration: client.Configuration,
  { endpoints }: OidcProvider,
  callback: OidcCallback,
): Promise<ForeignIdentity | undefined> => {
  const tokens = await exchangeCode(configuration, { endpoints }, callback)
  if (endpoints) return plainIdentity(configuration, tokens.access_token, endpoints)
  const claims = await claimsOf(configuration, tokens)
  const identity = claims && identityOf(claims)
  return identity && { ...identity, ...(tokens.id_token && { idToken: tokens.id_token }) }
}

/** Error codes of RFC 6749 §5.2 by what an administrator has to change. */
const CAUSES: Readonly<Record<string, string>> = {
  invalid_client: 'client',
  unauthorized_client: 'grant',
  unsupported_grant_type: 'grant',
  invalid_grant: 'grant',
  redirect_uri_mismatch: 'redirect',
}

const problemOf = (error: unknown): OidcExplanation => {
  if (error instanceof client.ResponseBodyError) {
    const detail = [error.error, error.error_description].filter(Boolean).join(': ')
    return { problem: { code: CAUSES[error.error] ?? 'denied', detail } }
  }
  // RFC 6749 §5.2: a client that isn't accepted gets a challenge.
  if (error instanceof client.WWWAuthenticateChallengeError) {
    const { parameters } = error.cause[0] ?? {}
    return { problem: { code: 'client', detail: parameters?.error ?? 'invalid_client' } }
  }
  if (error instanceof client.AuthorizationResponseError) return { problem: { code: 'denied', detail: error.error } }
  return { problem: { code: 'idToken', detail: error instanceof Error ? error.message : '' } }
}

const explain = async (
  configuration: client.Configuration,
  provider: OidcProvider,
  callback: OidcCallback,
): Promise<OidcExplanation> => {
  const claims = await claimsOf(configuration, await exchangeCode(configuration, provider, callback))
  const identity = claims && identityOf(claims)
  if (!claims || !identity) return { problem: { code: 'idToken', detail: 'sub' } }
  return { identity, claims }
}

const logoutUrl = ({ clientId, issuer = '' }: OidcProvider, { endpoint, idToken, returnTo }: OidcLogout): string => {
  const url = urlOf(endpoint)
  const configuration = new client.Configuration({ issuer, end_session_endpoint: url.href }, clientId)
  if (url.protocol === 'http:') client.allowInsecureRequests(configuration)
  const parameters = { id_token_hint: idToken, post_logout_redirect_uri: returnTo }
  return client.buildEndSessionUrl(configuration, parameters).href
}

/** OpenID Connect as a relying party; the protocol is npm openid-client's. */
export const createOidcClient = (clock: { now(): number }, guard: GuardSettings = {}): OidcClient => {
  const fetchGuarded = createGuardedFetch(guard)
  const guarded: client.CustomFetch = (url, options) => fetchGuarded(url, options as RequestInit)
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
      const configuration = await configurationOf(provider)
      try {
        return await explain(configuration, provider, callback)
      } catch (error) {
        if (isRefusal(error) || error instanceof client.WWWAuthenticateChallengeError) return problemOf(error)
        throw error
      }
    },
  }
}
