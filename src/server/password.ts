const FORM = /^[0-9a-fA-F]{64}$/

/** Encryption passwords by number: every one of them opens, the one with the highest number seals. */
export type PasswordMap = Readonly<Record<number, string>>

/** The password is not 64 hexadecimal characters, or has no entropy at all. */
export class EncryptionPasswordError extends Error {
  override readonly name = 'EncryptionPasswordError'
}

const check = (password: string): string => {
  // RELIABILITY row 32: refused at start, not at the first request.
  if (!FORM.test(password) || new Set(password.toLowerCase()).size === 1) {
    throw new EncryptionPasswordError(
      'The encryption password must be 64 hexadecimal characters (32 random bytes), such as the output of: openssl rand -hex 32',
    )
  }
  return password
}

/** Checks one password or a map of them and orders them, newest first. */
export const toPasswords = (passwords: string | PasswordMap): readonly string[] => {
  const map = typeof passwords === 'string' ? { 1: passwords } : passwords
  const ordered = Object.entries(map).sort(([a], [b]) => Number(b) - Number(a))
  if (ordered.length === 0) throw new EncryptionPasswordError('At least one encryption password is needed')
  return ordered.map(([, password]) => check(password))
}
