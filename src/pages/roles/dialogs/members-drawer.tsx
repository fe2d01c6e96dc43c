import { useEffect } from 'react'
import { UserList } from '../../../parts/user-picker/user-list.tsx'
import { Drawer } from '../../../ui/drawer/drawer.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import type { RolesViewProps } from '../roles.props.ts'
import type { ListedRole } from '../roles.types.ts'

type MembersProps = RolesViewProps & { role: ListedRole }

/** Users who have the role directly, searched on the server. */
export const MembersDrawer = ({ state, actions, t, role }: MembersProps) => {
  const { findMembers } = actions
  useEffect(() => void findMembers(role, ''), [findMembers, role])
  const { members } = state
  return (
    <Drawer open side="end" label={t('membersTitle', { name: role.name })} onClose={actions.closeDialog}>
      <div className="fe-roles-drawer">
        <div className="fe-roles-drawer-head">
          <div>
            <h2 className="fe-roles-drawer-title">{t('membersTitle', { name: role.name })}</h2>
            <span className="fe-roles-muted">
              {members.phase === 'ready' ? t('membersTotal', { count: members.total }) : ''}
            </span>
          </div>
          <IconButton icon="x" label={t('close')} onClick={actions.closeDialog} />
        </div>
        <UserList
          state={members}
          onSearch={(search) => findMembers(role, search)}
          onMore={() => actions.moreMembers(role)}
          none={t('membersNone')}
        />
      </div>
    </Drawer>
  )
}
