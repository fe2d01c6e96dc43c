import { RenameDialog } from '../../../parts/card-list/rename-dialog.tsx'
import { CodeDialog, type CodeDialogProps } from '../../../parts/code-dialog/code-dialog.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import type { PrivacyViewProps } from '../privacy.actions.ts'
import { type Device, deviceName } from '../privacy.devices.ts'
import { resendTexts } from '../privacy.messages.ts'
import type { PrivacyDialog } from '../privacy.state.ts'

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
    words={codeWords(t, t('disableSubmit'))}
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
      words={codeWords(t, t('disableSubmit'))}
      danger
      busy={state.dialogWork.kind === 'busy'}
      error={failures.dialog}
      resend={{ sentAt, texts: resendTexts(t), onResend: () => void actions.sendDisableCode(device) }}
      onSubmit={(code) => void actions.disableSms(device, otcToken, code)}
      onClose={actions.closeDialog}
    />
  )
}
