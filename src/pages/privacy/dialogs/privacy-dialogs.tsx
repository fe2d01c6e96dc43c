import type { PrivacyViewProps } from '../privacy.props.ts'
import { DisableAppDialog, DisableDialog, DisableSmsDialog, RenameDeviceDialog } from './device-dialogs.tsx'
import { AppDialog, KeyDialog, ProofDialog, SmsCodeDialog, SmsNumberDialog } from './enroll-dialogs.tsx'
import { RecoveryDialog } from './recovery-dialog.tsx'
import { EndAllDialog, EndSessionDialog } from './session-dialogs.tsx'

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
