import { badRequest } from '../../call/refusal.ts'
import type { BackendConfig, Ports } from '../../ports.ts'
import type { Exchange } from '../access/sessions.ts'
import { keepSecret, liveTicket, spendTicket, TICKET_LIFE_MS } from '../credentials/tickets.ts'
import { jsonOf } from '../wire/wire.ts'

/** What a sign-in at a connection's identity provider needs when it comes back. */
export type SsoRequest =
  | { kind: 'oidc'; connectionId: string; codeVerifier: string; nonce: string; browser: string }
  | { kind: 'saml'; connectionId: string; requestId: string; browser: string }

/** Who an assertion was about, until the front end asks for her session. */
export interface SamlHandle {
  connectionId: string
  identity: string
  /** `''` for a sign-in that the provider began. */
  browser: string
}

/** 24 random bytes, and it fits into a RelayState (SAML Bindings 3.5.3: 80 bytes). */
const STATE_BYTES = 24

const cookieName = (config: Pick<BackendConfig, 'clientId'>): string => `fe_sso_${config.clientId.replaceAll('-', '')}`

const cookieOf = (config: BackendConfig, value: string): string => {
  const seconds = TICKET_LIFE_MS['sso-request'] / 1_000
  const secure = config.apiUrl.startsWith('https:') ? '; Secure' : ''
  return `${cookieName(config)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

const markOf = (ports: Ports, value: string): Promise<string> => ports.keyedHash('sso-browser', value)

/** Marks the browser that asks: only it may end what it began. Several sign-ins of one browser share the mark. */
export const markBrowser = async ({ ports, caller, reply }: Exchange): Promise<string> => {
  const value = caller.cookie(cookieName(ports.config)) ?? ports.random.token(STATE_BYTES)
  reply.headers.append('Set-Cookie', cookieOf(ports.config, value))
  return markOf(ports, value)
}

const elsewhere = () => badRequest('This sign-in was not started in this browser. Please start again')

export const assertSameBrowser = async ({ ports, caller }: Exchange, browser: string): Promise<void> => {
  const value = caller.cookie(cookieName(ports.config))
  if (value === undefined || (await markOf(ports, value)) !== browser) throw elsewhere()
}

/** The state of a new request; it is good for one answer. */
export const keepRequest = async (ports: Ports, tenantId: string, request: SsoRequest): Promise<string> => {
  const state = ports.random.token(STATE_BYTES)
  const lifeMs = TICKET_LIFE_MS['sso-request']
  await keepSecret(ports, state, { purpose: 'sso-request', userId: null, tenantId, lifeMs, detail: request })
  return state
}

/** The request a state stands for, if it is still open; reading it uses nothing. */
export const findRequest = async (ports: Ports, state: string) => {
  const ticket = await liveTicket(ports, 'sso-request', state)
  // Only keepRequest writes these.
  return ticket && { ticket, request: jsonOf(ticket.detail) as unknown as SsoRequest }
}

/** The open request of a state, which is spent with this. */
export const takeRequest = async <Kind extends SsoRequest['kind']>(
  exchange: Exchange,
  kind: Kind,
  state: string,
): Promise<Extract<SsoRequest, { kind: Kind }>> => {
  const { ports } = exchange
  const found = await findRequest(ports, state)
  if (found?.request.kind !== kind) throw badRequest('This sign-in is no longer open. Please start again')
  await assertSameBrowser(exchange, found.request.browser)
  await spendTicket(ports.store, found.ticket, ports.clock.now())
  // The kind was compared above.
  return found.request as Extract<SsoRequest, { kind: Kind }>
}

export const keepHandle = async (ports: Ports, tenantId: string, handle: SamlHandle): Promise<string> => {
  const token = ports.random.token(STATE_BYTES)
  const lifeMs = TICKET_LIFE_MS['saml-handle']
  await keepSecret(ports, token, { purpose: 'saml-handle', userId: null, tenantId, lifeMs, detail: handle })
  return token
}

/** What a handle stands for: once, within its minute, and only where the sign-in was started. */
export const takeHandle = async (exchange: Exchange, token: string): Promise<SamlHandle> => {
  const { ports } = exchange
  const ticket = await liveTicket(ports, 'saml-handle', token)
  if (!ticket) throw badRequest('This sign-in is no longer open. Please start again')
  // Only keepHandle writes these.
  const handle = jsonOf(ticket.detail) as unknown as SamlHandle
  if (handle.browser !== '') await assertSameBrowser(exchange, handle.browser)
  await spendTicket(ports.store, ticket, ports.clock.now())
  return handle
}
