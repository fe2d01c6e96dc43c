import { type Appearance, fieldsAt, isEditable } from '../../feature/page-fields.ts'
import type { AppSettings } from '../../feature/settings.ts'
import { isRecord } from '../../kernel/safe-json.ts'
import type { InviteFields } from './users.invite.ts'

type Sources = Pick<AppSettings, 'theme' | 'configuration'>

/** Where the fields of the invite dialog are configured, below the pages of the configuration. */
const DIALOG = ['users', 'inviteUserModal', 'inviteByEmail', 'fieldsProperties']
export const INVITE_FIELDS = ['name', 'phoneNumber'] as const

const childOf = (node: unknown, key: string): unknown =>
  isRecord(node) && Object.hasOwn(node, key) ? node[key] : undefined

/** The host's own options win over the metadata. */
const isRequired = ({ theme, configuration }: Sources, name: string): boolean => {
  const path = ['adminPortal', 'pages', ...DIALOG, name, 'settings', 'validation', 'required']
  const values = [theme, configuration?.themeV2].map((source: unknown) => path.reduce(childOf, source))
  return values.find((value) => typeof value === 'boolean') === true
}

/** Name and phone are optional unless configured otherwise. */
export const inviteFieldsOf = (settings: Sources): InviteFields => {
  const fields = fieldsAt(settings, DIALOG, INVITE_FIELDS)
  const needOf = (name: string, appearance: Appearance) => {
    // A new user has nothing to view: a field that can't be edited is not shown.
    if (!isEditable(appearance)) return 'hidden'
    return isRequired(settings, name) ? 'required' : 'optional'
  }
  return { name: needOf('name', fields.name), phone: needOf('phoneNumber', fields.phoneNumber) }
}
