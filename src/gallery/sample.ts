import type { AuthResponse } from '../entities/auth.ts'
import type { AuthStrategies, PublicPolicy } from '../entities/portal.ts'
import type { SessionSnapshot } from '../feature/ports.ts'
import type { AppSettings } from '../feature/settings.ts'
import type { CeremonyCode } from '../parts/failure/ceremony-error.ts'
import { BUSY, failedWith, IDLE } from '../parts/failure/failure.ts'
import type { SocialState } from '../parts/social/social.state.ts'

/** Values that all scenes share. */
export const EMAIL = 'ada@acme.test'
export const PHONE = '+*********43'

/** The gallery's clock is frozen, so that countdowns do not move. */
export const NOW = Date.UTC(2026, 0, 15, 9, 30)
const LONG_AGO = NOW - 60_000

export const idle = { email: EMAIL, progress: IDLE } as const
export const busy = { email: EMAIL, progress: BUSY } as const

export const OFFLINE = failedWith({ kind: 'offline' })
export const SLOW = failedWith({ kind: 'timeout' })
export const LIMITED = failedWith({ kind: 'rateLimited', seconds: 42 })
export const refused = (message: string) => failedWith({ kind: 'refused', message })
export const DEAD_LINK = refused('This link has expired. Request a new one.')
export const WRONG_CODE = refused('This code is incorrect or has expired.')
const ceremony = (code: CeremonyCode) => failedWith({ kind: 'refused', message: '', ceremony: code })
export const CANCELLED = ceremony('cancelled')
export const NOT_CREATED = ceremony('notCreated')

/** A code or a link that has just been sent, and one that may be sent again. */
export const sent = { ...idle, phoneNumber: PHONE, at: NOW } as const
export const sentEarlier = { ...sent, at: LONG_AGO } as const

export const MFA_TOKEN = 'gallery'
export const factor: AuthResponse = { mfaRequired: true, mfaToken: MFA_TOKEN, mfaEnrolled: true, userEmail: EMAIL }
export const enrollment: AuthResponse = { ...factor, mfaEnrolled: false }

export const signedOut: SessionSnapshot = { status: 'signed-out', tenants: [] }
export const signedIn: SessionSnapshot = {
  status: 'signed-in',
  user: { id: 'u-1', email: EMAIL, name: 'Ada Lane', accessToken: '' },
  tenants: [],
}

export const policy: PublicPolicy = {
  allowSignups: true,
  allowNotVerifiedUsersLogin: false,
  apiTokensEnabled: true,
  forcePermissions: true,
  authStrategy: 'EmailAndPassword',
  machineToMachineAuthStrategy: 'ClientCredentials',
}

const strategies: AuthStrategies = {
  mainAuthStrategies: [{ strategy: 'EmailAndPassword' }],
  secondaryAuthStrategies: [],
}

export const withSecondary = (
  ...names: AuthStrategies['secondaryAuthStrategies'][number]['strategy'][]
): AuthStrategies => ({
  ...strategies,
  secondaryAuthStrategies: names.map((strategy) => ({ strategy, isActive: true })),
})

/** No providers, already loaded; until then, the first steps reserve space for the social logins. */
export const NO_SOCIALS: SocialState = { ways: [], isSettled: true, pressed: null, asking: null, progress: IDLE }

/** Settings with which every scene starts. */
export const settings: Partial<AppSettings> = {
  policy,
  strategies,
  vendor: { name: 'Acme', logo: '', icon: '', whiteLabelMode: true },
}
