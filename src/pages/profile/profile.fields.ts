import { type Fields, fieldsOf } from '../../feature/page-fields.ts'
import type { AppSettings } from '../../feature/settings.ts'

export const PROFILE_FIELDS = ['name', 'phoneNumber', 'address', 'jobTitle'] as const

export type ProfileFields = Fields<(typeof PROFILE_FIELDS)[number]>

export const profileFieldsOf = (settings: Pick<AppSettings, 'theme' | 'configuration'>): ProfileFields =>
  fieldsOf(settings, 'profile', PROFILE_FIELDS)
