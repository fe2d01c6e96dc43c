import { createHash } from 'node:crypto'
import type { Ports } from '../ports.ts'
import { BREACHED_HASHES } from './breached-hashes.ts'
import { packagedBreachedList } from './breached-list.ts'
import { createBreachedRange } from './breached-range.ts'
import { opaqueString } from './password-hasher.ts'

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
