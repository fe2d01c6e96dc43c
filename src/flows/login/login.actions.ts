import type { AuthResponse } from '../../entities/auth.ts'
import type { LoginEvent } from './login.state.ts'

export interface LoginActions {
  /** Asks for the code behind the first step, so that the first press need not wait for it. */
  prepare(): void
  submitEmail(email: string): Promise<void>
  submitPassword(password: string): Promise<void>
  changeEmail(): void
  /** From a refusal that says that the account requires single sign-on. */
  continueWithSso(): Promise<void>
  /** The response of a code, of a second factor, or of a passkey chosen on the first step. */
  take(response: AuthResponse | Promise<AuthResponse>): Promise<void>
  /** What a step that came later did. */
  report(event: LoginEvent): void
  /** A user is signed in already, or became so in another tab. */
  resume(): Promise<void>
  /** Signed out again: the box starts over. */
  restart(): void
}
