import type { Role, TeamRole } from '../../entities/team.ts'
import { Combobox } from '../../ui/combobox/combobox.tsx'
import { Field } from '../../ui/field/field.tsx'

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

/** Roles of a group. Those it has that can't be granted stay listed, so that saving doesn't drop them unnoticed. */
export const GroupRolesField = (props: GroupRolesFieldProps) => {
  const { label, hint, placeholder, grantable, own, values, onChange } = props
  const offered = grantable.map((role) => ({ value: role.id, label: role.name, hint: role.description }))
  const others = own.filter(({ id }) => !offered.some(({ value }) => value === id))
  return (
    <Field label={label} hint={hint}>
      {({ id, describedBy }) => (
        <Combobox
          id={id}
          describedBy={describedBy}
          placeholder={values.length > 0 ? '' : placeholder}
          options={[...offered, ...others.map(({ id: value, name }) => ({ value, label: name }))]}
          values={values}
          onChange={onChange}
        />
      )}
    </Field>
  )
}
