import type { Ports } from '../ports.ts'

const SECOND_MS = 1_000
const FIRST_PAUSE_MS = 5 * SECOND_MS
/** Emails arrive at most this long after the mail server works again. */
const MAX_PAUSE_MS = 60 * SECOND_MS
/** A log that an operator reads a day later still has the reason. */
const LOG_EVERY_MS = 3_600 * SECOND_MS

type MailOutcome = 'sent' | 'retried' | 'refused' | 'expired'

/** The state of sending emails, for metrics. */
export interface MailHealth {
  /** Emails since this process started; `retried` counts attempts. */
  readonly outcomes: Readonly<Record<MailOutcome, number>>
  /** Since when no email could be sent; `undefined` while they can. */
  readonly failingSince: number | undefined
}

/**
 * Creates the state of the mail server as this process sees it. While it takes no email, one at a time is tried after a
 * pause, and the others wait unharmed: thousands of attempts would neither help nor be welcome.
 */
export const createMailWay = ({ clock, log }: Pick<Ports, 'clock' | 'log'>) => {
  const outcomes = { sent: 0, retried: 0, refused: 0, expired: 0 }
  let failures = 0
  let failingSince: number | undefined
  let resumesAt = 0
  let loggedAt = 0
  let acceptedAt = Number.NEGATIVE_INFINITY

  const pauseMs = () => Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1))
  const isPaused = () => {
    const leftMs = resumesAt - clock.now()
    // A clock that was set back must not extend the pause.
    return leftMs > 0 && leftMs <= MAX_PAUSE_MS
  }
  return {
    outcomes,
    get failingSince() {
      return failingSince
    },
    /** Returns how many of `usual` emails may be sent at once. */
    limit(usual: number): number {
      if (isPaused()) return 0
      return failures > 0 ? Math.min(1, usual) : usual
    },
    /** Returns when the email may be tried again. */
    failed(error: unknown): number {
      const now = clock.now()
      // Emails that were sent at the same time report the same fault.
      if (isPaused()) return resumesAt
      failures += 1
      failingSince ??= now
      resumesAt = now + pauseMs()
      if (failures === 1 || now - loggedAt >= LOG_EVERY_MS) {
        loggedAt = now
        log.error('No email can be sent. Emails wait, and are sent when this is fixed', error)
      }
      return resumesAt
    },
    accepted(): void {
      acceptedAt = clock.now()
      outcomes.sent += 1
      if (failingSince !== undefined)
        log.warn(`Emails can be sent again after ${Math.ceil((acceptedAt - failingSince) / SECOND_MS)} s.`)
      failures = 0
      failingSince = undefined
      resumesAt = 0
    },
    /** Returns whether an email was accepted at `time` or later. */
    hasAcceptedSince: (time: number): boolean => acceptedAt >= time,
  }
}

export type MailWay = ReturnType<typeof createMailWay>
