import { createResponseChecker, createValidator, type WireSchemas } from '../../backend/adapters/validate.ts'
import { API_PREFIX } from '../../contract/path.ts'
import { type ClientSettings, createClient, type Outcome, type WireReply } from './client.ts'
import { evaluateFeatures, type FeatureResult } from './features.ts'
import type { Group } from './groups.ts'
import { type CallId, type Known, listOperations, type Operation } from './operations.ts'
import { probe, probeChange, type RunContext, record } from './probes.ts'
import { createResponseChecks } from './response-checks.ts'
import type { CallResult } from './results.ts'
import { createBook } from './results-book.ts'
import { runScenarios } from './scenarios.ts'
import { createSession, NotStartedError } from './session.ts'

export interface ConformanceSettings extends ClientSettings {
  /** URL of the server, without a slash at the end, such as `https://id.example.com`. */
  baseUrl: string
  /** Precedes the paths that the front end calls. @default '/frontegg' */
  urlPrefix?: string | undefined
  email: string
  password: string
  /** Tries the calls of one group only. @default all */
  only?: Group | undefined
  /** Whether the run also makes valid and invalid changes, and undoes them. @default false */
  changes?: boolean
  schemas: WireSchemas
  /**
   * Milliseconds after which no more calls are tried; the run's records are deleted nevertheless.
   * @default 20 minutes
   */
  limitMs?: number
  /** Ends the run in the same way. */
  signal?: AbortSignal
}

export interface ConformanceReport {
  baseUrl: string
  /** Each call of the contract, or of the chosen group. */
  calls: readonly CallResult[]
  /** Each part of the front end; only if the whole contract was tried. */
  features: readonly FeatureResult[]
  /** Records that the run created and could not delete. */
  leftovers: readonly string[]
}

const LIMIT_MS = 20 * 60_000
const UNKNOWN_PATH = '/conformance-unknown/v1'

const replyOf = (outcome: Outcome): WireReply => {
  if ('reply' in outcome) return outcome.reply
  throw new NotStartedError(`The server didn’t respond: ${outcome.failure}.`)
}

const idIn = (json: unknown, name: string): Known => {
  const value = (json as Record<string, unknown> | null | undefined)?.[name]
  return typeof value === 'string' ? { [name === 'id' ? 'userId' : name]: value } : {}
}

/** Sorts lists first, because calls for one record need its id. */
const inOrder = (operations: readonly Operation[]): Operation[] => {
  const hasParameter = ({ endpoint: { path } }: Operation) => path.includes('{')
  return [...operations.filter((each) => !hasParameter(each)), ...operations.filter(hasParameter)]
}

/** Tries the refresh and the sign-out of this run's session, and the preflight that browsers send before calls. */
const endSession = async (context: RunContext, operations: Operations): Promise<void> => {
  const { session, checks, book } = context
  const ends: readonly [CallId, () => Promise<Outcome>][] = [
    ['session.refreshSession', session.refresh],
    ['session.logout', session.signOut],
  ]
  for (const [call, end] of ends) {
    const operation = operations.get(call)
    if (!session.isSignedIn()) book.leave(call, 'there is no session without a sign-in')
    else if (operation)
      record(context, operation, await end(), (reply) => checks.success(call, operation.endpoint, reply))
    else if (call === 'session.logout') await end()
  }
}

/**
 * Tries a preflight. RFC 9110 doesn't define it, but browsers send it before a request with a JSON body or a token
 * (Fetch §4.8).
 */
