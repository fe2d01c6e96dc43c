import type { WireSchemas } from '../../backend/adapters/validate.ts'
import type { Validate } from '../../backend/ports.ts'
import { type Outcome, type Send, TOO_MANY_REQUESTS, type WireReply } from './client.ts'
import {
  type Bases,
  type CallId,
  firstIdIn,
  firstKeyIn,
  type Known,
  NAMES_RECORD,
  type Operation,
  pathOfNothing,
  pathWith,
  queryOf,
  urlOf,
  wrongBodyOf,
} from './operations.ts'
import { isMissingCall, isSuccess, type ResponseChecks } from './response-checks.ts'
import type { Problem } from './results.ts'
import type { Book } from './results-book.ts'
import type { RunSession } from './session.ts'

export interface RunContext extends Bases {
  schemas: WireSchemas
  validate: Validate
  send: Send
  session: RunSession
  checks: ResponseChecks
  book: Book
  known: Known
  /** The server's response to a path that no contract has. */
  control: WireReply
}

const NOT_FOUND = 404
const FORBIDDEN = 403
const UNAVAILABLE = 503
const GUARDS = [401, FORBIDDEN]

/** A valid request for a record that doesn't exist is refused, so a 404 doesn't mean that the server lacks the call. */
const MAY_REFUSE: readonly CallId[] = [
  'team.getInviteLink',
  'ssoSaml.getConfig',
  'ssoSaml.getVendorConfig',
  'ssoSaml.getOidcConfig',
  'ssoSaml.getSsoPublicConfig',
  'billing.getSummary',
  'billing.getTenantConfiguration',
  'billing.getCustomer',
  'billing.getCardProviderConfig',
  'billing.getVendorPublicConfig',
  'planChanges.previewPlanChange',
  'connectivity.getSlackConfig',
  'connectivity.getSlackScope',
  'connectivity.getSlackChannels',
  'connectivity.listWebhookLogs',
  'slackApp.getSlackAuthorization',
  'slackApp.getSlackWorkspace',
  'activation.getActivationStrategy',
  'mfa.getRememberDevicePolicy',
  'reports.renderReport',
  'reports.downloadReport',
  'social.loginWithSocialProvider',
  'settings.getPublicAccountSettings',
  'guarantees.listGuaranteed',
]

/** Calls that a run can't try: another service makes the request, or only test mode serves it. */
const LEFT_OUT: Readonly<Partial<Record<CallId, string>>> = {
  'planChanges.receivePaymentEvent': 'the payment provider makes this call',
  'requestCounters.testCounters': 'only a test mode serves it',
}

/** Calls that are tried with the session of the run, after everything else. */
const OF_THE_SESSION: readonly CallId[] = ['login.login', 'session.refreshSession', 'session.logout']

const NO_SESSION = 'there is no session without a sign-in'
const NO_RECORD = 'the account has no record to read'
const NOT_SET_UP = 'the server isn’t set up for it'
const LIMITED = 'the server takes no more requests of this kind now (429)'
export const NOT_ALLOWED = 'the user may not do this; use an administrator'

const unreadable = (failure: string): Problem => ({ kind: 'unreadable', expected: 'a response', got: failure })

/** Returns whether a 404 means that the server doesn't know the path. */
const isMissing = ({ control }: RunContext, reply: WireReply, mayRefuse: boolean): boolean => {
  if (!isMissingCall(reply.status)) return false
  return reply.status !== NOT_FOUND || !mayRefuse || reply.text === control.text
}

type CheckReply = (reply: WireReply) => Problem[]

/** Records the result of one request. */
export const record = (
  context: RunContext,
  { call }: Operation,
  outcome: Outcome,
  check: CheckReply,
  mayRefuse = false,
): void => {
  const { book } = context
  if (!('reply' in outcome)) book.add(call, [unreadable(outcome.failure)])
  else if (outcome.reply.status === TOO_MANY_REQUESTS) book.leave(call, LIMITED)
  else if (isMissing(context, outcome.reply, mayRefuse)) book.miss(call, outcome.reply.status)
  else {
    book.add(call, check(outcome.reply))
    if (isSuccess(outcome.reply.status)) book.succeed(call)
  }
}

const learn = ({ known }: RunContext, call: CallId, { json }: WireReply): void => {
  const name = NAMES_RECORD[call]
  const id = name && firstIdIn(json)
  if (name && id) known[name] = id
  if (call === 'connectivity.listChannelEvents') known.eventKey = firstKeyIn(json) ?? ''
}

/** With a token, the sign-out by redirect could end the session of the run. */
const isPage = ({ call, endpoint: { flags } }: Operation) => flags.nav === true || call === 'session.oauthLogout'

