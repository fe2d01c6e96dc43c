import type { UsersViewProps } from '../users.view.tsx'
import { DetailsDrawer } from './details-drawer.tsx'
import { ExtendDialog } from './extend-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { RolesDialog } from './roles-dialog.tsx'

/** The one dialog that is open. */
export const UsersDialogs = (props: UsersViewProps) => {
  const { dialog } = props.state
  if (dialog === null) return null
  switch (dialog.kind) {
    case 'invite':
      return <InviteDialog {...props} dialog={dialog} />
    case 'link':
      return <LinkDialog {...props} />
    case 'roles':
      return <RolesDialog {...props} members={dialog.members} />
    case 'remove':
      return <RemoveDialog {...props} members={dialog.members} />
    case 'extend':
      return <ExtendDialog {...props} member={dialog.member} />
    case 'details':
      return <DetailsDrawer {...props} userId={dialog.userId} />
  }
}
