import { useMemo, useState } from 'react'
import type { Permission } from '../../../entities/team.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Checkbox } from '../../../ui/checkbox/checkbox.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { SearchInput } from '../../../ui/search-input/search-input.tsx'
import { groupPermissions, type PermissionGroup } from '../roles.permissions.ts'
import type { RolesState } from '../roles.state.ts'
import { PermissionCategory } from './permission-category.tsx'
import type { PermissionListProps } from './permission-list.props.ts'

const useGroups = ({ permissions, categories }: RolesState, search: string, other: string) => {
  const { language } = useLocale()
  return useMemo(
    () => groupPermissions(permissions, categories, { search, other, language }),
    [permissions, categories, search, other, language],
  )
}

const only = (groups: readonly PermissionGroup[], isShown: (permission: Permission) => boolean): PermissionGroup[] =>
  groups
    .map((group) => ({ ...group, permissions: group.permissions.filter(isShown) }))
    .filter(({ permissions }) => permissions.length > 0)

/** All permissions by category, with a search. Categories can be collapsed. */
export const PermissionList = (props: PermissionListProps) => {
  const { state, t, chosen } = props
  const [search, setSearch] = useState('')
  const [onlySelected, setOnlySelected] = useState(false)
  const [showKeys, setShowKeys] = useState(false)
  const [collapsed, setCollapsed] = useState<ReadonlySet<string>>(new Set())
  const groups = useGroups(state, search, t('otherCategory'))
  const shown = onlySelected ? only(groups, ({ id }) => chosen.includes(id)) : groups
  const isOpen = (id: string) => search !== '' || !collapsed.has(id)
  const toggle = (id: string) => {
    const next = new Set(collapsed)
    if (!next.delete(id)) next.add(id)
    setCollapsed(next)
  }
  const isAnyOpen = shown.some(({ id }) => isOpen(id))
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
      <div className="fe-roles-perms-filters">
        <Checkbox label={t('onlySelected')} checked={onlySelected} onChange={setOnlySelected} />
        <Checkbox label={t('showKeys')} checked={showKeys} onChange={setShowKeys} />
        <Button
          size="s"
          disabled={search !== '' || shown.length === 0}
          onClick={() => setCollapsed(new Set(isAnyOpen ? groups.map(({ id }) => id) : []))}
        >
          {t(isAnyOpen ? 'collapseAll' : 'expandAll')}
        </Button>
      </div>
      {shown.length === 0 && (
        <p className="fe-roles-muted">{t(search || !onlySelected ? 'noPermission' : 'noneSelected')}</p>
      )}
      {shown.map((group) => (
        <PermissionCategory
          key={group.id}
          {...props}
          group={group}
          isOpen={isOpen(group.id)}
          showKeys={showKeys}
          onToggle={() => toggle(group.id)}
        />
      ))}
    </fieldset>
  )
}
