import { Fragment, useState } from 'react'
import { AccessCheckAlert, useCheckedSave } from '../../parts/access-check/access-check.tsx'
import { shownRows, shownTotal } from '../../parts/record-list/list-state.ts'
import { ListPages, ListSearch, RowLink } from '../../parts/record-list/record-list.tsx'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Checkbox } from '../../ui/checkbox/checkbox.tsx'
import { Field } from '../../ui/field/field.tsx'
import { useLocale } from '../../ui/locale/locale.tsx'
import { useUiText } from '../../ui/locale/ui-text.ts'
import { Pagination } from '../../ui/pagination/pagination.tsx'
import { SearchInput } from '../../ui/search-input/search-input.tsx'
import { Select } from '../../ui/select/select.tsx'
import { Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { Spinner } from '../../ui/spinner/spinner.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import type { RolesViewProps } from './roles.actions.ts'
import css from './roles.matrix.css'
import { MatrixCell, MatrixLegend } from './roles.matrix-cell.tsx'
import { groupPermissions, type PermissionGroup, pageOfGroups } from './roles.permissions.ts'
import { canCount, changeOf, changesTo, type ListedRole, type MatrixDraft } from './roles.state.ts'

const PAGE_SIZES = [25, 50, 100]

/** A matrix of roles and permissions; selecting a role opens it. */
export const PermissionMatrix = (props: RolesViewProps) => {
  useSheet(css)
  const { state, actions, t } = props
  const { list } = state
  const ui = useUiText()
  if (list.phase === 'failed')
    return (
      <Alert tone="danger" title={ui('listFailed')} action={<Button onClick={actions.reload}>{t('retry')}</Button>}>
        {list.error}
      </Alert>
    )
  if (list.phase === 'first') return <Skeleton height="320px" />
  return <Loaded {...props} />
}

const Loaded = (props: RolesViewProps) => {
  const { state, actions, t } = props
  const { list, viewer } = state
  const [search, setSearch] = useState('')
  const [page, setPage] = useState({ offset: 0, limit: 50 })
  const [roleId, setRoleId] = useState('')
  const [showKeys, setShowKeys] = useState(false)
  const find = (wanted: string) => {
    setSearch(wanted)
    setPage({ ...page, offset: 0 })
  }
  const roles = shownRows(list)
  const shownRole = roles.find(({ id }) => id === roleId) ?? roles[0]
  const { language } = useLocale()
  const naming = { search, other: t('otherCategory'), language }
  const groups = groupPermissions(state.permissions, state.categories, naming)
  const total = groups.reduce((sum, { permissions }) => sum + permissions.length, 0)
  const offset = page.offset < total ? page.offset : 0
  return (
    <>
      <div className="fe-records-head">
        <div className="fe-records-tools">
          <div className="fe-records-search">
            <SearchInput label={t('permissionSearch')} value={search} onChange={find} restMs={120} />
          </div>
          <ListSearch list={list} label={t('searchInputPlaceholder')} onChange={actions.change} />
          <Checkbox label={t('showKeys')} checked={showKeys} onChange={setShowKeys} />
        </div>
      </div>
      <p className="fe-matrix-text fe-roles-muted">{t('matrixText')}</p>
      <MatrixLegend mayEdit={viewer?.may.edit === true} t={t} />
      {shownRole && (
        <div className="fe-matrix-role">
          <Field label={t('matrixRole')}>
            {(ids) => (
              <Select
                {...ids}
                value={shownRole.id}
                options={roles.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={setRoleId}
              />
            )}
          </Field>
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled part must be reachable by keyboard */}
      <section className="fe-matrix" aria-label={t('matrixTab')} tabIndex={0}>
        <Matrix
          {...props}
          groups={pageOfGroups(groups, { ...page, offset })}
          shownRole={shownRole}
          showKeys={showKeys}
        />
      </section>
      <MatrixBar {...props} />
      <div className="fe-matrix-pages">
        {total > 0 && roles.length > 0 && (
          <Pagination
            label={t('matrixPermissionPages')}
            offset={offset}
            limit={page.limit}
            total={total}
            limits={PAGE_SIZES}
            onChange={setPage}
          />
        )}
        {shownTotal(list) > list.query.size && (
          <>
            <b>{t('matrixRoles')}</b>
            <ListPages list={list} label={t('matrixRolePages')} onChange={actions.change} />
          </>
        )}
      </div>
    </>
  )
}

interface MatrixProps extends RolesViewProps {
  groups: readonly PermissionGroup[]
  /** The only role that a phone shows. */
  shownRole: ListedRole | undefined
  /** Shows keys below the names, for developers. */
  showKeys: boolean
}

const Matrix = ({ groups, shownRole, showKeys, ...props }: MatrixProps) => {
  const { state, actions, t } = props
  const roles = shownRows(state.list)
  if (groups.length === 0) return <p className="fe-matrix-none">{t('noPermission')}</p>
  if (roles.length === 0) return <p className="fe-matrix-none">{t('noResultFound')}</p>
  return (
    <table className="fe-matrix-table" aria-label={t('matrixTab')}>
      <Head {...props} roles={roles} shownRole={shownRole} />
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
                  {showKeys && <code className="fe-roles-key">{permission.key}</code>}
                </th>
                {roles.map((role) => (
                  <td key={role.id} data-shown={role === shownRole || undefined}>
                    <MatrixCell
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

type HeadProps = Omit<MatrixProps, 'groups' | 'showKeys'> & { roles: readonly ListedRole[] }

const Head = ({ actions, t, roles, shownRole }: HeadProps) => (
  <thead>
    <tr>
      <th scope="col">{t('matrixPermission')}</th>
      {roles.map((role) => (
        <th key={role.id} scope="col" data-shown={role === shownRole || undefined}>
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

const LINES_SHOWN = 4

/** Unsaved changes of the matrix, and the number of users that saving them affects. */
const MatrixBar = (props: RolesViewProps) => {
  const { state, actions, t } = props
  const drafts = Object.values(state.drafts)
  const check = useCheckedSave(
    props,
    drafts.flatMap(({ role, permissionIds }) => changesTo(role, permissionIds)),
  )
  if (drafts.length === 0) return null
  return (
    <section className="fe-matrix-bar" aria-label={t('impactTitle')}>
      <div className="fe-matrix-impacts" role="status">
        <AccessCheckAlert {...check} />
        <b>{t('matrixChanged', { count: drafts.length })}</b>
        {drafts.map((draft) => (
          <RoleImpact key={draft.role.id} {...props} draft={draft} />
        ))}
      </div>
      <Button onClick={actions.discardMatrix} disabled={state.saving || check.isChecking}>
        {t('matrixDiscard')}
      </Button>
      <Button
        variant="primary"
        busy={state.saving || check.isChecking}
        onClick={() => void check.save(() => actions.saveMatrix())}
      >
        {check.saveAnyway ?? t('matrixSave')}
      </Button>
    </section>
  )
}

const RoleImpact = ({ state, t, draft }: RolesViewProps & { draft: MatrixDraft }) => {
  const { role, impact } = draft
  const lines = impactLines({ state, t, draft })
  return (
    <p>
      {role.name}: {impact.phase === 'loading' && canCount(state) ? <Spinner label={t('impactLoading')} /> : null}
      {impact.phase === 'failed' && t('impactFailed', { reason: impact.error })}
      {(impact.phase === 'ready' || impact.phase === 'none') && lines.slice(0, LINES_SHOWN).join(', ')}
      {lines.length > LINES_SHOWN && `, ${t('impactMore', { count: lines.length - LINES_SHOWN })}`}
    </p>
  )
}

/** Returns lines such as "41 users lose Export"; without a count, only the added and removed permissions. */
const impactLines = ({ state, t, draft }: Pick<RolesViewProps, 'state' | 't'> & { draft: MatrixDraft }): string[] => {
  const { impact } = draft
  const { added, removed } = changeOf(draft)
  const nameOf = (id: string) => state.permissions.find((permission) => permission.id === id)?.name ?? id
  const lineOf = (id: string, kind: 'lose' | 'gain') => {
    if (impact.phase !== 'ready') return `${kind === 'lose' ? '−' : '+'} ${nameOf(id)}`
    const count = impact.result.changes.find(({ permissionId }) => permissionId === id)?.users ?? 0
    if (count === 0) return t(kind === 'lose' ? 'impactLoseNone' : 'impactGainNone', { permission: nameOf(id) })
    return t(kind === 'lose' ? 'impactLose' : 'impactGain', { count, permission: nameOf(id) })
  }
  return [...removed.map((id) => lineOf(id, 'lose')), ...added.map((id) => lineOf(id, 'gain'))]
}
