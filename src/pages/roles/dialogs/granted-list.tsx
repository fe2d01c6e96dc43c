import { useMemo, useState } from 'react'
import { Icon } from '../../../ui/icon/icon.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { SearchInput } from '../../../ui/search-input/search-input.tsx'
import { grantedBy, groupPermissions } from '../roles.permissions.ts'
import type { RolesViewProps } from '../roles.props.ts'
import type { ListedRole } from '../roles.types.ts'

type GrantedProps = Pick<RolesViewProps, 'state' | 't'> & { role: ListedRole }

/** The permissions of a role that can't be edited, including those that its wildcards cover. */
export const GrantedList = ({ state, t, role }: GrantedProps) => {
  const [search, setSearch] = useState('')
  const { language } = useLocale()
  const { permissions, categories } = state
  const granted = useMemo(() => grantedBy(role.permissions, permissions), [role, permissions])
  const groups = groupPermissions(
    granted.map(({ permission }) => permission),
    categories,
    { search, other: t('otherCategory'), language },
  )
  const wildcardOf = new Map(granted.map(({ permission, by }) => [permission.id, by]))
  return (
    <div className="fe-roles-perms">
      <div className="fe-roles-perms-head">
        <b role="status">{t('grantedCount', { count: granted.length })}</b>
        <SearchInput label={t('permissionSearch')} value={search} onChange={setSearch} restMs={120} />
      </div>
      {groups.length === 0 && <p className="fe-roles-muted">{t(search ? 'noPermission' : 'grantedNone')}</p>}
      {groups.map((group) => (
        <section key={group.id} className="fe-roles-category" aria-label={group.name}>
          <div className="fe-roles-category-head">
            <span>{group.name}</span>
          </div>
          <ul className="fe-roles-category-items">
            {group.permissions.map(({ id, name }) => {
              const by = wildcardOf.get(id)
              return (
                <li key={id} className="fe-roles-granted">
                  <Icon name="check" size="s" />
                  <span>
                    {name}
                    {by && <span className="fe-roles-muted">{t('matrixByWildcard', { permission: by.name })}</span>}
                  </span>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}
