import { type Appearance, type Fields, fieldsOf, isShown } from '../../feature/page-fields.ts'
import type { AppSettings } from '../../feature/settings.ts'

export const PRIVACY_FIELDS = ['loginSessions', 'mfa'] as const

/** The configurable fields, and the passkeys, which have no field of their own. */
export type PrivacyFields = Fields<(typeof PRIVACY_FIELDS)[number] | 'passkeys'>

/** Passkeys sign in without a password, so an app that hides second factors keeps them; view-only covers both. */
const passkeysOf = (mfa: Appearance): Appearance => (isShown(mfa) ? mfa : 'edit')

export const privacyFieldsOf = (settings: Pick<AppSettings, 'theme' | 'configuration'>): PrivacyFields => {
  const fields = fieldsOf(settings, 'privacy', PRIVACY_FIELDS)
  return { ...fields, passkeys: passkeysOf(fields.mfa) }
}
