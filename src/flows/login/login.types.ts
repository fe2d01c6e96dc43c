import type { AuthResponse } from '../../entities/auth.ts'
import type { Progress } from '../../parts/failure/failure.ts'
import type { QuickStrategy } from '../../parts/sign-in-offer/quick-login.ts'

interface Common {
  email: string
  progress: Progress
}

/** A code or a link was sent. */
interface Sent extends Common {
  phoneNumber: string
  /** Time it was sent, in milliseconds since the epoch. */
  at: number
}

/** The login steps. A new step needs a member here, a case below and a view. */
export type LoginState =
  | ({ step: 'preLogin'; notice?: 'recovered' } & Common)
  /** A passkey was chosen, and the server is verifying it. */
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
  /** Signed in. The offer has its own state, and the login stays busy until the offer ends. */
  | ({ step: 'promptPasskeys' } & Common)
  | ({ step: 'registerQuickLogin'; strategy: QuickStrategy } & Common)
  | ({ step: 'success' } & Common)
