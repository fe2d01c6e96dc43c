import type { SsoConnectionDetails } from '../../entities/sso-setup.ts'
import { endpoint } from '../endpoint.ts'
import type { AccessEffect } from './lockout-guard.ts'

const ENFORCEMENT = '/identity/resources/fe/v1/sso-connections/{id}/enforcement'

/** Both fields replace the stored values. */
export interface SsoEnforcementFields {
  /** Whether users of the connection's verified domains must sign in through it. */
  enforced: boolean
  /** IDs of members who may still sign in another way; up to 100. */
  exemptUserIds: string[]
}

export interface SsoAdministrator {
  id: string
  email: string
  name: string
  /** Sign-in method after the change: a connection that has worked, another method, or none. */
  wayIn: 'sso' | 'other' | 'none'
  /** Whether the connection would bind them if they weren't exempt. */
  isAtDomain: boolean
}

/** A member who may still sign in another way. */
export interface SsoExemptUser {
  id: string
  email: string
  name: string
}

export interface SsoEnforcementEffect {
  effect: AccessEffect
  /** Up to 100 administrators; those who lose their only way to sign in come first. */
  administrators: SsoAdministrator[]
  /** Exempt members who are not administrators. */
  exemptMembers: SsoExemptUser[]
}

/** Checks the effect of required single sign-on on access, and saves it. */
export const ssoEnforcement = {
  /** Returns the effect of a change without making it. */
  checkSsoEnforcement: endpoint<void, SsoEnforcementFields, SsoEnforcementEffect>()('POST', `${ENFORCEMENT}/check`),
  /** Saves the change; fails with 409 when no administrator could sign in anymore, or when it locks out the caller. */
  saveSsoEnforcement: endpoint<void, SsoEnforcementFields, SsoConnectionDetails>()('PUT', ENFORCEMENT),
}
