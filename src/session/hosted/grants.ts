import type { Send } from '../../contract/client.ts'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { session } from '../../contract/session.ts'
import type { AuthResponse } from '../../entities/auth.ts'
import { GENERIC_MESSAGE, HttpError } from '../../kernel/errors.ts'
import { isRecord } from '../../kernel/safe-json.ts'
import type { IdTokenExpectation } from '../../rules/id-token.ts'
import { type Claims, claimsOf } from '../token.ts'
import type { PendingLogin } from './pending-logins.ts'
import type { Provider } from './provider.ts'
import { verifyIdToken } from './verify-id-token.ts'

/** Response that the session stores: the access token is sent, the ID token is read. */
interface HostedResponse extends AuthResponse {
  accessToken: string
  idToken?: string
}

export interface GrantDeps {
  send: Send
  clientId: string
  provider(): Promise<Provider>
  /** Seconds since the epoch, by the server's clock if a response has it. */
  now(): number
  /** Called when the server does not support the silent call. */
  noSilentCall(): void
}

/** The session before the new tokens, as far as it is known. */
interface Former {
  refreshToken?: string
  idToken?: string
}

const SILENT_DISABLED = 'silent refresh is disabled'
const NO_REFRESH = "couldn't refresh user token with oauth service"

type Expectation = Pick<IdTokenExpectation, 'nonce' | 'subject' | 'formerNonce' | 'maxAge'>

const nonEmptyText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** Error for a response that is not a token response; callers treat it as an outage, never as half a session. */
const unusable = () => new HttpError(GENERIC_MESSAGE, 502)

const isBearer = (type: unknown): boolean => type === undefined || (typeof type === 'string' && /^bearer$/i.test(type))

/** Converts a token response (RFC 6749 §5.1 and OpenID Connect Core 3.1.3.3). */
const toResponse = async (
  deps: GrantDeps,
  provider: Provider,
  response: unknown,
  { former, ...expectation }: Expectation & { former?: Former },
): Promise<HostedResponse> => {
  const read = isRecord(response) ? response : {}
  const accessToken = nonEmptyText(read.access_token)
  if (!accessToken || !isBearer(read.token_type)) throw unusable()
  const idToken = nonEmptyText(read.id_token) ?? (former && !read.id_token ? former.idToken : undefined)
  if (!idToken) throw unusable()
  if (idToken !== former?.idToken) {
    const { issuers, keys } = provider
    const expected = { issuers, clientId: deps.clientId, now: deps.now(), ...expectation }
    await verifyIdToken({ token: idToken, accessToken, keys, expected })
  }
  return {
    mfaRequired: false,
    accessToken,
    idToken,
    refreshToken: nonEmptyText(read.refresh_token) ?? former?.refreshToken,
    expiresIn: read.expires_in as number | undefined, // `lifetimeMs` handles invalid values
  }
}

/** Requests a token. A plain provider takes forms and needs the client ID; the wire has JSON without it. */
const requestToken = (
  deps: GrantDeps,
  { isPlain }: Provider,
  endpoint: AnyEndpoint,
  body: object,
  signal?: AbortSignal,
) =>
  deps.send(
    isPlain ? { ...endpoint, flags: { ...endpoint.flags, form: true, anonymous: true } } : endpoint,
    { body: isPlain ? { ...body, client_id: deps.clientId } : body },
    { signal },
  )

/** Sends the code, once, and uses the response only after it was verified. */
export const exchangeCode = async (deps: GrantDeps, login: PendingLogin, code: string): Promise<HostedResponse> => {
  const provider = await deps.provider()
  const response = await requestToken(deps, provider, session.exchangeAuthorizationCode, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: login.redirectUri,
    code_verifier: login.verifier,
  })
  return toResponse(deps, provider, response, { nonce: login.nonce, maxAge: login.maxAge })
}

const formerClaims = ({ idToken }: Former): Claims => (idToken ? claimsOf(idToken) : {})

export const refreshGrant = async (deps: GrantDeps, former: Former, signal?: AbortSignal): Promise<HostedResponse> => {
  const provider = await deps.provider()
  const body = { grant_type: 'refresh_token', refresh_token: former.refreshToken }
  const response = await requestToken(deps, provider, session.exchangeRefreshToken, body, signal)
  const { sub, nonce } = formerClaims(former)
  return toResponse(deps, provider, response, { former, subject: nonEmptyText(sub), formerNonce: nonEmptyText(nonce) })
}

/** Returns whether no user is signed in: a server without the call, or without a session, ends the silent requests. */
const isSignedOut = (error: unknown): boolean =>
  error instanceof HttpError &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 429 &&
  error.status !== 408

/** Returns whether the server lacks this call, and so will lack it later too. */
const isMissing = (error: unknown): boolean => error instanceof HttpError && [404, 405, 501].includes(error.status)

const signedOut = (reason: string) => new HttpError(reason, 401)

export const silentGrant = async (
  deps: GrantDeps,
  { tenantId, isDisabled, former }: { tenantId: string | null; isDisabled: boolean; former: Former },
  signal?: AbortSignal,
): Promise<HostedResponse> => {
  if (isDisabled) throw signedOut(SILENT_DISABLED)
  try {
    const [provider, response] = await Promise.all([
      deps.provider(),
      deps.send(session.silentAuthorize, { body: { tenantId } }, { signal }),
    ])
    if (!isRecord(response) || !nonEmptyText(response.access_token)) throw signedOut(NO_REFRESH)
    return await toResponse(deps, provider, response, { subject: nonEmptyText(formerClaims(former).sub) })
  } catch (error) {
    if (isMissing(error)) deps.noSilentCall()
    throw isSignedOut(error) ? signedOut(NO_REFRESH) : error
  }
}
