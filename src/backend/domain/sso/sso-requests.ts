import { SSO_TEST_STATE } from '../../../rules/sso-test.ts'
import { cookieNameOf, cookiePrefix, privateCookie } from '../../call/cookies.ts'
import { badRequest } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import { jsonOf } from '../../store/json-text.ts'
import { keepSecret, liveTicket, spendTicket, TICKET_LIFE_MS } from '../base/tickets.ts'
import type { Exchange } from '../identity/access/sessions.ts'

/** What a sign-in at a connection's identity provider needs when it comes back. */
export type SsoRequest =
  | { kind: 'oidc'; connectionId: string; codeVerifier: string; nonce: string; browser: string }
  | { kind: 'saml'; connectionId: string; requestId: string; browser: string; stepUp?: StepUpRequest }
  // Tests of a connection sign in no one: their own kinds keep them out of every sign-in.
  | { kind: 'oidc-test'; connectionId: string; codeVerifier: string; nonce: string; browser: string; testId: string }
  | { kind: 'saml-test'; connectionId: string; requestId: string; browser: string; testId: string }

/** A session that is to prove a second factor at its identity provider. */
export interface StepUpRequest {
  sessionId: string
  userId: string
  /** The user must authenticate after this. */
  since: number
}

/** How the identity provider says it authenticated the user of a step-up. */
export interface ProvenStepUp extends Pick<StepUpRequest, 'sessionId' | 'userId'> {
  authnContext: string
}

/** The user an assertion was about, until the front end requests the session. */
interface SamlHandle {
  connectionId: string
  identity: string
  /** Mark of the browser that started the sign-in; `''` for a sign-in that the provider began. */
  browser: string
  stepUp?: ProvenStepUp
}

/** A handle as it is kept. */
interface KeptHandle extends SamlHandle {
  /** Mark of the browser that posted the response. */
  poster: string
}

/** 24 random bytes, and it fits into a RelayState (SAML Bindings 3.5.3: 80 bytes). */
const STATE_BYTES = 24

const nameOf = (ports: Ports): string => cookieNameOf(ports.config, 'sso')

/** One per handle: the cookie of another sign-in is not sent along with a post from another site, so it can't be shared. */
const handleCookieName = async ({ ports }: Exchange, token: string): Promise<string> =>
  `${cookiePrefix(ports.config)}fe_saml_${(await ports.keyedHash('saml-cookie', token)).slice(0, 16)}`

const markOf = (ports: Ports, value: string): Promise<string> => ports.keyedHash('sso-browser', value)

/** Marks the browser that asks: only it may end what it began. Several sign-ins of one browser share the mark. */
export const markBrowser = async ({ ports, caller, reply }: Exchange): Promise<string> => {
  const value = caller.cookies(nameOf(ports))[0] ?? ports.random.token(STATE_BYTES)
  const seconds = TICKET_LIFE_MS['sso-request'] / 1_000
  reply.headers.append('Set-Cookie', privateCookie(ports.config, { name: nameOf(ports), value, seconds }))
  return markOf(ports, value)
}

const elsewhere = () => badRequest('This sign-in was started in another browser. Start again here.')

/** A planted mark could as well arrive alone, so that several are no reason to refuse; names with `__Host-` keep it out. */
const isMarked = async (ports: Ports, values: readonly string[], mark: string): Promise<boolean> =>
  (await Promise.all(values.map((value) => markOf(ports, value)))).includes(mark)

export const assertSameBrowser = async ({ ports, caller }: Exchange, browser: string): Promise<void> => {
  if (!(await isMarked(ports, caller.cookies(nameOf(ports)), browser))) throw elsewhere()
}

/** The state of a new request; it is good for one response. */
export const keepRequest = async (ports: Ports, tenantId: string, request: SsoRequest): Promise<string> => {
  const state = ('testId' in request ? SSO_TEST_STATE : '') + ports.random.token(STATE_BYTES)
  const lifeMs = TICKET_LIFE_MS['sso-request']
  await keepSecret(ports, state, { purpose: 'sso-request', userId: null, tenantId, lifeMs, detail: request })
  return state
}

/** The request of a state, if it is still open; reading it does not use it. */
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
  if (found?.request.kind !== kind) throw badRequest('This sign-in has expired. Start again.')
  await assertSameBrowser(exchange, found.request.browser)
  await spendTicket(ports.store, found.ticket, ports.clock.now())
  // The kind was compared above.
  return found.request as Extract<SsoRequest, { kind: Kind }>
}

/** Keeps a handle for the browser that posted the response: only it gets the cookie that redeems the handle. */
export const keepHandle = async (exchange: Exchange, tenantId: string, handle: SamlHandle): Promise<string> => {
  const { ports, reply } = exchange
  const token = ports.random.token(STATE_BYTES)
  const value = ports.random.token(STATE_BYTES)
  const lifeMs = TICKET_LIFE_MS['saml-handle']
  const detail: KeptHandle = { ...handle, poster: await markOf(ports, value) }
  await keepSecret(ports, token, { purpose: 'saml-handle', userId: null, tenantId, lifeMs, detail })
  const cookie = { name: await handleCookieName(exchange, token), value, seconds: lifeMs / 1_000 }
  reply.headers.append('Set-Cookie', privateCookie(ports.config, cookie))
  return token
}

const assertPoster = async (exchange: Exchange, token: string, { poster }: KeptHandle): Promise<void> => {
  const { ports, caller, reply } = exchange
  const name = await handleCookieName(exchange, token)
  if (!(await isMarked(ports, caller.cookies(name), poster))) throw elsewhere()
  reply.headers.append('Set-Cookie', privateCookie(ports.config, { name, value: '', seconds: 0 }))
}

/** Redeems a handle: once, in time, in the browser that posted the response and, if there is one, that started it. */
export const takeHandle = async (exchange: Exchange, token: string): Promise<SamlHandle> => {
  const { ports } = exchange
  const ticket = await liveTicket(ports, 'saml-handle', token)
  if (!ticket) throw badRequest('This sign-in has expired. Start again.')
  // Only keepHandle writes these.
  const handle = jsonOf(ticket.detail) as unknown as KeptHandle
  await assertPoster(exchange, token, handle)
  if (handle.browser !== '') await assertSameBrowser(exchange, handle.browser)
  await spendTicket(ports.store, ticket, ports.clock.now())
  return handle
}
