import type { Session } from '../../../entities/policies.ts'
import { useDeviceFacts } from '../../../parts/sessions/use-device-facts.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { sessionName } from '../cards/sessions-card.tsx'
import type { PrivacyViewProps } from '../privacy.actions.ts'
import { DisableAppDialog, DisableDialog, DisableSmsDialog, RenameDeviceDialog } from './device-dialogs.tsx'
import { AppDialog, KeyDialog, ProofDialog, SmsCodeDialog, SmsNumberDialog } from './enroll-dialogs.tsx'
import { RecoveryDialog } from './recovery-dialog.tsx'

/** Renders the dialog that is open. */
export const PrivacyDialogs = (props: PrivacyViewProps) => {
  const { dialog } = props.state
  if (dialog === null) return null
  switch (dialog.kind) {
    case 'proof':
      return <ProofDialog {...props} dialog={dialog} />
    case 'app':
      return <AppDialog {...props} dialog={dialog} />
    case 'smsNumber':
      return <SmsNumberDialog {...props} />
    case 'smsCode':
      return <SmsCodeDialog {...props} dialog={dialog} />
    case 'key':
      return <KeyDialog {...props} dialog={dialog} />
    case 'recovery':
      return <RecoveryDialog {...props} code={dialog.code} />
    case 'rename':
      return <RenameDeviceDialog {...props} device={dialog.device} />
    case 'disable':
      return <DisableDialog {...props} device={dialog.device} />
    case 'disableApp':
      return <DisableAppDialog {...props} device={dialog.device} />
    case 'disableSms':
      return <DisableSmsDialog {...props} dialog={dialog} />
    case 'endSession':
      return <EndSessionDialog {...props} session={dialog.session} />
    case 'endAll':
      return <EndAllDialog {...props} />
    default:
      return dialog satisfies never
  }
}

const EndSessionDialog = ({ state, actions, t, failures, session }: PrivacyViewProps & { session: Session }) => {
  const device = sessionName(session, useDeviceFacts()(session.userAgent ?? ''), t)
  return (
    <ConfirmDialog
      open
      danger
      title={t('logoutTitle', { device })}
      text={t('logoutText')}
      confirmLabel={t('logoutConfirm', { device })}
      cancelLabel={t('cancel')}
      busy={state.dialogWork.kind === 'busy'}
      error={failures.dialog}
      onConfirm={() => void actions.endSession(session)}
      onClose={actions.closeDialog}
    />
  )
}

const EndAllDialog = ({ state, actions, t, failures }: PrivacyViewProps) => (
  <ConfirmDialog
    open
    danger
    title={t('logoutAllDialogTitle')}
    text={t('logoutAllDialogText', { count: state.sessions.items.filter(({ current }) => !current).length })}
    confirmLabel={t('logoutAllDialogAcceptButton')}
    cancelLabel={t('cancel')}
    busy={state.dialogWork.kind === 'busy'}
    error={failures.dialog}
    onConfirm={() => void actions.endAll()}
    onClose={actions.closeDialog}
  />
)
