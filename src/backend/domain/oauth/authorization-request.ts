import { toText } from '../../../kernel/base64url.ts'
import { MULTI_FACTOR_ACR } from '../../../rules/step-up.ts'
import type { OauthClient } from './oauth-clients.ts'
import { withoutEmpty } from './parameters.ts'
import { isClaimable, isRegistered } from './registered-url.ts'

/** The format of a code challenge: the SHA-256 hash in base64url (RFC 7636 §4.2). */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/
const MAX_VALUE_LENGTH = 2_048
/** Hints may be longer, because an ID token lists every role and permission. */
const MAX_HINT_LENGTH = 16_384
const PROMPTS: readonly string[] = ['none', 'login', 'select_account', 'consent', 'create']
const DIRECT_ACTIONS: readonly unknown[] = ['social-login', 'custom-social-login', 'direct']

type ResponseMode = 'query' | 'form_post'

type Query = Readonly<Record<string, string | undefined>>

export interface AuthorizationRequest {
  clientId: string
  redirectUri: string
  responseType: 'code' | 'id_token'
  responseMode: ResponseMode
  state: string | undefined
  nonce: string | undefined
  /** Empty for a confidential client that doesn't use PKCE. */
  challenge: string
  /** Whether no page may be shown; errors are returned to the client instead. */
  isSilent: boolean
  /** Whether the user signs in again, although a session is live. */
  mustAsk: boolean
  /** Whether a visitor is shown sign-up first (Initiating User Registration via OpenID Connect 1.0). */
  isSignUp: boolean
  maxAge: number | undefined
  needsMultiFactor: boolean
  /** The requested tenant, by its id or alias. */
  tenant: { id: string } | { alias: string } | undefined
  /** An ID token of the user that the client expects (OpenID Connect Core 3.1.2.1). */
  idTokenHint: string | undefined
}

export interface AuthorizationError {
  redirectUri: string
  responseMode: ResponseMode
  state: string | undefined
  error: string
  description: string
}

/** `unsafe` means that the response must not be sent to the given redirect URI (RFC 6749 §4.1.2.1). */
type ReadRequest =
  | { kind: 'valid'; request: AuthorizationRequest }
  | { kind: 'error'; error: AuthorizationError }
  | { kind: 'unsafe'; reason: string }

const isDirectAction = (text: string): boolean => {
  try {
    const action: unknown = JSON.parse(toText(text))
    return typeof action === 'object' && action !== null && 'type' in action && DIRECT_ACTIONS.includes(action.type)
  } catch {
    return false
  }
}

const isSeconds = (text: string): boolean => /^\d{1,15}$/.test(text)

const maxLengthOf = (name: string): number => (name === 'id_token_hint' ? MAX_HINT_LENGTH : MAX_VALUE_LENGTH)

const promptsOf = (query: Query): string[] => (query.prompt ?? '').split(' ').filter(Boolean)

/**
 * Returns the first problem of a request as an error code of the standards and a description. Each entry of the list is
 * one requirement.
 */
const problemOf = (
  query: Query,
  client: OauthClient,
  repeated: string | undefined,
): [error: string, description: string] | undefined => {
  const prompts = promptsOf(query)
  const isForCode = query.response_type === 'code'
  const isForIdToken = query.response_type === 'id_token' && !client.isOwn
  const usesPkce = isForCode && (!client.isConfidential || query.code_challenge !== undefined)
  const demands: [boolean, string, string][] = [
    [repeated === undefined, 'invalid_request', `${repeated} is sent more than once`],
    [
      Object.entries(query).every(([name, value]) => (value?.length ?? 0) <= maxLengthOf(name)),
      'invalid_request',
      'A parameter is too long',
    ],
    [
      isForCode || isForIdToken,
      'unsupported_response_type',
      `response_type must be code${client.isOwn ? '' : ' or id_token'}`,
    ],
    // In a query or a fragment, the token would be stored in the browser's history.
    [
      isForCode || query.response_mode === 'form_post',
      'invalid_request',
      'response_mode must be form_post for response_type id_token',
    ],
    [isForCode || Boolean(query.nonce), 'invalid_request', 'nonce is missing'],
    [
      ['query', 'form_post', undefined].includes(query.response_mode),
      'invalid_request',
      'response_mode must be query or form_post',
    ],
    [query.request === undefined, 'request_not_supported', 'request objects are not supported'],
    [query.request_uri === undefined, 'request_uri_not_supported', 'request_uri is not supported'],
    [(query.scope ?? '').split(' ').includes('openid'), 'invalid_scope', 'scope must contain openid'],
    [!usesPkce || query.code_challenge_method === 'S256', 'invalid_request', 'code_challenge_method must be S256'],
    [
      !usesPkce || CHALLENGE.test(query.code_challenge ?? ''),
      'invalid_request',
      'code_challenge is missing or malformed',
    ],
    [query.max_age === undefined || isSeconds(query.max_age), 'invalid_request', 'max_age must be a number of seconds'],
    [prompts.every((prompt) => PROMPTS.includes(prompt)), 'invalid_request', 'prompt is not known'],
    [
      !(prompts.includes('none') && prompts.length > 1),
      'invalid_request',
      'prompt none cannot be combined with other values',
    ],
    [
      query.login_direct_action === undefined || isDirectAction(query.login_direct_action),
      'invalid_request',
      'login_direct_action is malformed',
    ],
  ]
  const failed = demands.find(([holds]) => !holds)
  return failed && [failed[1], failed[2]]
}

const tenantOf = ({ tenantId, organization }: Query): AuthorizationRequest['tenant'] => {
  if (tenantId) return { id: tenantId }
  return organization ? { alias: organization } : undefined
}

/**
 * Reads an authorization request (RFC 6749 §4.1.1, RFC 7636 §4.3, and OpenID Connect Core 3.1.2.1). Public clients must
 * use S256 (RFC 9700 §2.1.1). Many confidential clients lack it, but prove with their secret that a code is theirs. An
 * ID token alone (OpenID Connect Core 3.2) grants no access to our API, so a client may request it without a code.
 */
export const readAuthorizationRequest = (
  given: { query: Query; repeated?: string | undefined },
  client: OauthClient | undefined,
): ReadRequest => {
  const query = withoutEmpty(given.query)
  if (!client) return { kind: 'unsafe', reason: 'The application is not known here.' }
  const redirectUri = query.redirect_uri ?? ''
  if (!isRegistered(client, client.redirectUris, redirectUri)) {
    return { kind: 'unsafe', reason: 'The application sent a redirect URI that is not registered.' }
  }
  const { state, nonce } = query
  const responseMode = query.response_mode === 'form_post' ? 'form_post' : 'query'
  const problem = problemOf(query, client, given.repeated)
  if (problem) {
    const [error, description] = problem
    return { kind: 'error', error: { redirectUri, responseMode, state, error, description } }
  }
  const prompts = promptsOf(query)
  return {
    kind: 'valid',
    request: {
      clientId: client.id,
      redirectUri,
      responseType: query.response_type === 'id_token' ? 'id_token' : 'code',
      responseMode,
      state,
      nonce,
      challenge: query.code_challenge ?? '',
      isSilent: prompts.includes('none'),
      mustAsk: prompts.includes('login') || prompts.includes('select_account') || isClaimable(client, redirectUri),
      isSignUp: prompts.includes('create'),
      maxAge: query.max_age === undefined ? undefined : Number(query.max_age),
      needsMultiFactor: (query.acr_values ?? '').split(' ').includes(MULTI_FACTOR_ACR),
      tenant: tenantOf(query),
      idTokenHint: query.id_token_hint || undefined,
    },
  }
}
