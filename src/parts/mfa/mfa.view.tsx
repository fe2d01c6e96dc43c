import type { AuthResponse } from '../../entities/auth.ts'
import type { Translate } from '../../feature/messages.ts'
import type { MfaTexts } from './mfa.messages.ts'
import type { MfaActions } from './mfa.slice.ts'
import type { MfaState } from './mfa.state.ts'
import { AppStep } from './steps/app-step.tsx'
import { KeyStep } from './steps/key-step.tsx'
import { PhoneStep } from './steps/phone-step.tsx'
import { RecoverStep } from './steps/recover-step.tsx'
import { RecoveryCodeStep } from './steps/recovery-code-step.tsx'
import { SentCodeStep } from './steps/sent-code-step.tsx'
import { WaysStep } from './steps/ways-step.tsx'

export interface MfaHandlers
  extends Pick<MfaActions, 'choose' | 'showWays' | 'sendCode' | 'submitPhone' | 'changePhone' | 'wantRecovery'> {
  verify(code: string, rememberDevice: boolean): Promise<void>
  verifyKey(rememberDevice: boolean): Promise<void>
  /** Ends the ceremony that the browser is asking about. */
  stopKey(): void
  recover(recoveryCode: string): Promise<void>
  saved(answer: AuthResponse): void
  back(): void
}

export interface MfaViewProps {
  state: MfaState
  t: Translate<MfaTexts>
  busy: boolean
  error: string | undefined
  on: MfaHandlers
}

export interface MfaStepProps<Step extends MfaState['step']> extends Omit<MfaViewProps, 'state'> {
  state: Extract<MfaState, { step: Step }>
}

/** One card per step; a step without a view is a compile error. */
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
