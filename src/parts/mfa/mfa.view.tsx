import type { MfaViewProps } from './mfa.props.ts'
import { AppStep } from './steps/app-step.tsx'
import { KeyStep } from './steps/key-step.tsx'
import { PhoneStep } from './steps/phone-step.tsx'
import { RecoverStep } from './steps/recover-step.tsx'
import { RecoveryCodeStep } from './steps/recovery-code-step.tsx'
import { SentCodeStep } from './steps/sent-code-step.tsx'
import { WaysStep } from './steps/ways-step.tsx'

/** Renders one card per step; a step without a view is a compile error. */
export const MfaView = ({ state, ...props }: MfaViewProps) => {
  switch (state.step) {
    case 'idle':
      return null
    case 'verify':
      return <WaysStep {...props} state={state} />
    case 'authenticatorApp':
      return <AppStep {...props} state={state} />
    case 'smsSetPhoneNumber':
      return <PhoneStep {...props} state={state} />
    case 'smsVerifyCode':
    case 'emailVerifyCode':
      return <SentCodeStep key={state.step} {...props} state={state} />
    case 'webauthn':
      return <KeyStep {...props} state={state} />
    case 'recoverTwoFactor':
      return <RecoverStep {...props} state={state} />
    case 'recoveryCode':
      return <RecoveryCodeStep {...props} state={state} />
    default:
      return state satisfies never
  }
}
