import type { AuthResponse } from '../entities/auth.ts'

/** A response that may bring an ID token besides (hosted login). */
export type SessionResponse = AuthResponse & { idToken?: string }
