import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { Switch } from '../../../ui/switch/switch.tsx'
import type { GroupsViewProps } from '../groups.actions.ts'
import type { ListedGroup } from '../groups.state.ts'
import { GroupDialog } from './group-dialog.tsx'
import { MembersDrawer } from './members-drawer.tsx'

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

const DeleteDialog = ({ actions, t, group }: GroupsViewProps & { group: ListedGroup }) => {
  const members = group.userCount ?? 0
  return (
    <ConfirmDialog
      open
      danger
      title={t('deleteTitle', { name: group.name })}
      text={members > 0 ? t('deleteMembers', { count: members }) : t('deleteEmpty')}
      confirmLabel={t('deleteConfirm', { name: group.name })}
      cancelLabel={t('cancel')}
      onConfirm={() => actions.remove(group)}
      onClose={actions.closeDialog}
    />
  )
}

/** Sets whether the account uses groups, and whether they grant roles. */
const SettingsDialog = ({ state, actions, t }: GroupsViewProps) => {
  const before = state.config ?? { enabled: true, rolesEnabled: true }
  const [config, setConfig] = useState(before)
  return (
    <FormDialog
      open
      size="s"
      title={t('settingsTitle')}
      submitLabel={t('save')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      dirty={config.enabled !== before.enabled || config.rolesEnabled !== before.rolesEnabled}
      onSubmit={() => actions.saveSettings(config)}
      onClose={actions.closeDialog}
    >
      <div className="fe-groups-switches">
        <Switch
          label={t('settingsEnabled')}
          hint={t('settingsEnabledHint')}
          checked={config.enabled}
          onChange={(enabled) => setConfig({ ...config, enabled })}
        />
        <Switch
          label={t('settingsRoles')}
          hint={t('settingsRolesHint')}
          checked={config.rolesEnabled}
          disabled={!config.enabled}
          onChange={(rolesEnabled) => setConfig({ ...config, rolesEnabled })}
        />
      </div>
    </FormDialog>
  )
}
