import type { ComponentType } from 'react'
import type { Member } from '../../../contract/users.ts'
import { loadChunk } from '../../../kernel/load-chunk.ts'
import { LazyDialogs } from '../../../parts/lazy-dialogs/lazy-dialogs.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import type { UsersViewProps } from '../users.state.ts'
import { AccountsDialog, AddToGroupsDialog, ExtendDialog, GroupsDialog, RemoveDialog } from './membership-dialogs.tsx'
import { RolesDialog, RolesOfManyDialog } from './roles-dialogs.tsx'
import css from './users-dialogs.css'

/** Loaded with the actions that send invitations, which few visits need. */
const loadInvite = () => loadChunk(() => import('./invite-dialog.tsx')).then(({ InviteDialog }) => InviteDialog)
const loadLink = () =>
  loadChunk(() => import('./invitation-dialogs.tsx')).then(({ InviteLinkDialog }) => InviteLinkDialog)
const loadSettings = () =>
  loadChunk(() => import('./invitation-dialogs.tsx')).then(({ InvitationSettingsDialog }) => InvitationSettingsDialog)

/** Loaded as a separate chunk, because few visits import users. */
const loadImport = () => loadChunk(() => import('./import-dialog.tsx')).then(({ ImportDialog }) => ImportDialog)

/** Loaded as a separate chunk, because it is larger than all other dialogs together. */
const loadDetails = () => loadChunk(() => import('./details-drawer.tsx')).then(({ DetailsDrawer }) => DetailsDrawer)

interface LaterProps<Props> {
  load(): Promise<ComponentType<Props>>
  props: Props
}

/** Renders a dialog that loads when it opens. */
const Later = <Props extends UsersViewProps>({ load, props }: LaterProps<Props>) => (
  <LazyDialogs load={load} isNeeded isCalm onMissing={props.actions.dialogsMissing} props={props} />
)

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
  // Each has its own key: a dialog that opens in place of another must not render the other's chunk.
  switch (dialog.kind) {
    case 'invite':
      return <Later key="invite" load={loadInvite} props={{ ...props, dialog }} />
    case 'link':
      return <Later key="link" load={loadLink} props={props} />
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
      return <Later key="settings" load={loadSettings} props={props} />
    case 'import':
      return <Later key="import" load={loadImport} props={props} />
    case 'details':
      return (
        <Later
          key="details"
          load={loadDetails}
          props={{ ...props, userId: dialog.userId, tenantId: dialog.tenantId }}
        />
      )
  }
}
