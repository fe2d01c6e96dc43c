import type { AuthResponse } from '../entities/auth.ts'

/** A response that may also contain an ID token (hosted login). */
export type SessionResponse = AuthResponse & { idToken?: string }
