import { Fragment, memo, useState } from 'react'
import type { Permission } from '../../entities/team.ts'
import { shownRows } from '../../parts/record-list/list-state.ts'
import { ListPages, ListSearch } from '../../parts/record-list/record-list.tsx'
import { RowLink } from '../../parts/record-list/row-link.tsx'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { SearchInput } from '../../ui/search-input/search-input.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { Tooltip } from '../../ui/tooltip/tooltip.tsx'
import { MatrixBar } from './roles.matrix-bar.tsx'
import { allowedBy, canGive, groupPermissions } from './roles.permissions.ts'
import { isBuiltIn, type ListedRole } from './roles.state.ts'
import type { RolesViewProps } from './roles.view.tsx'

/** Which role allows what; selecting a role opens it. */
export const PermissionMatrix = (props: RolesViewProps) => {
  const { state, actions, t } = props
  const [search, setSearch] = useState('')
  const { list } = state
  if (list.phase === 'failed')
    return (
      <Alert tone="danger" action={<Button onClick={actions.reload}>{t('retry')}</Button>}>
        {list.error}
      </Alert>
    )
  if (list.phase === 'first') return <Skeleton height="320px" />
  return (
    <>
      <div className="fe-records-tools">
        <div className="fe-records-search">
          <SearchInput label={t('permissionSearch')} value={search} onChange={setSearch} restMs={120} />
        </div>
        <ListSearch list={list} label={t('searchInputPlaceholder')} onChange={actions.change} />
      </div>
      <p className="fe-matrix-text fe-roles-muted">{t('matrixText')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled part must be reachable by keyboard */}
      <section className="fe-matrix" aria-label={t('matrixTab')} tabIndex={0}>
        <Matrix {...props} search={search} />
      </section>
      <MatrixBar {...props} />
      <ListPages list={list} onChange={actions.change} />
    </>
  )
}

const Matrix = ({ search, ...props }: RolesViewProps & { search: string }) => {
  const { state, actions, t } = props
  const groups = groupPermissions(state.permissions, state.categories, { search, other: t('otherCategory') })
  const roles = shownRows(state.list)
  if (groups.length === 0) return <p className="fe-matrix-none">{t('noPermission')}</p>
  if (roles.length === 0) return <p className="fe-matrix-none">{t('noResultFound')}</p>
  return (
    <table className="fe-matrix-table" aria-label={t('matrixTab')}>
      <Head {...props} roles={roles} />
      <tbody>
        {groups.map((group) => (
          <Fragment key={group.id}>
            <tr className="fe-matrix-category">
              <th scope="rowgroup" colSpan={roles.length + 1}>
                <span>{group.name}</span>
              </th>
            </tr>
            {group.permissions.map((permission) => (
              <tr key={permission.id}>
                <th scope="row">
                  {permission.name}
                  <code className="fe-roles-key">{permission.key}</code>
                </th>
                {roles.map((role) => (
                  <td key={role.id}>
                    <Cell
                      role={role}
                      permission={permission}
                      chosen={state.drafts[role.id]?.permissionIds ?? role.permissions}
                      all={state.permissions}
                      keys={state.viewer?.keys}
                      mayEdit={state.viewer?.may.edit === true}
                      onTick={actions.tick}
                      t={t}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

const Head = ({ actions, t, roles }: RolesViewProps & { roles: readonly ListedRole[] }) => (
  <thead>
    <tr>
      <th scope="col">{t('matrixPermission')}</th>
      {roles.map((role) => (
        <th key={role.id} scope="col">
          <RowLink
            label={t('matrixEdit', { name: role.name })}
            onClick={() => actions.openDialog({ kind: 'edit', role })}
          >
            {role.name}
          </RowLink>
        </th>
      ))}
    </tr>
  </thead>
)

interface CellProps extends Pick<RolesViewProps, 't'> {
  role: ListedRole
  permission: Permission
  chosen: readonly string[]
  all: readonly Permission[]
  keys: readonly string[] | undefined
  mayEdit: boolean
  onTick(role: ListedRole, permissionId: string): void
}

/** A tick redraws the cells of its role only. */
const Cell = memo(({ role, permission, chosen, all, keys, mayEdit, onTick, t }: CellProps) => {
  const how = allowedBy(
    permission,
    all.filter(({ id }) => chosen.includes(id)),
  )
  const wasIn = role.permissions.includes(permission.id)
  // What a wildcard allows anyway has no checkbox; users can't grant permissions they don't hold.
  const isFree = mayEdit && !isBuiltIn(role) && how.kind !== 'wildcard' && (wasIn || canGive(keys, permission))
  if (!isFree) return <Mark how={how} t={t} />
  const isOn = how.kind === 'direct'
  return (
    <span className="fe-matrix-tick" data-changed={isOn !== wasIn || undefined}>
      <Checkbox
        hideLabel
        label={t('matrixCell', { permission: permission.name, role: role.name })}
        checked={isOn}
        onChange={() => onTick(role, permission.id)}
      />
    </span>
  )
})

const Mark = ({ how, t }: Pick<RolesViewProps, 't'> & { how: ReturnType<typeof allowedBy> }) => {
  if (how.kind === 'no')
    return (
      <span className="fe-matrix-no">
        <span aria-hidden="true">–</span>
        <span className="fe-hidden">{t('matrixNo')}</span>
      </span>
    )
  const words = how.kind === 'wildcard' ? t('matrixByWildcard', { permission: how.by.name }) : t('matrixYes')
  const mark = (
    <span className="fe-matrix-yes" data-kind={how.kind}>
      <Icon name="check" size="s" />
      <span className="fe-hidden">{words}</span>
    </span>
  )
  return how.kind === 'wildcard' ? <Tooltip text={words}>{mark}</Tooltip> : mark
}
