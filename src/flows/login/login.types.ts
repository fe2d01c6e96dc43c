import type { AuthResponse } from '../../entities/auth.ts'
import type { Progress } from '../../parts/failure/failure.ts'
import type { QuickStrategy } from '../../parts/sign-in-offer/quick-login.ts'

interface Common {
  email: string
  progress: Progress
}

/** A code or a link is on its way. */
interface Sent extends Common {
  phoneNumber: string
  /** Milliseconds since the epoch, of the clock. */
  at: number
}

/** The login steps. A new step is a member here, a case below and a view. */
export type LoginState =
  | ({ step: 'preLogin'; notice?: 'recovered' } & Common)
  /** A passkey was chosen; its response is being judged. */
  | ({ step: 'loginWithPasskey' } & Common)
  | ({ step: 'loginWithPassword' } & Common)
  | ({ step: 'redirectToSSO'; url: string } & Common)
  | ({ step: 'loginWithOtc' } & Sent)
  | ({ step: 'loginWithSmsOtc' } & Sent)
  | ({ step: 'loginWithQuickSmsOtc'; userId: string } & Sent)
  | ({ step: 'magicLinkPreLoginSuccess' } & Sent)
  | ({ step: 'loginWithTwoFactor'; mfaRequest: AuthResponse } & Common)
  | ({ step: 'forceTwoFactor'; mfaRequest: AuthResponse } & Common)
  | ({ step: 'breachedPassword' } & Common)
  | ({ step: 'breachedPasswordSuccess' } & Common)
  /** Signed in; what is offered has a state of its own, and the login stays busy until it is over. */
  | ({ step: 'promptPasskeys' } & Common)
  | ({ step: 'registerQuickLogin'; strategy: QuickStrategy } & Common)
  | ({ step: 'success' } & Common)
