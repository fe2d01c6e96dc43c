import type { Logger } from '../../../kernel/logger.ts'

/** The database can't be opened; the message names the setting to change. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
}

/** Returns the reason: a server name with several IP addresses fails with one error for each, and without a message. */
export const reasonOf = (error: unknown): string => {
  const reasons = error instanceof AggregateError ? error.errors : [error]
  return reasons.map((reason) => (reason instanceof Error ? reason.message : String(reason))).join('; ')
}

/** A SQLSTATE has a digit, which the codes of the system don't have. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/

/** Returns why a statement failed: with its SQLSTATE and detail, and without the statement, which may be long. */
export const statementFaultOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause ? error.cause : error
  const { code, detail } = cause as { code?: unknown; detail?: unknown }
  const reason = `${reasonOf(cause).replace(/\.$/, '')}${SQLSTATE.test(String(code)) ? ` (${code})` : ''}`
  return typeof detail === 'string' ? `${reason}. ${detail.replace(/\.$/, '').replaceAll('\n', ' ')}` : reason
}

/** The database can't be reached or accepts no calls for now; the same call may succeed shortly. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError'
}

/**
 * No connection was opened. The reason doesn't matter: a new password, a certificate that ended or a database that is
 * being replaced is fixed without a restart of this process, as a server that is away is.
 */
export class NotConnectedError extends Error {
  override readonly name = 'NotConnectedError'

  constructor(cause: unknown) {
    super(reasonOf(cause), { cause })
  }
}

/** Network errors, and SQLSTATEs with which a server is starting, shutting down, out of resources, or ends a connection. */
const CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  // The socket directory of a stopped server doesn't exist.
  'ENOENT',
  // admin_shutdown, crash_shutdown, cannot_connect_now, database_dropped, idle_session_timeout
  '57P01',
  '57P02',
  '57P03',
  '57P04',
  '57P05',
  // out_of_memory, too_many_connections, configuration_limit_exceeded
  '53200',
  '53300',
  '53400',
  // idle_in_transaction_session_timeout, transaction_timeout
  '25P03',
  '25P04',
  // io_error
  '58030',
])

/** read_only_sql_transaction, of a standby, or of a session that began while its database allowed no writes. */
export const READ_ONLY = '25006'

/** SQLSTATEs with which writes fail and most reads succeed; the other one is disk_full. */
const WRITE_CODES = new Set([READ_ONLY, '53100'])

/**
 * SQLSTATEs with which the server gives a single statement up: query_canceled by its time limit or an administrator,
 * lock_not_available in time, serialization_failure and deadlock_detected.
 */
const CUT_CODES = new Set(['57014', '55P03', '40001', '40P01'])

/** Class 08 of the SQLSTATEs: connection exceptions. */
const CONNECTION_EXCEPTION = /^08\w{3}$/

/** The drivers' own errors, which have no code: `pg`, `pg-pool` and PGlite. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client (was closed|has encountered a connection error) and is not queryable|Cannot use a pool after calling end|PGlite is clos(ed|ing))/

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '')

const isAwayItself = (error: Error): boolean => {
  const code = codeOf(error)
  return (
    error instanceof NotConnectedError ||
    CODES.has(code) ||
    CONNECTION_EXCEPTION.test(code) ||
    MESSAGES.test(error.message)
  )
}

const isWriteFailure = (error: Error): boolean => WRITE_CODES.has(codeOf(error))

const isCutOff = (error: Error): boolean => CUT_CODES.has(codeOf(error))

/** Returns an error and its causes, in order; a server name with several IP addresses fails with one error for each. */
const chainOf = (error: unknown): Error[] => {
  if (!(error instanceof Error)) return []
  const inner = error instanceof AggregateError ? error.errors.flatMap(chainOf) : []
  return [error, ...inner, ...chainOf(error.cause)]
}

/** Returns whether an error, or one of its causes, has one of the codes. */
export const hasCode = (error: unknown, codes: ReadonlySet<string>): boolean =>
  chainOf(error).some((each) => codes.has(codeOf(each)))

/** Returns whether an error of the store, or one of its causes, means that the database is unavailable. */
export const isDatabaseAway = (error: unknown): boolean =>
  chainOf(error).some((each) => each instanceof DatabaseAwayError)

export type StoreLog = Pick<Logger, 'warn' | 'error'>

export const SILENT_LOG: StoreLog = { warn: () => undefined, error: () => undefined }

const LOG_AGAIN_MS = 60_000

export interface OutageWatch {
  /** Returns the result of `work`; errors of an unavailable database become a `DatabaseAwayError`. */
  guard<Result>(work: Promise<Result>): Promise<Result>
  /** Reports that an idle connection was lost. */
  lost(error: Error): void
}

/**
 * Creates a watch that logs an outage when it begins, once a minute while it lasts, and when it ends. Failing writes and
 * statements that are cut off are logged once a minute; others that succeed meanwhile don't end them.
 */
export const createOutageWatch = (log: StoreLog, now: () => number = () => performance.now()): OutageWatch => {
  let awaySince: number | undefined
  let loggedAt = Number.NEGATIVE_INFINITY
  let isLogged = false
  let writesLoggedAt = Number.NEGATIVE_INFINITY
  let cutLoggedAt = Number.NEGATIVE_INFINITY
  let lostAt = Number.NEGATIVE_INFINITY

  const away = (error: unknown): DatabaseAwayError => {
    awaySince ??= now()
    if (now() - loggedAt >= LOG_AGAIN_MS) {
      loggedAt = now()
      isLogged = true
      const reasons = chainOf(error).filter(isAwayItself)
      log.error(`The database is away: ${reasonOf(reasons.at(-1))}. Until it is back, calls get 503.`)
    }
    return new DatabaseAwayError('The database is away', { cause: error })
  }

  const unwritable = (error: unknown): DatabaseAwayError => {
    if (now() - writesLoggedAt >= LOG_AGAIN_MS) {
      writesLoggedAt = now()
      log.error(`Writes fail: ${reasonOf(chainOf(error).findLast(isWriteFailure))}. Calls that write get 503.`)
    }
    return new DatabaseAwayError('The database can’t be written', { cause: error })
  }

  const cutOff = (error: unknown): DatabaseAwayError => {
    if (now() - cutLoggedAt >= LOG_AGAIN_MS) {
      cutLoggedAt = now()
      log.error(`Statements are cut off: ${reasonOf(chainOf(error).findLast(isCutOff))}. Their calls get 503.`)
    }
    return new DatabaseAwayError('The database gave the statement up', { cause: error })
  }

  const back = (since: number) => {
    awaySince = undefined
    if (!isLogged) return
    isLogged = false
    log.warn(`The database is back after ${Math.ceil((now() - since) / 1_000)} s.`)
  }

  return {
    async guard(work) {
      try {
        const result = await work
        if (awaySince !== undefined) back(awaySince)
        return result
      } catch (error) {
        const chain = chainOf(error)
        if (chain.some(isAwayItself)) throw away(error)
        if (chain.some(isWriteFailure)) throw unwritable(error)
        throw chain.some(isCutOff) ? cutOff(error) : error
      }
    },
    lost(error) {
      if (now() - lostAt < LOG_AGAIN_MS) return
      lostAt = now()
      log.warn('An idle database connection was lost', error)
    },
  }
}

/**
 * Wraps a log so that it omits failures caused by an outage: the outage itself is logged, and every loop fails during
 * it.
 */
export const withoutOutages = (log: Logger): Logger => {
  const at = (level: keyof Logger) => (message: string, cause?: unknown) => {
    if (!isDatabaseAway(cause)) log[level](message, cause)
  }
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') }
}
