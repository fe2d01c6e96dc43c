import { useEffect, useState } from 'react'
import type { InviteLink } from '../../../entities/team.ts'
import { copyText } from '../../../kernel/copy-text.ts'
import { formatDate } from '../../../rules/account-date.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/field/field.tsx'
import { FormDialog } from '../../../ui/form-dialog/form-dialog.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { Select } from '../../../ui/select/select.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import { Switch } from '../../../ui/switch/switch.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { useToast } from '../../../ui/toast/toast.tsx'
import type { InvitationSettings, UsersViewProps } from '../users.state.ts'
import { invitationSettingsMessages, inviteLinkMessages } from './invitation.messages.ts'

/** The link that lets anyone join until it expires or is revoked. */
export const InviteLinkDialog = (props: UsersViewProps) => {
  const { state, actions } = props
  const t = useLocale().translator.translatorFor(inviteLinkMessages)
  const { loadLink } = actions
  useEffect(() => void loadLink(), [loadLink])
  const tenant = state.viewer?.tenantName ?? ''
  return (
    <Dialog
      open
      title={t('linkTitle')}
      description={t('linkDescription', { tenant })}
      onClose={actions.closeDialog}
      footer={<Button onClick={actions.closeDialog}>{t('close')}</Button>}
    >
      <div className="fe-users-link" aria-busy={state.link.phase === 'loading'}>
        {state.link.error && state.link.phase === 'ready' && <Alert tone="danger">{state.link.error}</Alert>}
        <LinkBody {...props} />
      </div>
    </Dialog>
  )
}

const LinkBody = (props: UsersViewProps) => {
  const { state, actions } = props
  const t = useLocale().translator.translatorFor(inviteLinkMessages)
  const { link } = state
  if (link.phase === 'loading') return <Skeleton height="36px" />
  if (link.phase === 'failed')
    return (
      <Alert tone="danger" action={<Button onClick={actions.loadLink}>{t('retry')}</Button>}>
        {link.error}
      </Alert>
    )
  if (!link.allowed) return <Alert tone="info">{t('linkDisabled')}</Alert>
  if (link.link) return <LiveLink {...props} />
  return (
    <div className="fe-users-link-none">
      <p>{t('linkNone')}</p>
      <Button variant="primary" icon="link" busy={link.busy} onClick={actions.createLink}>
        {t('linkCreate')}
      </Button>
    </div>
  )
}

const VALID_DAYS = [1, 7, 30, 90]

interface ValidityProps {
  expires: InviteLink['expires']
  busy: boolean
  onChange(days: number): void
}

/** The expiry of the link. A newly selected period starts now. */
const LinkValidity = ({ expires, busy, onChange }: ValidityProps) => {
  const { dates, translator } = useLocale()
  const t = translator.translatorFor(inviteLinkMessages)
  return (
    <Field label={t('linkValidity')}>
      {({ id }) => (
        <Select
          id={id}
          value=""
          disabled={busy}
          options={[
            { value: '', label: t('linkValidityKeep', { date: formatDate(expires, dates) }) },
            ...VALID_DAYS.map((count) => ({ value: String(count), label: t('linkValidityDays', { count }) })),
          ]}
          onChange={(days) => days && onChange(Number(days))}
        />
      )}
    </Field>
  )
}

const CopyLink = ({ url }: { url: string }) => {
  const t = useLocale().translator.translatorFor(inviteLinkMessages)
  const toast = useToast()
  const copy = () =>
    copyText(url)
      .then(() => toast({ text: t('linkCopied') }))
      .catch(() => toast({ tone: 'danger', text: t('linkCopyFailed') }))
  return (
    <Button variant="primary" icon="copy" onClick={() => void copy()}>
      {t('linkCopy')}
    </Button>
  )
}

const LiveLink = ({ state, actions }: Pick<UsersViewProps, 'state' | 'actions'>) => {
  const { dates, translator } = useLocale()
  const t = translator.translatorFor(inviteLinkMessages)
  const [asking, setAsking] = useState(false)
  const { link, emailsEnabled, busy } = state.link
  if (!link) return null
  const url = inviteUrl(link.token, state.signUpUrl)
  return (
    <>
      <Field label={t('linkLabel')} hint={t('linkExpires', { date: formatDate(link.expires, dates) })}>
        {(ids) => <TextInput {...ids} readOnly value={url} onFocus={(event) => event.target.select()} />}
      </Field>
      <LinkValidity expires={link.expires} busy={busy} onChange={actions.renewLink} />
      <div className="fe-users-link-row">
        <CopyLink url={url} />
        {emailsEnabled && (
          <Button icon="mail" busy={busy} onClick={actions.emailLink}>
            {t('linkEmail')}
          </Button>
        )}
        <Button variant="ghost" onClick={() => setAsking(true)}>
          {t('linkRevoke')}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        danger
        title={t('linkRevokeTitle')}
        text={t('linkRevokeText', { tenant: state.viewer?.tenantName ?? '' })}
        confirmLabel={t('linkRevoke')}
        cancelLabel={t('cancel')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          actions.revokeLink()
        }}
      />
    </>
  )
}

/** Returns the sign-up URL with the token, which is in the hash's own query if the host uses hash routing. */
const inviteUrl = (token: string, signUpUrl: string): string => {
  if (!signUpUrl) return token
  const url = new URL(signUpUrl)
  const target = url.hash.startsWith('#/') ? new URL(url.hash.slice(1), url) : url
  target.searchParams.set('invitationToken', token)
  if (target === url) return url.href
  url.hash = `${target.pathname}${target.search}`
  return url.href
}

/** Sets how users join the account: invite links, their emails, and temporary users. */
export const InvitationSettingsDialog = ({ state, actions }: UsersViewProps) => {
  const t = useLocale().translator.translatorFor(invitationSettingsMessages)
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
