/**
 * Sessions for server-rendered hosts, on web-standard requests and responses. It needs no DOM; the adapters know their
 * framework's types without importing it.
 */
export { type ExpressRequestSession, expressGate, expressSession } from './adapters/express.ts'
export { honoGate, honoSession } from './adapters/hono.ts'
export { nextApiHandler, nextMiddleware, nextRoute, withSsrSession } from './adapters/next.ts'
export {
  type Environment,
  InvalidEnvironmentError,
  MissingEnvironmentError,
  readServerOptions,
} from './environment.ts'
export { createFrontEntryServer, type FrontEntryServer, type UserData } from './front-entry-server.ts'
export type { GateOptions, SessionHandler } from './gate.ts'
export { type ServerOptions, ServerOptionsError, type ServerRoutes } from './options.ts'
export { EncryptionPasswordError, type EncryptionPasswords, type PasswordMap } from './password.ts'
export type { CookieSource, Resolved, ServerSession } from './resolve.ts'
export { CSRF_HEADER } from './same-site.ts'
export { createSeal, type Seal, type SealOptions } from './seal.ts'
export {
  type CookieChange,
  clearSessionCookies,
  readSessionCookies,
  SessionTooLargeError,
  sessionCookieName,
  writeSessionCookies,
} from './session-cookie.ts'
export type { SessionClaims } from './tokens.ts'
