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
