import type { Role, TeamRole } from '../../entities/team.ts'
import { Combobox } from '../../ui/combobox/combobox.tsx'
import { Field } from '../../ui/field/field.tsx'
import { roleOptions } from '../role-options/role-options.ts'

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
