import { useEffect } from 'react'
import { AccessCheckAlert, useAccessCheck } from '../../../parts/access-check/access-check.tsx'
import { UserList } from '../../../parts/user-picker/user-list.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { Drawer } from '../../../ui/drawer/drawer.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import type { RolesViewProps } from '../roles.actions.ts'
import type { ListedRole } from '../roles.state.ts'
import { RolePage } from './role-page.tsx'

/** The open dialog, or the role that replaces the list. */
export const RolesDialogs = (props: RolesViewProps) => {
  const { dialog } = props.state
  if (dialog === null) return null
  switch (dialog.kind) {
    case 'edit':
      return <RolePage key={dialog.role?.id ?? dialog.copyOf?.id ?? ''} {...props} dialog={dialog} />
    case 'delete':
      return <DeleteDialog {...props} role={dialog.role} />
    case 'members':
      return <MembersDrawer {...props} role={dialog.role} />
  }
}

/** Names the number of users who lose the role, including through groups. */
const DeleteDialog = (props: RolesViewProps & { role: ListedRole }) => {
  const { state, actions, t, role } = props
  const { loadImpact } = actions
  const check = useAccessCheck(props, role.permissions.length > 0 ? [{ kind: 'role', id: role.id }] : [])
  useEffect(() => void loadImpact(role, role.permissions), [loadImpact, role])
  const counted = state.impact.phase === 'ready' ? state.impact.result.users : undefined
  const members = counted ?? role.userCount ?? 0
  return (
    <ConfirmDialog
      open
      danger
      title={t('deleteTitle', { name: role.name })}
      text={members > 0 ? t('deleteMembers', { count: members }) : t('deleteEmpty')}
      confirmLabel={t('deleteConfirm', { name: role.name })}
      cancelLabel={t('cancel')}
      busy={check.isHeld}
      onConfirm={() => void check.whenChecked(() => void actions.remove(role))}
      onClose={actions.closeDialog}
    >
      <AccessCheckAlert {...check} />
    </ConfirmDialog>
  )
}

type MembersProps = RolesViewProps & { role: ListedRole }

/** Users who have the role directly, searched on the server. */
const MembersDrawer = ({ state, actions, t, role }: MembersProps) => {
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
