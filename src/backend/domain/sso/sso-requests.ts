import { SSO_TEST_STATE } from '../../../rules/sso-test.ts'
import { cookieNameOf, cookiePrefix, privateCookie } from '../../call/cookies.ts'
import { badRequest } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import { jsonOf } from '../../store/json-text.ts'
import { keepSecret, liveTicket, spendTicket, TICKET_LIFE_MS } from '../base/tickets.ts'
import type { Exchange } from '../identity/access/sessions.ts'

/** The data that a sign-in at a connection's identity provider needs when it returns. */
export type SsoRequest =
  | { kind: 'oidc'; connectionId: string; codeVerifier: string; nonce: string; browser: string }
  | { kind: 'saml'; connectionId: string; requestId: string; browser: string; stepUp?: StepUpRequest }
  // Tests of a connection sign no user in, and their own kinds keep them out of every sign-in.
  | { kind: 'oidc-test'; connectionId: string; codeVerifier: string; nonce: string; browser: string; testId: string }
  | { kind: 'saml-test'; connectionId: string; requestId: string; browser: string; testId: string }

/** A session whose user must prove a second factor at their identity provider. */
export interface StepUpRequest {
  sessionId: string
  userId: string
  /** The time after which the user must authenticate. */
  since: number
}

/** A step-up with the method by which the identity provider authenticated the user. */
export interface ProvenStepUp extends Pick<StepUpRequest, 'sessionId' | 'userId'> {
  authnContext: string
}

/** The user of an assertion, stored until the front end requests the session. */
interface SamlHandle {
  connectionId: string
  identity: string
  /** The mark of the browser that started the sign-in; empty for a sign-in that the provider started. */
  browser: string
  stepUp?: ProvenStepUp
}

/** A handle in its stored form. */
interface KeptHandle extends SamlHandle {
  /** The mark of the browser that posted the response. */
  poster: string
}

/** With 24 random bytes, the state fits in a RelayState (80 bytes, SAML Bindings 3.5.3). */
const STATE_BYTES = 24

const nameOf = (ports: Ports): string => cookieNameOf(ports.config, 'sso')

/**
 * Returns the name of a handle's cookie. Each handle needs its own, because a browser doesn't send the cookie of
 * another sign-in with a post from another site.
 */
const handleCookieName = async ({ ports }: Exchange, token: string): Promise<string> =>
  `${cookiePrefix(ports.config)}fe_saml_${(await ports.keyedHash('saml-cookie', token)).slice(0, 16)}`

const markOf = (ports: Ports, value: string): Promise<string> => ports.keyedHash('sso-browser', value)

/**
 * Marks the requesting browser, so that only it can finish what it started. Several sign-ins of one browser share the
 * mark.
 */
export const markBrowser = async ({ ports, caller, reply }: Exchange): Promise<string> => {
  const value = caller.cookies(nameOf(ports))[0] ?? ports.random.token(STATE_BYTES)
  const seconds = TICKET_LIFE_MS['sso-request'] / 1_000
  reply.headers.append('Set-Cookie', privateCookie(ports.config, { name: nameOf(ports), value, seconds }))
  return markOf(ports, value)
}

const elsewhere = () => badRequest('This sign-in was started in another browser. Start again here.').as('start-over')

/**
 * Returns whether one of several cookies has the mark. Having several cookies isn't a reason to refuse, because a
 * planted one could also be the only one; names with `__Host-` prevent planted cookies.
 */
const isMarked = async (ports: Ports, values: readonly string[], mark: string): Promise<boolean> =>
  (await Promise.all(values.map((value) => markOf(ports, value)))).includes(mark)

export const assertSameBrowser = async ({ ports, caller }: Exchange, browser: string): Promise<void> => {
  if (!(await isMarked(ports, caller.cookies(nameOf(ports)), browser))) throw elsewhere()
}

/** Stores a new request and returns its state, which is valid for one response. */
export const keepRequest = async (ports: Ports, tenantId: string, request: SsoRequest): Promise<string> => {
  const state = ('testId' in request ? SSO_TEST_STATE : '') + ports.random.token(STATE_BYTES)
  const lifeMs = TICKET_LIFE_MS['sso-request']
  await keepSecret(ports, state, { purpose: 'sso-request', userId: null, tenantId, lifeMs, detail: request })
  return state
}

/** Returns the request of a state if it is still open, without using it. */
export const findRequest = async (ports: Ports, state: string) => {
  const ticket = await liveTicket(ports, 'sso-request', state)
  // Only `keepRequest` writes this value.
  return ticket && { ticket, request: jsonOf(ticket.detail) as unknown as SsoRequest }
}

/** Returns the open request of a state and uses it up. */
export const takeRequest = async <Kind extends SsoRequest['kind']>(
  exchange: Exchange,
  kind: Kind,
  state: string,
): Promise<Extract<SsoRequest, { kind: Kind }>> => {
  const { ports } = exchange
  const found = await findRequest(ports, state)
  if (found?.request.kind !== kind) throw badRequest('This sign-in has expired. Start again.').as('start-over')
  await assertSameBrowser(exchange, found.request.browser)
  await spendTicket(ports.store, found.ticket, ports.clock.now())
  // The kind was compared above.
  return found.request as Extract<SsoRequest, { kind: Kind }>
}

/** Stores a handle for the browser that posted the response, which gets the only cookie that can redeem it. */
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

/**
 * Redeems a handle once and in time, in the browser that posted the response and, if there is one, that started the
 * sign-in.
 */
export const takeHandle = async (exchange: Exchange, token: string): Promise<SamlHandle> => {
  const { ports } = exchange
  const ticket = await liveTicket(ports, 'saml-handle', token)
  if (!ticket) throw badRequest('This sign-in has expired. Start again.').as('start-over')
  // Only `keepHandle` writes this value.
  const handle = jsonOf(ticket.detail) as unknown as KeptHandle
  await assertPoster(exchange, token, handle)
  if (handle.browser !== '') await assertSameBrowser(exchange, handle.browser)
  await spendTicket(ports.store, ticket, ports.clock.now())
  return handle
}
