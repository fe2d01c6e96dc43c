import type { CallbackEnd, CallbackFault, SessionUser } from '../../feature/ports.ts'
import type { Clock } from '../../kernel/clock.ts'
import { HttpError } from '../../kernel/errors.ts'
import type { Logger } from '../../kernel/logger.ts'
import { type AuthorizationResponse, readAuthorizationResponse } from '../../rules/authorization-response.ts'
import { IdTokenError } from '../../rules/id-token.ts'
import type { SessionResponse } from '../token.ts'
import { exchangeCode, type GrantDeps } from './grants.ts'
import type { PendingLogin, PendingLogins } from './pending-logins.ts'
import { ProviderMismatchError } from './provider.ts'

export interface CallbackDeps {
  clock: Clock
  log: Logger
  name: string
  grants: GrantDeps
  pending: PendingLogins
  page: { url(): URL; forgetResponse(): void }
  accept(response: SessionResponse): Promise<SessionUser | undefined>
}

class Fault extends Error {
  constructor(readonly fault: CallbackFault) {
    super(fault)
  }
}

/** Returns the flow's record (INVALID-CODE-VERIFIER of the contract); without it, nothing is sent anywhere. */
const flowOf = async ({ pending, name }: CallbackDeps, state: string): Promise<PendingLogin> => {
  const login = await pending.take(state)
  if (!login || login.app !== name) throw new Fault('unknown-flow')
  return login
}

/** RFC 9207 §2.4: the issuer is compared as text, before any other value is trusted. */
const assertIssuer = async ({ grants }: CallbackDeps, login: PendingLogin, issuer: string | undefined) => {
  if (issuer === undefined) {
    if (login.isIssuerPromised) throw new Fault('other-provider')
    return
  }
  const known = login.issuer === undefined ? (await grants.provider()).issuers : [login.issuer]
  if (!known.includes(issuer)) throw new Fault('other-provider')
}

const DENIALS: readonly string[] = ['access_denied', 'login_required', 'interaction_required', 'consent_required']

const assertAccepted = (response: AuthorizationResponse): Exclude<AuthorizationResponse, { kind: 'refused' }> => {
  if (response.kind !== 'refused') return response
  throw new Fault(response.reason === 'no-response' ? 'no-response' : 'malformed-response')
}

const faultOf = (error: unknown): CallbackFault => {
  if (error instanceof Fault) return error.fault
  if (error instanceof ProviderMismatchError) return 'other-provider'
  if (error instanceof IdTokenError) return 'bad-token'
  // A response that was cut off is a stream error, not one of ours.
  return error instanceof HttpError && error.status < 500 ? 'refused' : 'network'
}

/** Handles a failure: no user is signed in, and waiting callers are notified. */
const fail = async (deps: CallbackDeps, error: unknown, login: PendingLogin | undefined): Promise<CallbackEnd> => {
  const fault = faultOf(error)
  // The URL is never logged, because it may contain the code.
  deps.log.warn(`Signing in failed: ${fault}`)
  await deps.accept({ mfaRequired: false })
  return { kind: 'failed', fault, returnTo: login?.returnTo }
}

const readUrl = ({ page }: CallbackDeps): AuthorizationResponse => {
  const response = readAuthorizationResponse(page.url())
  page.forgetResponse()
  return response
}

/**
 * Ends a redirect login. Nothing is exchanged unless this browser started exactly this flow with this provider. Never
 * rejects.
 */
export const finishCallback = async (deps: CallbackDeps): Promise<CallbackEnd> => {
  let login: PendingLogin | undefined
  try {
    const response = assertAccepted(readUrl(deps))
    login = await flowOf(deps, response.state)
    await assertIssuer(deps, login, response.issuer)
    if (response.kind === 'error') throw new Fault(DENIALS.includes(response.error) ? 'denied' : 'provider-error')
    const user = await deps.accept(await exchangeCode(deps.grants, login, response.code))
    if (!user) throw new Fault('refused')
    return { kind: 'signed-in', user, returnTo: login.returnTo }
  } catch (error) {
    return fail(deps, error, login)
  }
}
