/**
 * Sealed-cookie sessions for server-rendered hosts. No DOM, no framework: the host reads its request's cookies and
 * sets what it is told to.
 */
export { EncryptionPasswordError, type PasswordMap } from './password.ts'
export { createSeal, type Seal, type SealOptions } from './seal.ts'
export {
  type CookieChange,
  clearSessionCookies,
  readSessionCookies,
  SessionTooLargeError,
  sessionCookieName,
  writeSessionCookies,
} from './session-cookie.ts'
