import type { RolesViewProps } from '../roles.props.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { MembersDrawer } from './members-drawer.tsx'
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
