import type { InviteFields } from './users.invite.ts'

/** Where a host configures the fields of the invite dialog (api.md h.2). */
const PATH = ['adminPortal', 'pages', 'users', 'inviteUserModal', 'inviteByEmail', 'fieldsProperties']

const childOf = (node: unknown, key: string): unknown =>
  typeof node === 'object' && node !== null && Object.hasOwn(node, key)
    ? (node as Record<string, unknown>)[key]
    : undefined

const fieldOf = (fields: unknown, name: string) => {
  const field = childOf(fields, name)
  if (childOf(field, 'appearance') === 'hidden') return 'hidden'
  const required = childOf(childOf(childOf(field, 'settings'), 'validation'), 'required')
  return required === true ? 'required' : 'optional'
}

/** Name and phone are asked for, but not needed, unless the host says otherwise (seed 000 §2: phone optional). */
export const inviteFieldsOf = (themeOptions: unknown): InviteFields => {
  const fields = PATH.reduce(childOf, themeOptions)
  return { name: fieldOf(fields, 'name'), phone: fieldOf(fields, 'phoneNumber') }
}
