const FORM = /^[0-9a-fA-F]{64}$/

/** Encryption passwords by number: all of them open, the one with the highest number seals. */
export type PasswordMap = Readonly<Record<number, string>>

/** One password, a list (the first one seals), or several by number (the highest one seals). All of them open. */
export type EncryptionPasswords = string | readonly string[] | PasswordMap

/** Thrown when the password is not 64 hexadecimal characters, or has no entropy at all. */
export class EncryptionPasswordError extends Error {
  override readonly name = 'EncryptionPasswordError'
}

/** Returns whether the password is 64 hexadecimal characters (32 bytes) that are not all the same. */
export const isPassword = (password: string): boolean => FORM.test(password) && new Set(password.toLowerCase()).size > 1

const check = (password: string): string => {
  // An invalid password fails at start, not at the first request.
  if (isPassword(password)) return password
  throw new EncryptionPasswordError(
    'The encryption password must be 64 hexadecimal characters (32 random bytes), such as the output of: openssl rand -hex 32',
  )
}

const inOrder = (passwords: EncryptionPasswords): readonly string[] => {
  if (typeof passwords === 'string') return [passwords]
  if (Array.isArray(passwords)) return passwords
  return Object.entries(passwords)
    .sort(([a], [b]) => Number(b) - Number(a))
    .map(([, password]) => String(password))
}

/** Checks the passwords and sorts them so that the one that seals comes first. */
export const toPasswords = (passwords: EncryptionPasswords): readonly string[] => {
  const ordered = inOrder(passwords)
  if (ordered.length === 0) throw new EncryptionPasswordError('At least one encryption password is required')
  return ordered.map(check)
}
