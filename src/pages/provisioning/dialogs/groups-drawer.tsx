import { useEffect } from 'react'
import type { GroupRow } from '../../../contract/groups.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Drawer } from '../../../ui/drawer/drawer.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { Pagination } from '../../../ui/pagination/pagination.tsx'
import { SearchInput } from '../../../ui/search-input/search-input.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import type { ProvisioningViewProps } from '../provisioning.props.ts'
import { GROUPS_LIMIT, type ListedConnection } from '../provisioning.state.ts'

interface GroupsProps extends ProvisioningViewProps {
  connection: ListedConnection
}

/** The groups of a directory, and the roles that each one grants. */
export const GroupsDrawer = (props: GroupsProps) => {
  const { state, actions, t, connection } = props
  const { loadGroups } = actions
  const { search, page } = state.groups
  // biome-ignore lint/correctness/useExhaustiveDependencies: later pages and searches load by themselves
  useEffect(() => void loadGroups(connection, { search, page }), [loadGroups, connection.id])
  const title = t('groupsTitle', { name: connection.name })
  return (
    <Drawer open side="end" label={title} onClose={actions.closeDialog}>
      <div className="fe-provisioning-drawer">
        <div className="fe-provisioning-head">
          <h2 className="fe-provisioning-title">{title}</h2>
          <IconButton icon="x" label={t('close')} onClick={actions.closeDialog} />
        </div>
        <p className="fe-provisioning-muted">{t('groupsText')}</p>
        <SearchInput
          label={t('groupsSearch')}
          value={search}
          onChange={(next) => void loadGroups(connection, { search: next, page: 0 })}
        />
        <Body {...props} />
      </div>
    </Drawer>
  )
}

const Body = (props: GroupsProps) => {
  const { state, actions, t, connection } = props
  const { phase, error, rows, total, search, page } = state.groups
  if (phase === 'first') return <Skeleton height="120px" />
  return (
    <>
      {phase === 'failed' && (
        <Alert tone="danger">
          {error} <Button onClick={() => actions.loadGroups(connection, { search, page })}>{t('retry')}</Button>
        </Alert>
      )}
      {phase === 'ready' && total === 0 && <Nothing t={t} search={search} />}
      <ul className="fe-provisioning-groups" aria-busy={phase === 'reloading'}>
        {rows.map((group) => (
          <li key={group.id}>
            <Group {...props} group={group} />
          </li>
        ))}
      </ul>
      {total > GROUPS_LIMIT && (
        <Pagination
          offset={page * GROUPS_LIMIT}
          limit={GROUPS_LIMIT}
          limits={[GROUPS_LIMIT]}
          total={total}
          disabled={phase === 'reloading'}
          onChange={({ offset }) => actions.loadGroups(connection, { search, page: Math.floor(offset / GROUPS_LIMIT) })}
        />
      )}
    </>
  )
}

const Nothing = ({ t, search }: Pick<GroupsProps, 't'> & { search: string }) =>
  search ? (
    <p className="fe-provisioning-muted">{t('noGroupsMatch')}</p>
  ) : (
    <EmptyState icon="groups" title={t('noGroups')} text={t('noGroupsText')} />
  )

const Group = ({ state, actions, t, connection, group }: GroupsProps & { group: GroupRow }) => {
  const roles = (group.roles ?? []).map(({ name }) => name)
  return (
    <div className="fe-provisioning-group">
      <span className="fe-provisioning-lines">
        <b>{group.name}</b>
        <span className="fe-provisioning-muted">{t('members', { count: group.userCount })}</span>
        {roles.length > 0 ? (
          <span>{roles.join(', ')}</span>
        ) : (
          <span className="fe-provisioning-muted">{t('noRoles')}</span>
        )}
      </span>
      {state.viewer?.may.editRoles && (
        <Button
          size="s"
          icon="roles"
          aria-label={t('editRolesOf', { name: group.name })}
          onClick={() => actions.openDialog({ kind: 'roles', connection, group })}
        >
          {t('editRoles')}
        </Button>
      )}
    </div>
  )
}
