import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import type { PasswordHasher } from '../ports.ts'
import { createPlaces } from './places.ts'

/**
 * Applies the OpaqueString profile (RFC 8265 §4.2.2): keyboards and operating systems compose letters and spaces
 * differently, and the same password must work on all of them.
 */
export const opaqueString = (password: string): string => password.replace(/\p{Zs}/gu, ' ').normalize('NFC')

/** Creates a limit that runs at most `atOnce` tasks; the others wait in order. */
export const createLimit = (atOnce: number) => {
  const waiting: (() => void)[] = []
  let running = 0
  const run = async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
  return Object.assign(run, { waiting: () => waiting.length })
}

/** Argon2id parameters of the OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes run on four worker threads of the process; with fewer processors, more at once would only slow all calls. */
export const HASHES_AT_ONCE = Math.min(4, availableParallelism())

/**
 * A burst of sign-ins, such as at nine o'clock, waits for about half a second on two cores. A shorter queue would
 * refuse users who did nothing wrong; a longer one would only delay all sign-ins.
 */
const DEFAULT_QUEUE = 16

/** Maximum number of calls that hash a password at once, with the default queue; more are refused at once. */
export const MAX_HASHING = HASHES_AT_ONCE + DEFAULT_QUEUE

/**
 * Returns all forms of a password that may have been hashed: before the profile, passwords were hashed as they were
 * entered.
 */
const formsOf = (password: string): Set<string> =>
  new Set([opaqueString(password), password, password.normalize('NFC'), password.normalize('NFD')])

/**
 * Creates an argon2id hasher of passwords in one form; a malformed or foreign hash verifies as wrong instead of
 * throwing.
 *
 * @param atOnce Hashes at the same time; the others wait. Default: one per processor, 4 at most.
 * @param queue How many may wait; more are refused at once. Default: 16.
 * @param now a clock in milliseconds that never goes back
 * @throws NoPlaceError when too many wait
 */
export const createArgon2Hasher = (
  atOnce: number = HASHES_AT_ONCE,
  queue: number = DEFAULT_QUEUE,
  now?: () => number,
): PasswordHasher => {
  const limited = createLimit(atOnce)
  const places = createPlaces({ atOnce, queue, now })
  const isOf = (hashed: string, form: string) => limited(() => verify(hashed, form).catch(() => false))
  const isOfAny = async (hashed: string, forms: Iterable<string>) => {
    for (const form of forms) if (await isOf(hashed, form)) return true
    return false
  }
  return {
    waiting: limited.waiting,
    admit: places.admit,
    assertFree: places.assertFree,
    hash: (password) => places.run(() => limited(() => hash(opaqueString(password), ARGON2ID))),
    verify: (hashed, password) => places.run(() => isOfAny(hashed, formsOf(password))),
  }
}
