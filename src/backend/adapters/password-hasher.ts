import { hash, verify } from '@node-rs/argon2'
import type { PasswordHasher } from '../ports.ts'
import { createLimit } from './limit.ts'

/** OWASP Password Storage Cheat Sheet, argon2id: 19 MiB, two passes, one lane. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes run on four worker threads of the process; more at once would only grow the queue there and its memory. */
const AT_ONCE = 4

/** Argon2id; a broken or foreign hash verifies as wrong, never as an exception. */
export const createArgon2Hasher = (atOnce: number = AT_ONCE): PasswordHasher => {
  const limited = createLimit(atOnce)
  return {
    waiting: limited.waiting,
    hash: (password) => limited(() => hash(password, ARGON2ID)),
    verify: (hashed, password) => limited(() => verify(hashed, password).catch(() => false)),
  }
}