/** Tries a reading call as the signed-in user, with a query that the contract accepts. */
const readWithToken = async (context: RunContext, operation: Operation): Promise<void> => {
  const { book, session, checks, schemas, known } = context
  const { call, endpoint } = operation
  const path = pathWith(operation, known)
  if (path === undefined) return book.leave(call, NO_RECORD)
  if (!operation.isPublic && !session.isSignedIn()) return book.leave(call, NO_SESSION)
  const outcome = await session.call({
    method: endpoint.method,
    url: urlOf(context, operation, path) + queryOf(call, schemas, known),
  })
  if ('reply' in outcome && outcome.reply.status === FORBIDDEN) return book.leave(call, NOT_ALLOWED)
  const mayRefuse = MAY_REFUSE.includes(call)
  if ('reply' in outcome && outcome.reply.status === UNAVAILABLE && mayRefuse) return book.leave(call, NOT_SET_UP)
  if ('reply' in outcome) learn(context, call, outcome.reply)
  const checkReply: CheckReply = (reply) =>
    isSuccess(reply.status) || !mayRefuse
      ? checks.success(call, endpoint, reply)
      : checks.refusal(call, endpoint, reply)
  record(context, operation, outcome, checkReply, mayRefuse)
}

const openPage = async (context: RunContext, operation: Operation): Promise<void> => {
  const url = urlOf(context, operation, pathOfNothing(operation))
  const outcome = await context.send({ method: operation.endpoint.method, url })
  record(context, operation, outcome, (reply) => context.checks.page(reply), true)
}

const hidesPaths = ({ control }: RunContext) => GUARDS.includes(control.status)

/** Tries a call without a token, which changes nothing; the refusal shows that the server knows the call. */
const callWithoutToken = async (context: RunContext, operation: Operation): Promise<void> => {
  const { endpoint, call } = operation
  if (context.book.isMissing(call)) return
  const outcome = await context.send({
    method: endpoint.method,
    url: urlOf(context, operation, pathOfNothing(operation)) + queryOf(call, context.schemas, context.known),
    ...(endpoint.method !== 'GET' && !endpoint.flags.multipart && { body: {} }),
  })
  const isHidden = 'reply' in outcome && outcome.reply.status === context.control.status && hidesPaths(context)
  if (isHidden && endpoint.method !== 'GET')
    return context.book.leave(call, 'the server refuses paths that it doesn’t know in the same way')
  record(context, operation, outcome, (reply) => context.checks.unauthorized(call, endpoint, reply))
}

/** Tries a call of signed-out users with an invalid body: it sends nothing and counts no wrong password. */
const callInvalid = async (context: RunContext, operation: Operation): Promise<void> => {
  const { call, endpoint } = operation
  const body = wrongBodyOf(call, context.schemas)
  const outcome = await context.send({
    method: endpoint.method,
    url: urlOf(context, operation, pathOfNothing(operation)),
    body: body ?? {},
  })
  const checkReply: CheckReply = (reply) =>
    !body && isSuccess(reply.status)
      ? context.checks.success(call, endpoint, reply)
      : context.checks.refusal(call, endpoint, reply)
  record(context, operation, outcome, checkReply, MAY_REFUSE.includes(call))
}

/** Tables whose changes could lock users out, so a server that validates no bodies must not get invalid ones. */
const KEEPS_OUT = [
  'policies',
  'sessionConfig',
  'lockoutGuard',
  'ipRestrictions',
  'ipRules',
  'domainRestrictions',
  'emailDomains',
  'ssoSaml',
  'ssoConfigs',
  'ssoConnections',
  'ssoEnforcement',
  'samlSettings',
  'password',
  'mfa',
  'mfaDevices',
  'memberMfa',
  'memberSecurity',
  'sessions',
  'sessionLimits',
  'session',
  'selfService',
  'tenantDeletion',
  'accountAlias',
  'passkeys',
  'phoneNumbers',
  'quickPhone',
  'confirmations',
]

/** Tries a changing call with a token and a body of wrong types; only with `--changes`. */
const callWrong = async (context: RunContext, operation: Operation): Promise<void> => {
  const { call, endpoint } = operation
  const body = wrongBodyOf(call, context.schemas)
  const [table = ''] = call.split('.')
  if (!body || KEEPS_OUT.includes(table) || context.book.isMissing(call) || !context.session.isSignedIn()) return
  if (context.validate(call, 'body', body).length === 0) return
  const outcome = await context.session.call({
    method: endpoint.method,
    url: urlOf(context, operation, pathOfNothing(operation)),
    body,
  })
  record(context, operation, outcome, (reply) => context.checks.refusal(call, endpoint, reply), true)
}

const isRead = ({ endpoint: { method } }: Operation) => method === 'GET'

/** Tries one call without changing anything. */
export const probe = async (context: RunContext, operation: Operation): Promise<void> => {
  const { call } = operation
  const left = LEFT_OUT[call]
  if (left) return context.book.leave(call, left)
  if (OF_THE_SESSION.includes(call)) return
  if (isPage(operation)) return openPage(context, operation)
  if (isRead(operation)) await readWithToken(context, operation)
  if (!operation.isPublic) await callWithoutToken(context, operation)
  else if (!isRead(operation)) await callInvalid(context, operation)
}

/** Tries a call that may change something, but only in ways that must be refused. */
export const probeChange = async (context: RunContext, operation: Operation): Promise<void> => {
  if (!isRead(operation) && !operation.isPublic && !isPage(operation)) await callWrong(context, operation)
}
