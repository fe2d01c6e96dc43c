import { appearanceOf, type Fields, fieldsOf } from '../../feature/page-fields.ts'
import type { AppSettings } from '../../feature/settings.ts'
import { PASSKEYS } from '../../navigation/field-places.ts'

export const PRIVACY_FIELDS = ['loginSessions', 'mfa'] as const

/** The configurable fields, and the passkeys, which have no field of their own. */
export type PrivacyFields = Fields<(typeof PRIVACY_FIELDS)[number] | 'passkeys'>

export const privacyFieldsOf = (settings: Pick<AppSettings, 'theme' | 'configuration'>): PrivacyFields => ({
  ...fieldsOf(settings, 'privacy', PRIVACY_FIELDS),
  passkeys: appearanceOf(settings, PASSKEYS),
})
