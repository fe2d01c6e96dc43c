import type { Client } from '../../contract/client.ts'
import type { groupList, groups } from '../../contract/groups.ts'
import { itemsOf } from '../../contract/items-of.ts'
import type { team } from '../../contract/users.ts'
import type { Role, TeamRole } from '../../entities/team.ts'
import { sortByName } from '../../rules/sort-by-name.ts'
import { Combobox } from '../../ui/combobox/combobox.tsx'
import { Field } from '../../ui/field/field.tsx'
import { roleOptions } from '../role-options/role-options.ts'

type GroupsApi = Client<{ groups: typeof groups }>

interface RoleChange {
  groupId: string
  before: readonly string[]
  after: readonly string[]
}

/** Adds new roles to a group and removes those that were deselected. */
export const setGroupRoles = async ({ groups: api }: GroupsApi, { groupId, before, after }: RoleChange) => {
  const added = after.filter((id) => !before.includes(id))
  const removed = before.filter((id) => !after.includes(id))
  if (added.length) await api.addRoles({ path: { groupId }, body: { roleIds: added } })
  if (removed.length) await api.removeRoles({ path: { groupId }, body: { roleIds: removed } })
}

interface RolesContext {
  api: Client<{ groupList: typeof groupList; team: typeof team }>
  known<Result>(name: string, call: () => Promise<Result>, otherwise: () => Promise<Result>): Promise<Result>
}

/** Loads the roles that the viewer may give a group. An older backend lists every role and refuses some. */
export const loadGrantableRoles = async ({ api, known }: RolesContext): Promise<TeamRole[]> =>
  sortByName(
    itemsOf(
      await known(
        'listGrantableRoles',
        () => api.groupList.listGrantableRoles(),
        () => api.team.listAssignableRoles(),
      ),
    ),
  )

interface GroupRolesFieldProps {
  label: string
  hint: string
  placeholder: string
  /** Roles that the viewer may grant. */
  grantable: readonly TeamRole[]
  /** Roles that the group has. */
  own: readonly Role[]
  values: readonly string[]
  onChange(values: readonly string[]): void
}

/**
 * Selects the roles of a group. Roles it has that can't be granted stay listed, so that saving doesn't drop them
 * unnoticed.
 */
export const GroupRolesField = (props: GroupRolesFieldProps) => {
  const { label, hint, placeholder, grantable, own, values, onChange } = props
  const others = own.filter(({ id }) => !grantable.some((role) => role.id === id))
  return (
    <Field label={label} hint={hint}>
      {({ id, describedBy }) => (
        <Combobox
          id={id}
          describedBy={describedBy}
          placeholder={values.length > 0 ? '' : placeholder}
          options={roleOptions([...grantable, ...others])}
          values={values}
          onChange={onChange}
        />
      )}
    </Field>
  )
}
