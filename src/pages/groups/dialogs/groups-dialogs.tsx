import type { GroupsViewProps } from '../groups.props.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { GroupDialog } from './group-dialog.tsx'
import { MembersDrawer } from './members-drawer.tsx'
import { SettingsDialog } from './settings-dialog.tsx'

/** Renders the dialog that is open. */
export const GroupsDialogs = (props: GroupsViewProps) => {
  const { dialog } = props.state
  if (dialog === null) return null
  switch (dialog.kind) {
    case 'edit':
      return <GroupDialog key={dialog.group?.id ?? ''} {...props} group={dialog.group} />
    case 'members':
      return <MembersDrawer {...props} group={dialog.group} isAdding={dialog.isAdding} />
    case 'delete':
      return <DeleteDialog {...props} group={dialog.group} />
    case 'settings':
      return <SettingsDialog {...props} />
  }
}
