import { useEffect, useState } from 'react'
import { messageOf } from '../../../kernel/errors.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { Switch } from '../../../ui/switch/switch.tsx'
import { isMissing, type UsersContext } from '../users.context.ts'
import { closeDialog, noticed } from '../users.state.ts'
import type { UsersViewProps } from '../users.view.tsx'
import { useMoreText } from './use-more-text.ts'

interface JoinSettings {
  tenantInvitationsAllowed: boolean
  emailsEnabled: boolean
  temporary: boolean
}

const readSettings = async ({ api }: UsersContext): Promise<JoinSettings> => {
  const [links, temporary] = await Promise.all([api.team.getInviteLinkConfig(), api.team.getTemporaryUserConfig()])
  return {
    tenantInvitationsAllowed: links.tenantInvitationsAllowed === true,
    emailsEnabled: links.emailsEnabled === true,
    temporary: temporary.enabled === true,
  }
}

/** Both configurations of seed 001 §7; the wire has only their reads, so their writes are calls of ours. */
const saveSettings = async ({ api, apply }: UsersContext, before: JoinSettings, after: JoinSettings) => {
  const { temporary, ...links } = after
  const areLinksChanged =
    links.tenantInvitationsAllowed !== before.tenantInvitationsAllowed || links.emailsEnabled !== before.emailsEnabled
  if (areLinksChanged) await api.additions.updateInviteLinkConfig({ body: links })
  if (temporary !== before.temporary) await api.additions.updateTemporaryUserConfig({ body: { enabled: temporary } })
  apply((state) => ({ ...state, extras: { ...state.extras, temporary } }), closeDialog, noticed('settingsSaved'))
}

const useSettings = (context: UsersContext) => {
  const t = useMoreText()
  const [before, setBefore] = useState<JoinSettings>()
  const [draft, setDraft] = useState<JoinSettings>()
  const [error, setError] = useState<string>()
  useEffect(() => {
    let current = true
    readSettings(context).then(
      (settings) => {
        if (!current) return
        setBefore(settings)
        setDraft(settings)
      },
      (cause: unknown) => current && setError(messageOf(cause)),
    )
    return () => {
      current = false
    }
  }, [context])
  const save = async () => {
    if (!before || !draft) return
    setError(undefined)
    await saveSettings(context, before, draft).catch((cause: unknown) => {
      setError(isMissing(cause) ? t('settingsUnknown') : messageOf(cause))
    })
  }
  return {
    before,
    draft,
    error,
    save,
    change: (patch: Partial<JoinSettings>) => draft && setDraft({ ...draft, ...patch }),
  }
}

export const SettingsDialog = ({ state, actions }: UsersViewProps) => {
  const t = useMoreText()
  const [context] = useState(() => actions.context())
  const { before, draft, error, save, change } = useSettings(context)
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    setBusy(true)
    await save()
    setBusy(false)
  }
  return (
    <FormDialog
      open
      size="s"
      title={t('settingsTitle')}
      description={t('settingsDescription', { tenant: state.viewer?.tenantName ?? '' })}
      submitLabel={t('save')}
      cancelLabel={t('cancel')}
      busy={busy}
      error={draft ? error : undefined}
      dirty={JSON.stringify(draft) !== JSON.stringify(before)}
      onSubmit={submit}
      onClose={actions.closeDialog}
    >
      {!draft && (error ? <Alert tone="danger">{error}</Alert> : <Skeleton height="120px" />)}
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
