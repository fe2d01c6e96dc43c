import type { Member } from '../../../contract/users.ts'
import { loadChunk } from '../../../kernel/load-chunk.ts'
import { LazyDialogs } from '../../../parts/lazy-dialogs/lazy-dialogs.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import type { UsersViewProps } from '../users.state.ts'
import { InvitationSettingsDialog, InviteLinkDialog } from './invitation-dialogs.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { AccountsDialog, AddToGroupsDialog, ExtendDialog, GroupsDialog, RemoveDialog } from './membership-dialogs.tsx'
import { RolesDialog, RolesOfManyDialog } from './roles-dialogs.tsx'
import css from './users-dialogs.css'

/** Loaded as a separate chunk, because few visits import users. */
const loadImport = () => loadChunk(() => import('./import-dialog.tsx')).then(({ ImportDialog }) => ImportDialog)

/** Loaded as a separate chunk, because it is larger than all other dialogs together. */
const loadDetails = () => loadChunk(() => import('./details-drawer.tsx')).then(({ DetailsDrawer }) => DetailsDrawer)

const Roles = ({ members, ...props }: UsersViewProps & { members: readonly Member[] }) => {
  const [only] = members
  return only && members.length === 1 ? (
    <RolesDialog {...props} member={only} />
  ) : (
    <RolesOfManyDialog {...props} members={members} />
  )
}

/** Renders the dialog that is open. */
export const UsersDialogs = (props: UsersViewProps) => {
  useSheet(css)
  const { dialog } = props.state
  if (dialog === null) return null
  switch (dialog.kind) {
    case 'invite':
      return <InviteDialog {...props} dialog={dialog} />
    case 'link':
      return <InviteLinkDialog {...props} />
    case 'roles':
      return <Roles {...props} members={dialog.members} />
    case 'remove':
      return <RemoveDialog {...props} members={dialog.members} />
    case 'extend':
      return <ExtendDialog {...props} member={dialog.member} />
    case 'groups':
      return <GroupsDialog {...props} member={dialog.member} />
    case 'addToGroups':
      return <AddToGroupsDialog {...props} members={dialog.members} />
    case 'accounts':
      return <AccountsDialog {...props} member={dialog.member} />
    case 'settings':
      return <InvitationSettingsDialog {...props} />
    case 'import':
      return <LazyDialogs load={loadImport} isNeeded isCalm onMissing={props.actions.dialogsMissing} props={props} />
    case 'details':
      return (
        <LazyDialogs
          load={loadDetails}
          isNeeded
          isCalm
          onMissing={props.actions.dialogsMissing}
          props={{ ...props, userId: dialog.userId, tenantId: dialog.tenantId }}
        />
      )
  }
}
