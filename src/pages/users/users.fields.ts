import type { AppSettings } from '../../feature/settings.ts'
import type { InviteFields } from './users.invite.ts'

/** Where a host or the portal's metadata configures the fields of the invite dialog. */
const PATH = ['adminPortal', 'pages', 'users', 'inviteUserModal', 'inviteByEmail', 'fieldsProperties']

const childOf = (node: unknown, key: string): unknown =>
  typeof node === 'object' && node !== null && Object.hasOwn(node, key)
    ? (node as Record<string, unknown>)[key]
    : undefined

const REQUIRED = ['settings', 'validation', 'required']
const APPEARANCES: readonly unknown[] = ['hidden', 'viewOnly', 'edit']

/** The host's own options win over the metadata, each word by itself. */
const fieldOf = (sources: readonly unknown[], name: string) => {
  const fields = sources.map((theme) => childOf(PATH.reduce(childOf, theme), name))
  const appearance = fields.map((field) => childOf(field, 'appearance')).find((word) => APPEARANCES.includes(word))
  // A new user has nothing to view: a field that can't be edited is not shown.
  if (appearance === 'hidden' || appearance === 'viewOnly') return 'hidden'
  const required = fields.map((field) => REQUIRED.reduce(childOf, field)).find((word) => typeof word === 'boolean')
  return required === true ? 'required' : 'optional'
}

/** Name and phone are optional unless configured otherwise. */
export const inviteFieldsOf = ({
  theme,
  configuration,
}: Pick<AppSettings, 'theme' | 'configuration'>): InviteFields => {
  const sources = [theme, configuration?.themeV2]
  return { name: fieldOf(sources, 'name'), phone: fieldOf(sources, 'phoneNumber') }
}
