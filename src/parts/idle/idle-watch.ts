import type { SessionLimits } from '../../contract/session-limits.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { KeyValue } from '../../kernel/storage.ts'

/** The end that is near: of an unused session, or of one that reaches its maximum age. */
type Ending = 'idle' | 'absolute'

export interface IdleWarning {
  ending: Ending
  /** Milliseconds since the epoch. */
  endsAt: number
}

interface IdleWatchDeps {
  clock: Clock
  /** Storage shared by the tabs of the origin. */
  local: KeyValue
  /** Key of the time a user was last active in any tab. */
  key: string
  /** Reports activity, or only reads the limits; resolves to `undefined` when the server has no such call. */
  ask(active: boolean): Promise<SessionLimits | undefined>
  /** Calls back for every user activity; returns a function that stops it. */
  listen(onSign: () => void): () => void
  warn(warning: IdleWarning): void
  calm(): void
  /** Notifies the session's owner that the time is up. */
  over(): void
}

const SECOND_MS = 1_000
/** WCAG 2.2 SC 2.2.1 requires at least 20 s to react; a minute is more comfortable. */
const WARNING_MS = 60_000
/** The warning covers at most this share of a short limit. */
const WARNING_SHARE = 0.5
/** Shortest interval between reports, so that an active user causes one call a minute. */
const REPORT_EVERY_MS = 60_000
const REPORT_SHARE = 0.2
/** Limits may be set or removed while the page is open. */
const ASK_AGAIN_MS = 300_000

const warningBefore = (limitMs: number): number => Math.min(WARNING_MS, limitMs * WARNING_SHARE)

/** Watches one session of one tab: reports the user's activity to the server, and warns before the session ends. */
export const createIdleWatch = (deps: IdleWatchDeps) => {
  const { clock } = deps
  let limits: SessionLimits = {}
  let askedAt = 0
  let reportedAt = Number.NEGATIVE_INFINITY
  let warning: IdleWarning | undefined
  let isOver = false
  const pending = new Map<'next' | 'report', () => void>()

  const plan = (name: 'next' | 'report', task: () => void, delayMs: number) => {
    pending.get(name)?.()
    pending.set(name, clock.schedule(task, Math.max(0, delayMs)))
  }
  const endOf = (left: number | undefined) => (left === undefined ? undefined : askedAt + left * SECOND_MS)
  const nearest = (): IdleWarning | undefined => {
    const idle = endOf(limits.idleLeft)
    const absolute = endOf(limits.absoluteLeft)
    if (idle !== undefined && (absolute === undefined || idle <= absolute)) return { ending: 'idle', endsAt: idle }
    return absolute === undefined ? undefined : { ending: 'absolute', endsAt: absolute }
  }
  const limitMs = () => (limits.idleTimeout ?? Number.POSITIVE_INFINITY) * SECOND_MS
  const leadOf = ({ ending }: IdleWarning) => (ending === 'idle' ? warningBefore(limitMs()) : WARNING_MS)

  const show = (next: IdleWarning) => {
    const isKnown = warning?.ending === next.ending && Math.abs(warning.endsAt - next.endsAt) <= SECOND_MS
    if (!isKnown) deps.warn(next)
    warning = next
    plan('next', tick, next.endsAt - clock.now())
  }
  const hide = () => {
    if (warning) deps.calm()
    warning = undefined
  }
  /** Warns, waits until the warning is due, or checks again later, depending on the known limits. */
  const settle = () => {
    if (isOver) return
    const next = nearest()
    if (!next) {
      hide()
      return plan('next', () => void refresh(false), ASK_AGAIN_MS)
    }
    const untilWarning = next.endsAt - leadOf(next) - clock.now()
    if (untilWarning <= 0) return show(next)
    hide()
    plan('next', () => void refresh(false), Math.min(untilWarning, ASK_AGAIN_MS))
  }

  const refresh = async (active: boolean): Promise<void> => {
    try {
      const response = await deps.ask(active)
      if (isOver) return
      if (!response) return stop()
      limits = response
      askedAt = clock.now()
      if (active) reportedAt = askedAt
    } catch {
      // Nothing newer is known, so the previous limits still apply.
    }
    settle()
  }

  const tick = () => {
    const next = nearest()
    if (next && next.endsAt > clock.now()) return settle()
    stop()
    deps.over()
  }

  const reportEvery = () => Math.min(REPORT_EVERY_MS, limitMs() * REPORT_SHARE)
  const onSign = () => {
    // While the warning is open only its button counts as activity; an accidental touch does nothing.
    if (isOver || warning || limits.idleTimeout === undefined) return
    deps.local.set(deps.key, String(clock.now()))
    const wait = reportedAt + reportEvery() - clock.now()
    if (wait <= 0) {
      reportedAt = clock.now()
      void refresh(true)
    } else if (!pending.has('report')) {
      plan(
        'report',
        () => {
          pending.delete('report')
          reportedAt = clock.now()
          void refresh(true)
        },
        wait,
      )
    }
  }
  const unlisten = deps.listen(onSign)

  const stop = () => {
    if (isOver) return
    hide()
    isOver = true
    unlisten()
    for (const cancel of pending.values()) cancel()
  }

  return {
    start: () => refresh(false),
    /** Called by the button of the warning. */
    stay: () => refresh(true),
    /** Called when a user is active in another tab. */
    otherTab() {
      if (warning) void refresh(false)
    },
    stop,
  }
}
