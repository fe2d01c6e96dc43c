import type { AuthResponse } from '../../entities/auth.ts'
import type { LoginEvent } from './login.state.ts'

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
