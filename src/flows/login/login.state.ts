import type { AuthResponse } from '../../entities/auth.ts'
import { BUSY, type Failure, failedWith, IDLE, type Progress } from '../../parts/failure/failure.ts'
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

/** Events that can occur before the rules of the other steps are loaded. */
export type EntryEvent =
  | { type: 'emailSubmitted'; email: string }
  /** The user is already signed in, or signed in in another tab. */
  | { type: 'resumed' }
  | { type: 'restarted' }
  /** The code of the other steps couldn't be loaded. */
  | { type: 'unavailable' }

export const initialLogin: LoginState = { step: 'preLogin', email: '', progress: IDLE }

/**
 * Applies the rules of the first step. They are in the first chunk; those of the other steps are loaded with their
 * code.
 */
export const entryTransition = (state: LoginState, event: EntryEvent): LoginState => {
  const { step, email, progress } = state
  const isBusy = progress.kind === 'busy'
  switch (event.type) {
    case 'emailSubmitted':
      return step === 'preLogin' && !isBusy ? { step, email: event.email, progress: BUSY } : state
    case 'resumed':
      // A sign-in in progress continues by itself.
      return isBusy && step !== 'preLogin' && step !== 'redirectToSSO'
        ? state
        : { step: 'success', email, progress: BUSY }
    case 'restarted':
      return step === 'success' ? { step: 'preLogin', email, progress: IDLE } : state
    case 'unavailable':
      return { step: 'preLogin', email, progress: failedWith({ kind: 'unavailable' }) }
  }
}

/** The channel by which a code or a link is sent to the user. */
export type CodeStrategy = 'Code' | 'SmsCode' | 'MagicLink'

export type LoginEvent =
  | EntryEvent
  | { type: 'ssoFound'; url: string }
  /** The app around the page continues the sign-in. */
  | { type: 'handedOver' }
  | { type: 'passwordWanted' }
  | { type: 'codeSent'; strategy: CodeStrategy; phoneNumber: string; at: number }
  /** A password, a code or the response of a second factor was submitted. */
  | { type: 'submitted' }
  /** A code was correct; the event for its response follows. */
  | { type: 'checked' }
  | { type: 'mfaRequired'; mfaRequest: AuthResponse }
  | { type: 'breached' }
  | { type: 'resetSent' }
  | { type: 'recovered' }
  /** The user chose a passkey, which identifies them. */
  | { type: 'passkeyChosen' }
  | { type: 'quickCodeSent'; userId: string; phoneNumber: string; at: number }
  | { type: 'passkeyOffered' }
  | { type: 'quickLoginOffered'; strategy: QuickStrategy }
  | { type: 'offerOver' }
  | { type: 'signedIn' }
  | { type: 'failed'; failure: Failure }
  | { type: 'emailChangeWanted' }
  /** The user chose single sign-on after a refusal because the account requires it. */
  | { type: 'ssoWanted' }

export interface LoginActions {
  /** Loads the code of the following steps, so that the first click doesn't have to wait for it. */
  prepare(): void
  submitEmail(email: string): Promise<void>
  submitPassword(password: string): Promise<void>
  changeEmail(): void
  /** Continues with single sign-on after the account was found to require it. */
  continueWithSso(): Promise<void>
  /** Handles the response to a code, to a second factor, or to a passkey chosen on the first step. */
  take(response: AuthResponse | Promise<AuthResponse>): Promise<void>
  /** Applies an event of a step that was loaded later. */
  report(event: LoginEvent): void
  /** Continues for a user who is already signed in, or signed in in another tab. */
  resume(): Promise<void>
  /** Starts over after a sign-out. */
  restart(): void
}
