import { createHash } from 'node:crypto'
import { retryAfterOf } from '../../kernel/retry-after.ts'
import type { Ports } from '../ports.ts'
import { MessagePostError, unreachable } from './message-post.ts'

const LIMIT_MS = 2_000
/** Ranges have about 1,000 entries of 40 bytes. */
const MAX_BYTES = 1_048_576
const KEPT_MS = 600_000
/** 50 ranges take about 4 MB. */
const MAX_KEPT = 50
/** Sign-ins don't wait one after the other for a service that doesn't respond. */
const PAUSE_MS = 5_000
/** A service may ask for a longer wait, but passwords shouldn't go unchecked for hours. */
const MAX_PAUSE_MS = 600_000
/** Limits log entries, because during an outage the request fails at every sign-in. */
const LOG_EVERY_MS = 60_000

const PREFIX_DIGITS = 5

const ENTRY = /^([0-9A-F]{35}):(\d+)$/i

const readText = async (response: Response): Promise<string> => {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    // Leaving the loop closes the connection.
    if (size > MAX_BYTES) throw new MessagePostError('the list is too large', { status: response.status })
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/** Returns the endings of the hashes of breached passwords. Entries that were seen 0 times are padding. */
const suffixesIn = (text: string, status: number): ReadonlySet<string> => {
  // Files of a mirror may begin with a byte order mark, which `trim` removes too.
  const lines = text.split(/\r?\n/).flatMap((line) => line.trim() || [])
  const entries = lines.map((line) => ENTRY.exec(line))
  if (!entries.every((entry) => entry !== null)) throw new MessagePostError('no list of hashes', { status })
  return new Set(entries.filter(([, , count]) => Number(count) > 0).map(([, suffix = '']) => suffix.toUpperCase()))
}

/**
 * Requests the hashes that begin with five digits from a service with the range protocol of Have I Been Pwned.
 * Redirects are not followed; 2 s and 1 MB are the limits.
 *
 * @param prefix Five hexadecimal digits in upper case.
 * @throws MessagePostError with the reason, which contains no part of the hash
 */
export const fetchBreachedRange = async (url: string, prefix: string, now: number): Promise<ReadonlySet<string>> => {
  try {
    const response = await fetch(`${url.replace(/\/+$/, '')}/${prefix}`, {
      headers: { 'add-padding': 'true', accept: 'text/plain', 'user-agent': 'front-entry' },
      redirect: 'manual',
      signal: AbortSignal.timeout(LIMIT_MS),
    })
    const { status } = response
    if (status !== 200) {
      await response.body?.cancel()
      throw new MessagePostError(`HTTP ${status}`, { status, retryAfter: retryAfterOf(response.headers, now) })
    }
    return suffixesIn(await readText(response), status)
  } catch (error) {
    throw error instanceof MessagePostError ? error : unreachable(error)
  }
}

interface Kept {
  until: number
  suffixes: Promise<ReadonlySet<string>>
}

/**
 * Creates a check of whether the service knows a password. The result is `false` if the service returns no list, which
 * is logged without any part of the password. A list is cached for ten minutes. Five digits of the password's SHA-1
 * leave the process, and a million hashes share them.
 */
export const createBreachedRange = (
  url: string,
  { clock, log }: Pick<Ports, 'clock' | 'log'>,
): ((password: string) => Promise<boolean>) => {
  const kept = new Map<string, Kept>()
  let pausedUntil = 0
  let quietUntil = 0

  const suffixesOf = (prefix: string): Promise<ReadonlySet<string>> => {
    const now = clock.now()
    const known = kept.get(prefix)
    if (known && known.until > now) return known.suffixes
    const suffixes = fetchBreachedRange(url, prefix, now)
    kept.delete(prefix)
    kept.set(prefix, { until: now + KEPT_MS, suffixes })
    const [oldest] = kept.keys()
    if (kept.size > MAX_KEPT && oldest) kept.delete(oldest)
    return suffixes
  }

  const fail = ({ message, status, retryAfterMs }: MessagePostError) => {
    const now = clock.now()
    const pauseMs = status === undefined ? PAUSE_MS : Math.min(retryAfterMs ?? 0, MAX_PAUSE_MS)
    pausedUntil = Math.max(pausedUntil, now + pauseMs)
    if (now < quietUntil) return
    quietUntil = now + LOG_EVERY_MS
    log.warn(`BREACHED_PASSWORDS_URL: ${new URL(url).host} gave no list (${message}). The server's own list was used.`)
  }

  return async (password) => {
    const pauseMs = pausedUntil - clock.now()
    // A clock that was set back must not extend the pause.
    if (pauseMs > 0 && pauseMs <= MAX_PAUSE_MS) return false
    const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
    const prefix = hash.slice(0, PREFIX_DIGITS)
    try {
      return (await suffixesOf(prefix)).has(hash.slice(PREFIX_DIGITS))
    } catch (error) {
      kept.delete(prefix)
      fail(error instanceof MessagePostError ? error : unreachable(error))
      return false
    }
  }
}
