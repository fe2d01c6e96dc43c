import type { Ports } from '../ports.ts'
import { MailRefusedError, MailServiceError } from './mail-transport.ts'

const SECOND_MS = 1_000
const FIRST_PAUSE_MS = 5 * SECOND_MS
/** Emails arrive at most this long after the mail server works again. */
const MAX_PAUSE_MS = 60 * SECOND_MS
/** A log that an operator reads a day later still has the reason. */
const LOG_EVERY_MS = 3_600 * SECOND_MS
/** If as many different emails fail and none is accepted, it is not the fault of the emails. */
const SEVERAL = 3
/** The emails whose failures are remembered; a forgotten one is tried once more. */
const MAX_REMEMBERED = 10_000

type MailOutcome = 'sent' | 'retried' | 'refused' | 'expired' | 'stopped'

/** The state of sending emails, for metrics. */
export interface MailHealth {
  /** Emails since this process started; `retried` counts attempts. */
  readonly outcomes: Readonly<Record<MailOutcome, number>>
  /** Since when no email could be sent; `undefined` while they can. */
  readonly failingSince: number | undefined
}

/** The failures of one email. Acceptances of others are counted, not timed, because clocks are set back. */
interface Failures {
  /** The number of emails that were accepted before its last failure. */
  sent: number
  /** Its failures since then. */
  count: number
  /** The number of emails that were accepted before its first refusal. */
  sentAtRefusal?: number | undefined
  /** Whether it once broke a connection while others were accepted. */
  isSuspect: boolean
}

interface Failed {
  id: string
  error: unknown
  /** The number of emails that were accepted before the attempt. */
  sentBefore: number
}

/** The meaning of a failure for its email. */
interface Verdict {
  /** Whether the email is refused, whatever happens to others. */
  isFinal: boolean
  /** How long it waits, if the attempt doesn't count because no email can be sent. */
  pauseMs?: number
}

const pauseAfter = (failures: number) => Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1))

/**
 * Creates the state of the mail server as this process sees it. While it takes no email, one at a time is tried after a
 * pause, and the others wait unharmed: thousands of attempts would neither help nor be welcome.
 */
export const createMailSending = ({ clock, log }: Pick<Ports, 'clock' | 'log'>) => {
  const outcomes = { sent: 0, retried: 0, refused: 0, expired: 0, stopped: 0 }
  const failures = new Map<string, Failures>()
  /** Different emails that failed since the last acceptance. */
  let failed = 0
  /** Those of them after which sending was stopped. */
  let stops = 0
  let resumesAt = 0
  let failingSince = 0
  let failingUntil = Number.NEGATIVE_INFINITY
  let loggedAt: number | undefined

  const isPaused = () => {
    const leftMs = resumesAt - clock.now()
    // A clock that was set back must not extend the pause.
    return leftMs > 0 && leftMs <= MAX_PAUSE_MS
  }
  const hasFailed = (id: string) => failures.get(id)?.sent === outcomes.sent

  const remember = ({ id, error, sentBefore }: Failed): Failures => {
    const before = failures.get(id)
    const { sent } = outcomes
    const isSuspect = before?.isSuspect || sent > (before?.sent ?? sentBefore)
    const sentAtRefusal = before?.sentAtRefusal ?? (error instanceof MailRefusedError ? sent : undefined)
    const now = { sent, count: hasFailed(id) ? (before?.count ?? 0) + 1 : 1, sentAtRefusal, isSuspect }
    failures.delete(id)
    failures.set(id, now)
    const [oldest] = failures.keys()
    if (failures.size > MAX_REMEMBERED && oldest !== undefined) failures.delete(oldest)
    return now
  }

  /**
   * A refusal has to be repeated. One that may concern every email counts only if another one was accepted meanwhile,
   * because an administrator can fix the rest.
   */
  const isFinal = (error: unknown, before: Failures | undefined): boolean =>
    error instanceof MailRefusedError &&
    before?.sentAtRefusal !== undefined &&
    (!error.isVague || outcomes.sent > before.sentAtRefusal)

  const stop = ({ error, isNew, isSuspect }: { error: unknown; isNew: boolean; isSuspect: boolean }): void => {
    // Emails that were sent at the same time report the same fault.
    if (isPaused()) return
    stops = Math.max(1, stops + (isNew ? 1 : 0))
    const now = clock.now()
    // A few emails that break connections must not delay the others.
    resumesAt = now + pauseAfter(stops - SEVERAL + 1)
    // One broken email among others must not report an outage at each of its attempts.
    if (isSuspect) return
    if (loggedAt !== undefined && now >= loggedAt && now - loggedAt < LOG_EVERY_MS) return
    loggedAt = now
    log.error('No email can be sent. Emails wait, and are sent when this is fixed', error)
  }

  return {
    outcomes,
    get failingSince() {
      const isFailing = (stops > 0 || failed >= SEVERAL) && clock.now() <= failingUntil
      return isFailing ? failingSince : undefined
    },
    /** Returns whether emails are sent one at a time, until one is accepted. */
    isStopped: () => stops > 0,
    isPaused,
    /** Returns whether the email failed since any was accepted. */
    hasFailed,
    failed(failure: Failed): Verdict {
      const { id, error, sentBefore } = failure
      const before = failures.get(id)
      const isNew = !hasFailed(id)
      const { count } = remember(failure)
      if (isNew) failed += 1
      if (clock.now() > failingUntil) failingSince = clock.now()
      const verdict = { isFinal: isFinal(error, before) }
      // It is this email that breaks connections if others were accepted in the meantime.
      const isItsOwn = outcomes.sent > (before?.sent ?? sentBefore)
      if (!(error instanceof MailServiceError) || isItsOwn) return verdict
      stop({ error, isNew, isSuspect: before?.isSuspect ?? false })
      return error.isUnsent ? { ...verdict, pauseMs: pauseAfter(count) } : verdict
    },
    /** Notes when an email that failed is tried again: until then, nothing is known to be better. */
    waits(until: number): void {
      failingUntil = Math.max(failingUntil, until + MAX_PAUSE_MS)
    },
    accepted(id: string): void {
      outcomes.sent += 1
      failures.delete(id)
      if (loggedAt !== undefined)
        log.warn(`Emails can be sent again after ${Math.ceil(Math.max(0, clock.now() - failingSince) / SECOND_MS)} s.`)
      failed = 0
      stops = 0
      resumesAt = 0
      failingUntil = Number.NEGATIVE_INFINITY
      loggedAt = undefined
    },
    forget: (id: string): void => void failures.delete(id),
  }
}

export type MailSending = ReturnType<typeof createMailSending>
