import type { AuthResponse } from '../../entities/auth.ts'
import type { Translate } from '../../i18n/messages.ts'
import type { MfaTexts } from './mfa.messages.ts'
import type { MfaActions } from './mfa.slice.ts'
import type { MfaState } from './mfa.state.ts'

interface MfaHandlers
  extends Pick<MfaActions, 'choose' | 'showWays' | 'sendCode' | 'submitPhone' | 'changePhone' | 'wantRecovery'> {
  verify(code: string, rememberDevice: boolean): Promise<void>
  verifyKey(rememberDevice: boolean): Promise<void>
  /** Cancels the ceremony for which the browser is prompting. */
  stopKey(): void
  recover(recoveryCode: string): Promise<void>
  saved(response: AuthResponse): void
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