const preflight = async (context: RunContext, login: Operation, origin: string): Promise<void> => {
  const outcome = await context.send({
    method: 'OPTIONS',
    url: `${context.apiUrl}${login.endpoint.path}`,
    headers: {
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,content-type',
    },
  })
  if (!('reply' in outcome))
    return context.book.add(login.call, [
      { kind: 'unreadable', expected: 'a response to the preflight', got: outcome.failure },
    ])
  const { status, headers } = outcome.reply
  const isAllowed =
    status < 300 &&
    headers.get('access-control-allow-origin') === origin &&
    headers.get('access-control-allow-credentials') === 'true' &&
    /content-type/i.test(headers.get('access-control-allow-headers') ?? '')
  context.book.add(
    login.call,
    isAllowed
      ? []
      : [
          {
            kind: 'cors',
            expected: 'a preflight that allows the given origin, credentials and JSON',
            got: `status ${status} without all of these`,
          },
        ],
  )
}

/** Signs in and reads the user. */
const begin = async (context: RunContext, all: Operations, settings: ConformanceSettings): Promise<void> => {
  const login = all.get('login.login')
  if (!login) return
  const { session, checks, known, apiUrl } = context
  const outcome = await session.signIn(settings.email, settings.password)
  record(context, login, outcome, (reply) => checks.success(login.call, login.endpoint, reply))
  if (settings.origin) await preflight(context, login, settings.origin)
  const me = all.get('session.getMe')
  if (!session.isSignedIn() || !me) return
  const mine = await session.call({ method: 'GET', url: `${apiUrl}${me.endpoint.path}` })
  if ('reply' in mine) Object.assign(known, idIn(mine.reply.json, 'id'), idIn(mine.reply.json, 'tenantId'))
}

type Operations = ReadonlyMap<string, Operation>

const indexed = (operations: readonly Operation[]): Operations =>
  new Map(operations.map((operation) => [operation.call, operation]))

const OUT_OF_TIME = 'the run ended before it'

const tryChanges = async (context: RunContext, operations: Operations, isOver: () => boolean): Promise<string[]> => {
  for (const operation of operations.values()) if (!isOver()) await probeChange(context, operation)
  return runScenarios(context, operations, isOver)
}

/**
 * Compares a backend with the contract over HTTP: it signs in once, tries each call, and signs out. Without `changes`
 * no request with a token changes anything.
 *
 * @throws NotStartedError when the server can't be reached or the user can't be signed in
 * @example const { calls } = await runConformance({ baseUrl: 'https://id.example.com', email, password, schemas })
 */
export const runConformance = async (settings: ConformanceSettings): Promise<ConformanceReport> => {
  const { baseUrl, urlPrefix = API_PREFIX, schemas, only, origin, limitMs = LIMIT_MS, signal } = settings
  const apiUrl = `${baseUrl}${urlPrefix}`
  const deadline = performance.now() + limitMs
  const isOver = () => signal?.aborted === true || performance.now() > deadline
  const all = listOperations()
  const byCall = indexed(all)
  const chosen = all.filter(({ group }) => !only || group === only)
  const book = createBook(chosen)
  const send = createClient(settings)
  const control = replyOf(await send({ method: 'GET', url: `${apiUrl}${UNKNOWN_PATH}` }))
  const session = createSession(send, apiUrl)
  const checkResponse = createResponseChecker(schemas)
  const checks = createResponseChecks({
    checkResponse,
    origin,
    isSecure: baseUrl.startsWith('https:'),
    tokens: session.tokens,
  })
  const context: RunContext = {
    baseUrl,
    apiUrl,
    schemas,
    validate: createValidator(schemas),
    send,
    session,
    checks,
    book,
    known: {},
    control,
  }
  await begin(context, byCall, settings)
  const mine = indexed(chosen)
  const leftovers: string[] = []
  try {
    for (const operation of inOrder(chosen)) {
      if (isOver()) book.leave(operation.call, OUT_OF_TIME)
      else await probe(context, operation)
    }
    if (settings.changes) leftovers.push(...(await tryChanges(context, mine, isOver)))
  } finally {
    await endSession(context, mine)
  }
  const calls = book.results()
  return { baseUrl, calls, features: only ? [] : evaluateFeatures(calls), leftovers }
}
