import { useEffect, useRef, useState } from 'react'
import { AccessCheckAlert, useCheckedSave } from '../../../parts/access-check/access-check.tsx'
import { UserList } from '../../../parts/user-picker/user-list.tsx'
import type { FoundUser } from '../../../parts/user-picker/user-search.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { Drawer } from '../../../ui/drawer/drawer.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { useKeepClear } from '../../../ui/toast/keep-clear.ts'
import type { GroupsViewProps } from '../groups.actions.ts'
import { ColorDot, directoryHint, GroupRoles } from '../groups.columns.tsx'
import { isManagedHere, type ListedGroup, leavingChange } from '../groups.state.ts'

interface MembersProps extends GroupsViewProps {
  group: ListedGroup
}

/** The members of a group, with a form to add more. */
export const MembersDrawer = (props: MembersProps & { isAdding: boolean }) => {
  const { actions, t, group, isAdding } = props
  const title = isAdding ? t('titleAddMembers', { name: group.name }) : t('membersTitle', { name: group.name })
  return (
    <Drawer open side="end" label={title} onClose={actions.closeDialog}>
      <div className="fe-groups-drawer">
        <div className="fe-groups-drawer-head">
          <h2 className="fe-groups-drawer-title">
            <ColorDot color={group.color} />
            <span>{title}</span>
          </h2>
          <IconButton icon="x" label={t('close')} onClick={actions.closeDialog} />
        </div>
        {isAdding ? <AddMembers {...props} /> : <Members {...props} />}
      </div>
    </Drawer>
  )
}

const Members = (props: MembersProps) => {
  const { state, actions, t, group } = props
  const { findMembers } = actions
  useEffect(() => void findMembers(group, ''), [findMembers, group])
  const may = state.viewer?.may
  const isOurs = isManagedHere(group)
  return (
    <>
      {!isOurs && <Alert tone="info">{directoryHint(group, t)}</Alert>}
      {group.description && <p className="fe-groups-muted">{group.description}</p>}
      <GroupRoles group={group} t={t} />
      <div className="fe-groups-actions">
        {isOurs && may?.addMembers && (
          <Button icon="user-plus" onClick={() => actions.openDialog({ kind: 'members', group, isAdding: true })}>
            {t('addMembers')}
          </Button>
        )}
        {!isOurs && may?.editRoles && (
          <Button icon="roles" onClick={() => actions.openDialog({ kind: 'edit', group })}>
            {t('editRoles')}
          </Button>
        )}
        {isOurs && may?.edit && (
          <Button icon="edit" onClick={() => actions.openDialog({ kind: 'edit', group })}>
            {t('editGroup')}
          </Button>
        )}
      </div>
      <UserList
        state={state.users}
        onSearch={(search) => findMembers(group, search)}
        onMore={() => actions.moreMembers(group)}
        none={t('noMembersMessage')}
        action={(user) =>
          isOurs && may?.removeMembers ? (
            <IconButton
              icon="x"
              size="s"
              label={t('removeMember', { name: user.name || user.email })}
              aria-disabled={state.removing.length > 0 || undefined}
              onClick={() => void actions.askToRemove(group, user)}
            />
          ) : null
        }
      />
      {state.leaving && <LeaveDialog {...props} user={state.leaving} />}
    </>
  )
}

/** Confirms the removal of a member who vouches for something that pauses. */
const LeaveDialog = (props: MembersProps & { user: FoundUser }) => {
  const { actions, t, group, user } = props
  const check = useCheckedSave(props, leavingChange(group, user))
  const member = user.name || user.email
  return (
    <ConfirmDialog
      open
      danger
      title={t('leaveTitle', { member, name: group.name })}
      text={t('leaveText')}
      confirmLabel={t('removeMember', { name: member })}
      cancelLabel={t('cancel')}
      busy={check.isChecking}
      onConfirm={() => void check.save(() => actions.removeMember(group, user))}
      onClose={actions.cancelRemoval}
    >
      <AccessCheckAlert {...check} />
    </ConfirmDialog>
  )
}

const AddMembers = ({ state, actions, t, group }: MembersProps) => {
  const { findUsers } = actions
  const [chosen, setChosen] = useState<readonly FoundUser[]>([])
  const foot = useRef<HTMLDivElement>(null)
  useKeepClear(foot)
  useEffect(() => void findUsers(''), [findUsers])
  const isMember = (user: FoundUser) => user.groups?.some(({ id }) => id === group.id) === true
  return (
    <>
      {state.formError && <Alert tone="danger">{state.formError}</Alert>}
      <UserList
        autoFocus
        state={state.users}
        onSearch={findUsers}
        onMore={actions.moreUsers}
        chosen={new Set(chosen.map(({ id }) => id))}
        blocked={(user) => (isMember(user) ? t('alreadyIn') : undefined)}
        onToggle={(user, isChosen) =>
          setChosen((now) => (isChosen ? [...now, user] : now.filter(({ id }) => id !== user.id)))
        }
      />
      <div ref={foot} className="fe-groups-actions fe-groups-drawer-foot">
        <Button onClick={() => actions.openDialog({ kind: 'members', group, isAdding: false })}>{t('back')}</Button>
        <Button
          variant="primary"
          busy={state.saving}
          disabled={chosen.length === 0}
          onClick={() => actions.addMembers(group, chosen)}
        >
          {chosen.length === 0 ? t('addChoose') : t('addSubmit', { count: chosen.length })}
        </Button>
      </div>
    </>
  )
}
