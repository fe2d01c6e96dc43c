import { useCallback, useMemo } from 'react'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { pageFeature } from '../../parts/page-kit/page-feature.tsx'
import { MainButton, type PageButton, PageFrame } from '../../parts/page-kit/page-frame.tsx'
import { type ListQuery, shownTotal } from '../../parts/record-list/list-state.ts'
import { RecordList } from '../../parts/record-list/record-list.tsx'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import type { MenuItem } from '../../ui/menu/menu-popover.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { type GroupsViewProps, groupsSlice } from './groups.actions.ts'
import { directoryHint, groupsColumns } from './groups.columns.tsx'
import css from './groups.css'
import { groupsMessages } from './groups.messages.ts'
import { groupsUrl, initialGroups, isManagedHere, type ListedGroup } from './groups.state.ts'

const loadDialogs = () =>
  loadChunk(() => import('./dialogs/groups-dialogs.tsx')).then(({ GroupsDialogs }) => GroupsDialogs)

const mainOf = ({ state, actions, t }: GroupsViewProps): PageButton | undefined =>
  state.viewer?.may.edit
    ? { label: t('addNewGroup'), icon: 'plus', onSelect: () => actions.openDialog({ kind: 'edit' }) }
    : undefined

export const GroupsView = (props: GroupsViewProps) => {
  useSheet(css)
  const { state, actions, t } = props
  const { config, viewer, list } = state
  const main = mainOf(props)
  const open = useCallback(
    (group: ListedGroup) => actions.openDialog({ kind: 'members', group, isAdding: false }),
    [actions],
  )
  const columns = useMemo(() => groupsColumns(t, open), [t, open])
  return (
    <PageFrame
      className="fe-groups"
      title={t('pageTitle')}
      description={t('pageDescription', { tenant: viewer?.tenantName ?? '' })}
      main={main}
      controls={viewer?.may.edit && !state.isConfigUnknown && <SettingsButton {...props} />}
      isReady={list.phase === 'ready' || list.phase === 'failed'}
      dialogs={loadDialogs}
      page={props}
    >
      {config && !(config.enabled && config.rolesEnabled) && (
        <Alert tone="warning" className="fe-groups-off">
          {config.enabled ? t('rolesOff') : t('off')}
        </Alert>
      )}
      <RecordList<ListedGroup, ListQuery>
        list={list}
        label={t('pageTitle')}
        searchLabel={t('search')}
        total={t('total', { count: shownTotal(list) })}
        columns={columns}
        nameOf={({ name }) => name}
        menu={(group) => groupMenu(props, group)}
        onOpen={open}
        onChange={actions.change}
        onRetry={actions.reload}
        empty={{
          icon: 'groups',
          title: t('noGroupsMessage'),
          text: t('noGroupsText'),
          action: main && <MainButton {...main} />,
        }}
        noMatch={{ title: t('noGroupsFoundMessage'), text: t('noGroupsFoundText'), clear: t('clearSearch') }}
      />
    </PageFrame>
  )
}

/** Rendered from the start, so that the buttons beside it don't move. */
const SettingsButton = ({ state, actions, t }: GroupsViewProps) => (
  <Button icon="settings" disabled={!state.config} onClick={() => actions.openDialog({ kind: 'settings' })}>
    {t('settings')}
  </Button>
)

const editingOf = ({ state, t }: GroupsViewProps, isOurs: boolean): Pick<MenuItem, 'label' | 'icon'> => {
  if (isOurs) return { label: t('editGroup'), icon: 'edit' }
  return state.viewer?.may.editRoles ? { label: t('editRoles'), icon: 'roles' } : { label: t('viewGroup'), icon: 'eye' }
}

/** Returns the actions for one group. A group of a directory is read-only except for its roles. */
const groupMenu = (props: GroupsViewProps, group: ListedGroup): MenuItem[] => {
  const { state, actions, t } = props
  const may = state.viewer?.may
  const isOurs = isManagedHere(group)
  const edit: MenuItem = {
    id: 'edit',
    ...editingOf(props, isOurs),
    onSelect: () => actions.openDialog({ kind: 'edit', group }),
  }
  const remove: MenuItem = {
    id: 'delete',
    label: t('deleteGroup'),
    icon: 'trash',
    danger: true,
    separated: true,
    disabled: !isOurs,
    ...(!isOurs && { hint: directoryHint(group, t) }),
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

export const groupsFeature = pageFeature({
  initial: initialGroups,
  slice: groupsSlice,
  messages: groupsMessages,
  url: groupsUrl,
  typed: ({ list }) => list.query.search,
  View: GroupsView,
})
