import type { Session } from '../../../entities/policies.ts'
import { useDeviceFacts } from '../../../parts/sessions/use-device-facts.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { sessionName } from '../cards/sessions-card.tsx'
import type { PrivacyViewProps } from '../privacy.props.ts'

export const EndSessionDialog = ({ state, actions, t, failures, session }: PrivacyViewProps & { session: Session }) => {
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

export const EndAllDialog = ({ state, actions, t, failures }: PrivacyViewProps) => (
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
