import { createHash } from 'node:crypto'
import type { Ports } from '../ports.ts'
import { BREACHED_HASHES } from './breached-hashes.ts'

const DIGITS = 20

/** Looks the password up in the list that comes with the backend: no password, nor part of one, leaves the process. */
export const createBreachedPasswords = (): Ports['isBreachedPassword'] => {
  const hashes = new Set(BREACHED_HASHES.flatMap((line) => line.match(/.{20}/g) ?? []))
  return async (password) => hashes.has(createHash('sha1').update(password).digest('hex').slice(0, DIGITS))
}
