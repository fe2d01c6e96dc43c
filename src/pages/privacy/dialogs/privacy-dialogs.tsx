import { useState } from 'react'
import type { Session } from '../../../entities/policies.ts'
import { RenameDialog } from '../../../parts/card-list/rename-dialog.tsx'
import { CodeDialog, type CodeDialogProps } from '../../../parts/code-dialog/code-dialog.tsx'
import mfaCss from '../../../parts/mfa/mfa.css'
import { saveText } from '../../../parts/mfa/save-text.ts'
import { useDeviceFacts } from '../../../parts/sessions/use-device-facts.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Checkbox } from '../../../ui/checkbox/checkbox.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { CopyButton } from '../../../ui/copy-button/copy-button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import { sessionName } from '../cards/sessions-card.tsx'
import type { PrivacyViewProps } from '../privacy.actions.ts'
import { resendTexts } from '../privacy.messages.ts'
import { type Device, deviceName, type PrivacyDialog } from '../privacy.state.ts'
import { AppDialog, KeyDialog, ProofDialog, SmsCodeDialog, SmsNumberDialog } from './enroll-dialogs.tsx'

type DeviceProps = PrivacyViewProps & { device: Device }

export const RenameDeviceDialog = ({ state, actions, t, failures, device }: DeviceProps) => (
  <RenameDialog
    name={device.name}
    texts={{
      title: t('renameTitle', { name: deviceName(device, t) }),
      label: t('renameLabel'),
      hint: t('renameHint'),
      submit: t('renameSubmit'),
      cancel: t('cancel'),
    }}
    busy={state.dialogWork.kind === 'busy'}
    error={failures.dialog}
    onSave={(name) => void actions.rename(device, name)}
    onClose={actions.closeDialog}
  />
)

export const DisableDialog = ({ state, actions, t, failures, device, ceremonies }: DeviceProps) => {
  const isLast = state.devices.filter(({ kind }) => kind !== 'email').length === 1
  const close = () => {
    ceremonies.stop()
    actions.closeDialog()
  }
  return (
    <ConfirmDialog
      open
      danger
      title={t('disableTitle', { name: deviceName(device, t) })}
      text={t(isLast ? 'disableLastText' : 'disableText')}
      confirmLabel={t('disable')}
      cancelLabel={t('cancel')}
      busy={state.dialogWork.kind === 'busy'}
      error={failures.dialog}
      onConfirm={() => void actions.startDisable(device, ceremonies)}
      onClose={close}
    />
  )
}

const codeWords = (t: PrivacyViewProps['t'], submit: string): CodeDialogProps['words'] => ({
  label: t('codeInputLabel'),
  short: t('codeLengthAtLeast6'),
  submit,
  cancel: t('cancel'),
})

export const DisableAppDialog = ({ state, actions, t, failures, device }: DeviceProps) => (
  <CodeDialog
    title={t('disableAppTitle', { name: deviceName(device, t) })}
    text={t('disableAppText')}
    words={codeWords(t, t('disableSubmit', { name: deviceName(device, t) }))}
    danger
    busy={state.dialogWork.kind === 'busy'}
    error={failures.dialog}
    onSubmit={(code) => void actions.disableApp(code)}
    onClose={actions.closeDialog}
  />
)

type SmsDialog = Extract<PrivacyDialog, { kind: 'disableSms' }>

export const DisableSmsDialog = ({ state, actions, t, failures, dialog }: PrivacyViewProps & { dialog: SmsDialog }) => {
  const { device, otcToken, phoneNumber, sentAt } = dialog
  return (
    <CodeDialog
      title={t('disableTitle', { name: deviceName(device, t) })}
      text={t('disableSmsText', { phone: phoneNumber })}
      words={codeWords(t, t('disableSubmit', { name: deviceName(device, t) }))}
      danger
      busy={state.dialogWork.kind === 'busy'}
      error={failures.dialog}
      resend={{ sentAt, texts: resendTexts(t), onResend: () => void actions.sendDisableCode(device) }}
      onSubmit={(code) => void actions.disableSms(device, otcToken, code)}
      onClose={actions.closeDialog}
    />
  )
}

/** Shows the recovery code, which is never shown again. */
const RecoveryDialog = ({ actions, t, email, code }: PrivacyViewProps & { code: string }) => {
  useSheet(mfaCss)
  const [isSaved, setSaved] = useState(false)
  const [isReminded, setReminded] = useState(false)
  const finish = () => {
    setReminded(!isSaved)
    if (isSaved) actions.recoverySaved()
  }
  return (
    <Dialog
      open
      size="s"
      title={t('recoveryCodeTitle')}
      description={t('recoveryCodeInstructions')}
      onClose={finish}
      footer={
        <Button variant="primary" onClick={finish}>
          {t('done')}
        </Button>
      }
    >
      <div className="fe-privacy-save">
        <div className="fe-mfa-code">
          <code aria-label={t('recoveryCodeLabel')} role="img">
            {code}
          </code>
          <CopyButton text={code} label={t('copyRecoveryCode')} />
        </div>
        <Button icon="download" onClick={() => saveText('recovery-code.txt', t('recoveryFile', { email, code }))}>
          {t('downloadRecoveryCode')}
        </Button>
        <Checkbox label={t('savedIt')} checked={isSaved} onChange={setSaved} />
        {isReminded && !isSaved && <Alert tone="danger">{t('saveFirst')}</Alert>}
      </div>
    </Dialog>
  )
}

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
