import { useMemo } from 'react'
import type { FeatureProps } from '../../feature/define.ts'
import { LazyDialogs } from '../../parts/lazy-dialogs/lazy-dialogs.tsx'
import { PageHeader } from '../../parts/page-header/page-header.tsx'
import { shownTotal } from '../../parts/record-list/list-state.ts'
import { RecordList } from '../../parts/record-list/record-list.tsx'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import type { MenuItem } from '../../ui/menu/menu.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { groupsColumns } from './groups.columns.tsx'
import css from './groups.css'
import type { GroupsTexts } from './groups.messages.ts'
import type { GroupsActions } from './groups.slice.ts'
import { type GroupsState, isManagedHere, type ListedGroup } from './groups.state.ts'

export type GroupsViewProps = FeatureProps<GroupsState, GroupsActions, GroupsTexts>

const loadDialogs = () => import('./dialogs/groups-dialogs.tsx').then(({ GroupsDialogs }) => GroupsDialogs)

export const GroupsView = (props: GroupsViewProps) => {
  useSheet(css)
  const { state, actions, t } = props
  const { config, viewer } = state
  return (
    <div className="fe-groups">
      <PageHeader title={t('pageTitle')} description={t('pageDescription', { tenant: viewer?.tenantName ?? '' })}>
        {viewer?.may.edit && config && (
          <Button icon="settings" onClick={() => actions.openDialog({ kind: 'settings' })}>
            {t('settings')}
          </Button>
        )}
        {viewer?.may.edit && <CreateButton {...props} />}
      </PageHeader>
      {config && !(config.enabled && config.rolesEnabled) && (
        <Alert tone="warning" className="fe-groups-off">
          {config.enabled ? t('rolesOff') : t('off')}
        </Alert>
      )}
      <List {...props} />
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

const CreateButton = ({ actions, t }: GroupsViewProps) => (
  <Button variant="primary" icon="plus" onClick={() => actions.openDialog({ kind: 'edit' })}>
    {t('addNewGroup')}
  </Button>
)

const List = (props: GroupsViewProps) => {
  const { state, actions, t } = props
  const columns = useMemo(() => groupsColumns(t, actions), [t, actions])
  return (
    <RecordList<ListedGroup>
      list={state.list}
      label={t('pageTitle')}
      searchLabel={t('search')}
      total={t('total', { count: shownTotal(state.list) })}
      columns={columns}
      menu={(group) => groupMenu(props, group)}
      onChange={actions.change}
      onRetry={actions.reload}
      empty={{
        icon: 'groups',
        title: t('noGroupsMessage'),
        text: t('noGroupsText'),
        action: state.viewer?.may.edit && <CreateButton {...props} />,
      }}
      noMatch={{ title: t('noGroupsFoundMessage'), text: t('noGroupsFoundText'), clear: t('clearSearch') }}
    />
  )
}

/** What can be done to one group; one that the directory keeps is only looked at. */
export const groupMenu = ({ state, actions, t }: GroupsViewProps, group: ListedGroup): MenuItem[] => {
  const may = state.viewer?.may
  const isOurs = isManagedHere(group)
  const edit: MenuItem = {
    id: 'edit',
    label: isOurs ? t('editGroup') : t('viewGroup'),
    icon: isOurs ? 'edit' : 'eye',
    onSelect: () => actions.openDialog({ kind: 'edit', group }),
  }
  const remove: MenuItem = {
    id: 'delete',
    label: t('deleteGroup'),
    icon: 'trash',
    danger: true,
    separated: true,
    disabled: !isOurs,
    ...(!isOurs && { hint: t('directoryHint') }),
    onSelect: () => actions.openDialog({ kind: 'delete', group }),
  }
  return [
    {
      id: 'members',
      label: t('membersAction'),
      icon: 'users',
      onSelect: () => actions.openDialog({ kind: 'members', group, isAdding: false }),
    },
    ...(may?.edit || !isOurs ? [edit] : []),
    ...(may?.remove ? [remove] : []),
  ]
}
