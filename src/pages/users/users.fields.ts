import { type Appearance, fieldsAt, isEditable, settingsAt } from '../../feature/page-fields.ts'
import type { AppSettings } from '../../feature/settings.ts'
import type { InviteFields } from './users.invite-fields.ts'

type Sources = Pick<AppSettings, 'theme' | 'configuration'>

/** Path of the invite dialog's fields below the pages of the configuration. */
const DIALOG = ['users', 'inviteUserModal', 'inviteByEmail', 'fieldsProperties']
export const INVITE_FIELDS = ['name', 'phoneNumber'] as const

/** Returns whether a field is required. The host's own options override the metadata. */
const isRequired = (settings: Sources, name: string): boolean =>
  settingsAt(settings, [...DIALOG, name, 'settings', 'validation', 'required']).find(
    (value) => typeof value === 'boolean',
  ) === true

/** Returns the fields of the invite dialog. Name and phone are optional unless configured otherwise. */
export const inviteFieldsOf = (settings: Sources): InviteFields => {
  const fields = fieldsAt(settings, DIALOG, INVITE_FIELDS)
  const needOf = (name: string, appearance: Appearance) => {
    // A new user has no values to view, so a field that can't be edited is not shown.
    if (!isEditable(appearance)) return 'hidden'
    return isRequired(settings, name) ? 'required' : 'optional'
  }
  return { name: needOf('name', fields.name), phone: needOf('phoneNumber', fields.phoneNumber) }
}
