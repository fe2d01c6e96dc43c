import { lazy, Suspense } from 'react'
import type { UsersViewProps } from '../users.view.tsx'
import { DetailsDrawer } from './details-drawer.tsx'
import { ExtendDialog } from './extend-dialog.tsx'
import { GroupsDialog } from './groups-dialog.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { RolesDialog } from './roles-dialog.tsx'
import { SettingsDialog } from './settings-dialog.tsx'

/** A chunk of its own: few visits import. */
const ImportDialog = lazy(() => import('./import-dialog.tsx').then(({ ImportDialog: Loaded }) => ({ default: Loaded })))

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
    case 'groups':
      return <GroupsDialog {...props} member={dialog.member} />
    case 'settings':
      return <SettingsDialog {...props} />
    case 'import':
      return (
        <Suspense fallback={null}>
          <ImportDialog {...props} />
        </Suspense>
      )
    case 'details':
      return <DetailsDrawer {...props} userId={dialog.userId} />
  }
}
