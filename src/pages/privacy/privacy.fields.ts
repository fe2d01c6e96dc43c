import { type Appearance, fieldsOf } from '../../feature/page-fields.ts'
import type { AppSettings } from '../../feature/settings.ts'

/** Seed 000 §2, privacy page. */
export type PrivacyFields = Readonly<Record<'loginSessions' | 'mfa', Appearance>>

export const privacyFieldsOf = (settings: Pick<AppSettings, 'theme' | 'configuration'>): PrivacyFields =>
  fieldsOf(settings, 'privacy', ['loginSessions', 'mfa'])
