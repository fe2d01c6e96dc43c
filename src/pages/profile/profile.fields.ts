import { type Appearance, fieldsOf } from '../../feature/page-fields.ts'
import type { AppSettings } from '../../feature/settings.ts'

/** Seed 000 §2, profile page. */
export type ProfileFields = Readonly<Record<'name' | 'phoneNumber' | 'address' | 'jobTitle', Appearance>>

export const profileFieldsOf = (settings: Pick<AppSettings, 'theme' | 'configuration'>): ProfileFields =>
  fieldsOf(settings, 'profile', ['name', 'phoneNumber', 'address', 'jobTitle'])
