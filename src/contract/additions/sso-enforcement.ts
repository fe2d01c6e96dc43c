import type { SsoConnectionDetails } from '../../entities/sso-setup.ts'
import { endpoint } from '../endpoint.ts'
import type { AccessEffect } from './lockout-guard.ts'

const ENFORCEMENT = '/identity/resources/fe/v1/sso-connections/{id}/enforcement'

/** Both fields replace what is stored. */
export interface SsoEnforcementFields {
  /** Whether users of the connection's verified domains must sign in through it. */
  enforced: boolean
  /** Members who may still sign in another way; up to 100. */
  exemptUserIds: string[]
}

export interface SsoAdministrator {
  id: string
  email: string
  name: string
  /** How they can sign in after the change: through a connection that has worked, in another way, or not at all. */
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
  /** Up to 100, those who lose their way in first. */
  administrators: SsoAdministrator[]
  /** The exempt members who are no administrators. */
  exemptMembers: SsoExemptUser[]
}

/** Requiring single sign-on: what it would do to access, and saving it. */
export const ssoEnforcement = {
  /** Changes nothing. */
  checkSsoEnforcement: endpoint<void, SsoEnforcementFields, SsoEnforcementEffect>()('POST', `${ENFORCEMENT}/check`),
  /** 409 when no administrator could sign in any more, or when it locks out the caller. */
  saveSsoEnforcement: endpoint<void, SsoEnforcementFields, SsoConnectionDetails>()('PUT', ENFORCEMENT),
}
