import { hash, verify } from '@node-rs/argon2'
import type { PasswordHasher } from '../ports.ts'
import { createLimit } from './limit.ts'
import { opaqueString } from './opaque-string.ts'

/** Argon2id parameters of the OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Hashes run on four worker threads of the process; more at once would only use more memory and lengthen the queue
 * there.
 */
const AT_ONCE = 4

/** Returns both forms of a password: hashes from before the profile are of the password as it was entered. */
const formsOf = (password: string): Set<string> =>
  new Set([opaqueString(password), password, password.normalize('NFC'), password.normalize('NFD')])

/**
 * Creates an argon2id hasher of passwords in one form; a malformed or foreign hash verifies as wrong instead of
 * throwing.
 *
 * @param atOnce Hashes at the same time; the others wait. Default: 4.
 */
export const createArgon2Hasher = (atOnce: number = AT_ONCE): PasswordHasher => {
  const limited = createLimit(atOnce)
  const isOf = (hashed: string, form: string) => limited(() => verify(hashed, form).catch(() => false))
  return {
    waiting: limited.waiting,
    hash: (password) => limited(() => hash(opaqueString(password), ARGON2ID)),
    async verify(hashed, password) {
      for (const form of formsOf(password)) if (await isOf(hashed, form)) return true
      return false
    },
  }
}
