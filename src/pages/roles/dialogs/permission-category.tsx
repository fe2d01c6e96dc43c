import { Checkbox } from '../../../ui/checkbox/checkbox.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { canGive, type PermissionGroup } from '../roles.permissions.ts'
import type { PermissionListProps } from './permission-list.props.ts'

interface CategoryProps extends PermissionListProps {
  group: PermissionGroup
  isOpen: boolean
  /** Shows keys below the names, for developers. */
  showKeys: boolean
  onToggle(): void
}

/** The permissions of one category, selectable together or one by one. */
export const PermissionCategory = (props: CategoryProps) => {
  const { state, t, chosen, held, onChange, group, isOpen, showKeys, onToggle } = props
  const { permissions, name } = group
  const isFree = (permission: (typeof permissions)[number]) =>
    held.includes(permission.id) || canGive(state.viewer?.keys, permission)
  const free = permissions.filter(isFree).map(({ id }) => id)
  const on = permissions.filter(({ id }) => chosen.includes(id))
  const toggle = (some: readonly string[], isOn: boolean) =>
    onChange(isOn ? [...new Set([...chosen, ...some])] : chosen.filter((id) => !some.includes(id)))
  return (
    <fieldset className="fe-roles-category">
      <legend className="fe-hidden">{name}</legend>
      <div className="fe-roles-category-head">
        <Checkbox
          label={name}
          aria-label={t('allOf', { category: name })}
          checked={free.length > 0 && free.every((id) => chosen.includes(id))}
          mixed={on.length > 0 && on.length < permissions.length}
          disabled={free.length === 0}
          onChange={(isOn) => toggle(free, isOn)}
        />
        <span className="fe-roles-muted">{t('categoryCount', { chosen: on.length, all: permissions.length })}</span>
        <IconButton
          icon={isOpen ? 'chevron-up' : 'chevron-down'}
          label={t('toggleCategory', { category: name })}
          aria-expanded={isOpen}
          onClick={onToggle}
        />
      </div>
      {isOpen && (
        <div className="fe-roles-category-items">
          {permissions.map((permission) => (
            <Checkbox
              key={permission.id}
              label={permission.name}
              hint={
                isFree(permission) ? showKeys && <code className="fe-roles-key">{permission.key}</code> : t('notHeld')
              }
              checked={chosen.includes(permission.id)}
              disabled={!isFree(permission)}
              onChange={(isOn) => toggle([permission.id], isOn)}
            />
          ))}
        </div>
      )}
    </fieldset>
  )
}
