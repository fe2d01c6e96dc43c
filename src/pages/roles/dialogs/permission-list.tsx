import { useMemo, useState } from 'react'
import type { Translate } from '../../../feature/messages.ts'
import { Checkbox } from '../../../ui/checkbox/checkbox.tsx'
import { SearchInput } from '../../../ui/search-input/search-input.tsx'
import type { RolesTexts } from '../roles.messages.ts'
import { canGive, groupPermissions, type PermissionGroup } from '../roles.permissions.ts'
import type { RolesState } from '../roles.state.ts'

interface PermissionListProps {
  state: RolesState
  t: Translate<RolesTexts>
  chosen: readonly string[]
  /** Permissions the role has now: they can be removed even by a user who doesn't hold them. */
  held: readonly string[]
  /** @default read-only */
  onChange?: (chosen: readonly string[]) => void
}

/** All permissions by category, with a search. */
export const PermissionList = (props: PermissionListProps) => {
  const { state, t, chosen } = props
  const [search, setSearch] = useState('')
  const { permissions, categories } = state
  const other = t('otherCategory')
  const groups = useMemo(
    () => groupPermissions(permissions, categories, { search, other }),
    [permissions, categories, search, other],
  )
  return (
    <fieldset className="fe-roles-perms">
      <legend className="fe-hidden">{t('permissions')}</legend>
      <div className="fe-roles-perms-head">
        <span>
          <b>{t('permissions')}</b>{' '}
          <span className="fe-roles-muted" role="status">
            {t('chosen', { count: chosen.length })}
          </span>
        </span>
        <SearchInput label={t('permissionSearch')} value={search} onChange={setSearch} restMs={120} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled part must be reachable by keyboard */}
      <section className="fe-roles-perms-list" aria-label={t('permissions')} tabIndex={0}>
        {groups.length === 0 && <p className="fe-roles-muted">{t('noPermission')}</p>}
        {groups.map((group) => (
          <Category key={group.id} {...props} group={group} />
        ))}
      </section>
    </fieldset>
  )
}

const Category = ({ state, t, chosen, held, onChange, group }: PermissionListProps & { group: PermissionGroup }) => {
  const ids = group.permissions.map(({ id }) => id)
  const isFree = (id: string) => {
    const permission = group.permissions.find((each) => each.id === id)
    return held.includes(id) || (permission !== undefined && canGive(state.viewer?.keys, permission))
  }
  const free = ids.filter(isFree)
  const on = ids.filter((id) => chosen.includes(id))
  const toggle = (some: readonly string[], isOn: boolean) =>
    onChange?.(isOn ? [...new Set([...chosen, ...some])] : chosen.filter((id) => !some.includes(id)))
  return (
    <fieldset className="fe-roles-category">
      <legend className="fe-hidden">{group.name}</legend>
      <div className="fe-roles-category-head">
        {onChange ? (
          <Checkbox
            label={group.name}
            aria-label={t('allOf', { category: group.name })}
            checked={free.length > 0 && free.every((id) => chosen.includes(id))}
            mixed={on.length > 0 && on.length < ids.length}
            disabled={free.length === 0}
            onChange={(isOn) => toggle(free, isOn)}
          />
        ) : (
          <span>{group.name}</span>
        )}
        <span className="fe-roles-muted">{t('categoryCount', { chosen: on.length, all: ids.length })}</span>
      </div>
      <div className="fe-roles-category-items">
        {group.permissions.map((permission) => (
          <Checkbox
            key={permission.id}
            label={permission.name}
            hint={
              onChange && !isFree(permission.id) ? t('notHeld') : <code className="fe-roles-key">{permission.key}</code>
            }
            checked={chosen.includes(permission.id)}
            disabled={!onChange || !isFree(permission.id)}
            onChange={(isOn) => toggle([permission.id], isOn)}
          />
        ))}
      </div>
    </fieldset>
  )
}
