interface Role {
  id: string
  name: string
  description?: string | undefined
}

interface RoleChoice {
  value: string
  label: string
  hint?: string | undefined
}

/** Returns the roles of a menu, sorted by name. */
export const roleOptions = (roles: readonly Role[]): RoleChoice[] =>
  roles
    .map(({ id, name, description }) => ({ value: id, label: name, ...(description && { hint: description }) }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'))
