import type { Translate } from '../../../i18n/messages.ts'
import type { QuickStrategy } from '../../../parts/sign-in-offer/quick-login.ts'
import type { PasskeyPromptTexts } from './passkey-prompt.messages.ts'
import type { PasskeyPromptState } from './passkey-prompt.state.ts'

export interface PasskeyPromptViewProps {
  /** The offered method: a passkey, or one quick login method. */
  offer: 'passkey' | QuickStrategy
  state: PasskeyPromptState
  t: Translate<PasskeyPromptTexts>
  error: string | undefined
  on: {
    add(): void
    stop(): void
    skip(): void
    dismiss(): void
    sendCode(phoneNumber: string): void
    verifyCode(code: string): void
    changePhone(): void
  }
}
