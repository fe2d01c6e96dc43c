import { useMemo, useState } from 'react'
import type { Permission } from '../../../entities/team.ts'
import type { Translate } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Checkbox } from '../../../ui/checkbox/checkbox.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { SearchInput } from '../../../ui/search-input/search-input.tsx'
import type { RolesViewProps } from '../roles.actions.ts'
import type { RolesTexts } from '../roles.messages.ts'
import { canGive, grantedBy, groupPermissions, type PermissionGroup } from '../roles.permissions.ts'
import type { ListedRole, RolesState } from '../roles.state.ts'

interface PermissionListProps {
  state: RolesState
  t: Translate<RolesTexts>
  chosen: readonly string[]
  /** Permissions that the role has now. They can be removed even by a user who doesn't have them. */
  held: readonly string[]
  onChange(chosen: readonly string[]): void
}

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

interface CategoryProps extends PermissionListProps {
  group: PermissionGroup
  isOpen: boolean
  /** Shows keys below the names, for developers. */
  showKeys: boolean
  onToggle(): void
}

/** The permissions of one category, selectable together or one by one. */
const PermissionCategory = (props: CategoryProps) => {
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
