import { useState } from 'react'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { Switch } from '../../../ui/switch/switch.tsx'
import type { GroupsViewProps } from '../groups.props.ts'

/** Sets whether the account uses groups, and whether they grant roles. */
export const SettingsDialog = ({ state, actions, t }: GroupsViewProps) => {
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
