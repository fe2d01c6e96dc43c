import { useEffect, useState } from 'react'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { Switch } from '../../../ui/switch/switch.tsx'
import type { UsersViewProps } from '../users.props.ts'
import type { InvitationSettings } from '../users.state.ts'
import { useMemberDialogText } from './use-texts.ts'

/** Sets how users join the account: invite links, their emails, and temporary users. */
export const SettingsDialog = ({ state, actions }: UsersViewProps) => {
  const t = useMemberDialogText()
  const { settings: before } = state
  const { loadSettings } = actions
  const [changed, setChanged] = useState<Partial<InvitationSettings>>({})
  useEffect(() => void loadSettings(), [loadSettings])
  const draft = before && { ...before, ...changed }
  const change = (patch: Partial<InvitationSettings>) => setChanged((now) => ({ ...now, ...patch }))
  return (
    <FormDialog
      open
      size="s"
      title={t('settingsTitle')}
      description={t('settingsDescription', { tenant: state.viewer?.tenantName ?? '' })}
      submitLabel={t('save')}
      cancelLabel={t('cancel')}
      busy={state.saving}
      error={state.formError}
      dirty={JSON.stringify(draft) !== JSON.stringify(before)}
      onSubmit={() => (draft ? actions.saveSettings(draft) : false)}
      onClose={actions.closeDialog}
    >
      {!draft && <Skeleton height="120px" />}
      {draft && (
        <div className="fe-users-settings">
          <Switch
            label={t('linksAllowed')}
            hint={t('linksAllowedHint')}
            checked={draft.tenantInvitationsAllowed}
            onChange={(tenantInvitationsAllowed) => change({ tenantInvitationsAllowed })}
          />
          <Switch
            label={t('linksEmails')}
            hint={t('linksEmailsHint')}
            checked={draft.emailsEnabled}
            disabled={!draft.tenantInvitationsAllowed}
            onChange={(emailsEnabled) => change({ emailsEnabled })}
          />
          <Switch
            label={t('temporary')}
            hint={t('temporaryHint')}
            checked={draft.temporary}
            onChange={(temporary) => change({ temporary })}
          />
        </div>
      )}
    </FormDialog>
  )
}
