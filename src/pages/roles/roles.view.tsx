import { useMemo } from 'react'
import type { FeatureProps } from '../../feature/define.ts'
import { LazyDialogs } from '../../parts/lazy-dialogs/lazy-dialogs.tsx'
import { PageHeader } from '../../parts/page-header/page-header.tsx'
import { shownTotal } from '../../parts/record-list/list-state.ts'
import { RecordList } from '../../parts/record-list/record-list.tsx'
import { Button } from '../../ui/button/button.tsx'
import type { MenuItem } from '../../ui/menu/menu.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { Tabs } from '../../ui/tabs/tabs.tsx'
import { useUnsaved } from '../../ui/unsaved/use-unsaved.ts'
import { rolesColumns } from './roles.columns.tsx'
import css from './roles.css'
import { PermissionMatrix } from './roles.matrix.tsx'
import type { RolesTexts } from './roles.messages.ts'
import type { RolesActions } from './roles.slice.ts'
import { isBuiltIn, type ListedRole, type RolesState } from './roles.state.ts'

export type RolesViewProps = FeatureProps<RolesState, RolesActions, RolesTexts>

const loadDialogs = () => import('./dialogs/roles-dialogs.tsx').then(({ RolesDialogs }) => RolesDialogs)

export const RolesView = (props: RolesViewProps) => {
  useSheet(css)
  const { state, actions, t } = props
  useUnsaved(Object.keys(state.drafts).length > 0, actions.discardMatrix)
  return (
    <div className="fe-roles">
      <PageHeader title={t('pageTitle')} description={t('pageDescription', { tenant: state.viewer?.tenantName ?? '' })}>
        {state.viewer?.may.create && <CreateButton {...props} />}
      </PageHeader>
      <Tabs
        label={t('viewLabel')}
        tabs={[
          { id: 'roles', label: t('listTab') },
          { id: 'matrix', label: t('matrixTab') },
        ]}
        active={state.tab}
        onChange={actions.showTab}
      >
        {state.tab === 'roles' ? <List {...props} /> : <PermissionMatrix {...props} />}
      </Tabs>
      <LazyDialogs
        load={loadDialogs}
        isNeeded={state.dialog !== null}
        isCalm={state.list.phase === 'ready' || state.list.phase === 'failed'}
        onMissing={actions.dialogsMissing}
        props={props}
      />
    </div>
  )
}

const CreateButton = ({ actions, t }: RolesViewProps) => (
  <Button variant="primary" icon="plus" onClick={() => actions.openDialog({ kind: 'edit' })}>
    {t('addNewRoleButton')}
  </Button>
)

const List = (props: RolesViewProps) => {
  const { state, actions, t } = props
  const columns = useMemo(
    () => rolesColumns({ t, permissions: state.permissions, isCounted: state.canCount, actions }),
    [t, state.permissions, state.canCount, actions],
  )
  return (
    <RecordList<ListedRole>
      list={state.list}
      label={t('pageTitle')}
      searchLabel={t('searchInputPlaceholder')}
      total={t('total', { count: shownTotal(state.list) })}
      columns={columns}
      menu={(role) => roleMenu(props, role)}
      onChange={actions.change}
      onRetry={actions.reload}
      empty={{
        icon: 'roles',
        title: t('noRolesYet'),
        text: t('noRolesYetDescription'),
        action: state.viewer?.may.create && <CreateButton {...props} />,
      }}
      noMatch={{ title: t('noResultFound'), text: t('noResultFoundDescription'), clear: t('clearSearch') }}
    />
  )
}

const only = (isThere: boolean | undefined, item: MenuItem): MenuItem[] => (isThere ? [item] : [])

/** What can be done to one role, by what the viewer may do. */
export const roleMenu = ({ state, actions, t }: RolesViewProps, role: ListedRole): MenuItem[] => {
  const may = state.viewer?.may
  const isOwn = !isBuiltIn(role)
  const canEdit = isOwn && may?.edit
  return [
    {
      id: 'edit',
      label: canEdit ? t('editRole') : t('viewRole'),
      icon: canEdit ? 'edit' : 'eye',
      onSelect: () => actions.openDialog({ kind: 'edit', role }),
    },
    ...only(may?.create, {
      id: 'duplicate',
      label: t('duplicateRole'),
      icon: 'plus',
      onSelect: () => actions.openDialog({ kind: 'edit', copyOf: role }),
    }),
    ...only(may?.seePeople && state.canCount, {
      id: 'holders',
      label: t('holdersAction'),
      icon: 'users',
      onSelect: () => actions.openDialog({ kind: 'holders', role }),
    }),
    ...only(canEdit, {
      id: 'default',
      label: role.isDefault ? t('makeNotDefault') : t('makeDefault'),
      icon: 'user-plus',
      onSelect: () => actions.setDefault(role, !role.isDefault),
    }),
    ...only(may?.remove, {
      id: 'delete',
      label: t('deleteRole'),
      icon: 'trash',
      danger: true,
      separated: true,
      disabled: !isOwn,
      ...(!isOwn && { hint: t('builtInHint') }),
      onSelect: () => actions.openDialog({ kind: 'delete', role }),
    }),
  ]
}
