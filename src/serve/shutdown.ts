import type { DrainTimes } from './drain.ts'
import { SettingError } from './setting-values.ts'

/** Upper limit of both settings: longer than any platform waits before it kills a process. */
const MAX_SHUTDOWN_SECONDS = 3_600

const readSeconds = (name: string, text: string, max: number): number => {
  const seconds = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && seconds <= max) return seconds * 1_000
  throw new SettingError(`${name} must be a number of seconds from 0 to ${max}, not '${text}'.`)
}

const DEFAULT_GRACE_MS = 1_000

/** Reads the times of a shutdown; the grace is part of the limit. */
export const readShutdown = (limit: string, grace: string): DrainTimes => {
  const limitMs = readSeconds('SHUTDOWN_SECONDS', limit, MAX_SHUTDOWN_SECONDS)
  if (grace === '') return { limitMs, graceMs: Math.min(DEFAULT_GRACE_MS, limitMs) }
  const graceMs = readSeconds('SHUTDOWN_GRACE_SECONDS', grace, MAX_SHUTDOWN_SECONDS)
  if (graceMs <= limitMs) return { limitMs, graceMs }
  throw new SettingError(`SHUTDOWN_GRACE_SECONDS must not be longer than SHUTDOWN_SECONDS, which is ${limit}.`)
}

/** Ctrl+C and a closed terminal reach every process of it, and npm or the shell forwards them once more. */
const REPEATED_MS = 500

interface SignalHandlers {
  /** Ends the server gracefully. */
  first(): void
  /** Ends the server at once. */
  second(): void
}

/** Calls `first` on SIGTERM, on Ctrl+C, or when the terminal closes, and `second` on the next one. */
export const onEndSignals = ({ first, second }: SignalHandlers): void => {
  let endedAt: number | undefined
  const end = (signal: NodeJS.Signals) => {
    if (endedAt === undefined) {
      endedAt = performance.now()
      return first()
    }
    if (signal !== 'SIGTERM' && performance.now() - endedAt < REPEATED_MS) return
    second()
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  process.on('SIGHUP', end)
}
