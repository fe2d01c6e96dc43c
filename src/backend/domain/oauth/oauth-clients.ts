import type { Caller } from '../../call/caller.ts'
import { Refusal } from '../../call/refusal.ts'
import type { BackendConfig, Ports } from '../../ports.ts'
import type { OauthClientRecord } from '../../store/records.ts'
import { isEqual } from '../base/constant-time.ts'
import { logoutReturnsOf, redirectUrisOf } from './authorization-config.ts'
import { oauthRefusal } from './oauth-refusal.ts'

/** An application that may request codes and tokens. */
export interface OauthClient {
  id: string
  /**
   * Whether this is the application with the login box, whose ID tokens grant access to our API like its access tokens.
   */
  isOwn: boolean
  /** Whether the client authenticates with a secret. A public client proves with PKCE that it requested the code. */
  isConfidential: boolean
  secretHash: string
  redirectUris: readonly string[]
  postLogoutRedirectUris: readonly string[]
}

const listOf = (json: string): readonly string[] => JSON.parse(json) as string[] // Only `registerClient` writes it.

/** Returns the application with the login box in its own pages, which can't keep a secret. */
const ownClient = (config: BackendConfig): OauthClient => ({
  id: config.clientId,
  isOwn: true,
  isConfidential: false,
  secretHash: '',
  redirectUris: redirectUrisOf(config),
  postLogoutRedirectUris: logoutReturnsOf(config),
})

const toClient = (record: OauthClientRecord): OauthClient => ({
  id: record.id,
  isOwn: false,
  isConfidential: record.secretHash !== '',
  secretHash: record.secretHash,
  redirectUris: listOf(record.redirectUris),
  postLogoutRedirectUris: listOf(record.postLogoutRedirectUris),
})

export const findClient = async (
  { config, store }: Pick<Ports, 'config' | 'store'>,
  id: string | undefined,
): Promise<OauthClient | undefined> => {
  if (id === undefined || id === '') return undefined
  if (id === config.clientId) return ownClient(config)
  const record = await store.oauthClients.get(id)
  return record && toClient(record)
}

const hashOf = ({ keyedHash }: Pick<Ports, 'keyedHash'>, id: string, secret: string): Promise<string> =>
  keyedHash('oauth-client', `${id} ${secret}`)

const SECRET_BYTES = 32
/** Identifies the kind of secret for secret scanners. */
const PREFIX = 'feoc_'

interface NewClient {
  name: string
  isConfidential: boolean
  redirectUris: readonly string[]
  postLogoutRedirectUris: readonly string[]
}

/** Registers a client. The secret is returned once; only its keyed hash is stored. */
export const registerClient = async (
  ports: Pick<Ports, 'store' | 'random' | 'clock' | 'keyedHash'>,
  { name, isConfidential, redirectUris, postLogoutRedirectUris }: NewClient,
): Promise<{ clientId: string; clientSecret: string | undefined }> => {
  const clientId = ports.random.uuid()
  const clientSecret = isConfidential ? PREFIX + ports.random.token(SECRET_BYTES) : undefined
  const now = ports.clock.now()
  await ports.store.oauthClients.insert({
    id: clientId,
    name,
    secretHash: clientSecret === undefined ? '' : await hashOf(ports, clientId, clientSecret),
    redirectUris: JSON.stringify(redirectUris),
    postLogoutRedirectUris: JSON.stringify(postLogoutRedirectUris),
    createdAt: now,
    updatedAt: now,
  })
  return { clientId, clientSecret }
}

interface Credentials {
  id: string
  secret: string
  isBasic: boolean
}

/**
 * Decodes one part of the credentials, which are form-encoded before they are joined (RFC 6749 §2.3.1). Many clients
 * don't encode them, so invalid text is returned unchanged.
 */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', '%20'))
  } catch {
    return text
  }
}

const BASIC = /^Basic +((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?)$/i

const basicOf = (caller: Caller): Credentials | undefined => {
  const header = caller.header('authorization') ?? ''
  if (!/^Basic(?:\s|$)/i.test(header)) return undefined
  const [, base64 = ''] = BASIC.exec(header) ?? []
  // Without this, a header that can't be read would make a request of another client one of the application.
  if (base64 === '') throw invalidClient(true)
  const [id = '', ...secret] = atob(base64).split(':')
  return { id: decoded(id), secret: decoded(secret.join(':')), isBasic: true }
}

/** Returns the refusal of a client. A client that used the header gets a challenge (RFC 6749 §5.2). */
export const invalidClient = (isBasic: boolean): Refusal => {
  const text = 'The client ID or client secret is incorrect'
  if (!isBasic) return oauthRefusal('invalid_client', text).as('wrong-secret')
  const headers = { 'WWW-Authenticate': 'Basic realm="front-entry"' }
  return new Refusal(401, [text], headers, { error: 'invalid_client', error_description: text }, 'wrong-secret')
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Reads the client's credentials from HTTP Basic or from fields; a request must not use both. */
export const credentialsOf = (caller: Caller, body: Readonly<Record<string, unknown>>): Credentials => {
  const basic = basicOf(caller)
  const [id, secret] = [textOf(body.client_id), textOf(body.client_secret)]
  if (basic && (secret !== '' || (id !== '' && id !== basic.id))) {
    throw oauthRefusal('invalid_request', 'The client must authenticate in one way')
  }
  return basic ?? { id, secret, isBasic: false }
}

/**
 * Authenticates the client of a request. A request without a client ID belongs to the application with the login box,
 * whose clients have never sent one.
 */
export const authenticateClient = async (
  ports: Ports,
  caller: Caller,
  body: Readonly<Record<string, unknown>>,
): Promise<OauthClient> => {
  const { id, secret, isBasic } = credentialsOf(caller, body)
  const client = await findClient(ports, id === '' && !isBasic ? ports.config.clientId : id)
  if (!client) throw invalidClient(isBasic)
  // Libraries send the header with an empty secret for public clients.
  if (!client.isConfidential) return client
  if (!isEqual(await hashOf(ports, client.id, secret), client.secretHash)) throw invalidClient(isBasic)
  return client
}
