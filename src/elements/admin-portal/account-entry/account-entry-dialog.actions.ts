import { accountEntry, type WaysToEnter } from '../../../contract/accounts.ts'
import { login } from '../../../contract/login.ts'
import { password as passwordTable } from '../../../contract/password.ts'
import type { AuthResponse } from '../../../entities/auth.ts'
import type { Slice } from '../../../feature/slice.ts'
import { ssoFlow, ssoUrl } from '../../../flows/login/sign-in/sso-url.ts'
import { HttpError } from '../../../kernel/errors.ts'
import { createCaptcha } from '../../../parts/captcha/captcha.ts'
import { isStopped } from '../../../parts/failure/ceremony-error.ts'
import { BUSY, failedWith, failureOf, IDLE, type Progress } from '../../../parts/failure/failure.ts'
import { noteLeaving } from '../../../parts/federation/provider-redirect.ts'
import type { Ceremonies } from '../../../parts/passkeys/ceremony/ceremonies.ts'
import { ceremonyFailureOf } from '../../../parts/passkeys/ceremony/ceremony-failure.ts'
import type { EntryReason } from '../../../rules/account-entry.ts'
import type { MissingProof } from '../../../rules/missing-proof.ts'

/** The parts of the portal that the dialog uses. */
export interface AccountEntryPort {
  /** The account to enter, or the current one for a call that needs a proof of the user's own. */
  request: { tenantId: string; reason: EntryReason | MissingProof }
  /** Ends the dialog. If `isProven`, the switch or call is repeated; otherwise it fails with the API's error. */
  end(isProven: boolean): void
}

export interface AccountEntryState {
  /** Proofs that the user can give; they load first. */
  ways?: WaysToEnter
  /** Whether a link to set a password was emailed. */
  isLinkSent?: boolean
  progress: Progress
}

export const initialAccountEntry: AccountEntryState = { progress: BUSY }

/** Actions of the dialog; each one that proves something resolves to whether it succeeded. */
export interface AccountEntryActions {
  load(tenantId: string): Promise<void>
  verifyPassword(password: string): Promise<boolean>
  verifyPasskey(ceremonies: Ceremonies): Promise<boolean>
  /** Emails the user a link to set a password, for users who have neither a password nor a passkey. */
  sendPasswordLink(): Promise<void>
  /**
   * Redirects to the identity provider for the user’s email, which signs them in and returns to this page. A domain
   * belongs to one account only, so this is the provider that the other account trusts or requires.
   */
  goToProvider(): Promise<void>
  signOut(): Promise<void>
}

export const accountEntrySlice: Slice<AccountEntryState, AccountEntryActions> = ({ set, deps }) => {
  const api = deps.client({ accountEntry, login, password: passwordTable })
  const captcha = createCaptcha(deps)
  const show = (progress: Progress) => set((state) => ({ ...state, progress }))

  const prove = async (call: () => Promise<AuthResponse>): Promise<boolean> => {
    show(BUSY)
    try {
      if (!(await deps.session.accept(await call()))) throw new HttpError('', 401)
      return true
    } catch (error) {
      show(isStopped(error) ? IDLE : failedWith(ceremonyFailureOf(error)))
      return false
    }
  }

  return {
    async load(tenantId) {
      show(BUSY)
      try {
        const ways = await api.accountEntry.getWaysToEnter({ path: { tenantId } })
        set((state) => ({ ...state, ways, progress: IDLE }))
      } catch (error) {
        show(failedWith(failureOf(error)))
      }
    },
    verifyPassword: (password) => prove(() => api.accountEntry.provePassword({ body: { password } })),
    verifyPasskey: (ceremonies) =>
      prove(async () => {
        const userId = deps.session.current().user?.id ?? ''
        const body = await ceremonies.authenticate(
          async (signal) => (await api.login.webauthnPreLogin({ body: { userId } }, { signal })).options,
        )
        return api.accountEntry.provePasskey({ body })
      }),
    async sendPasswordLink() {
      show(BUSY)
      try {
        const email = deps.session.current().user?.email ?? ''
        const proof = await captcha.proof('forgot_password')
        await api.password.forgotPassword({ body: { email, keepSessions: true, ...proof } })
        set((state) => ({ ...state, isLinkSent: true, progress: IDLE }))
      } catch (error) {
        show(failedWith(failureOf(error)))
      }
    },
    async goToProvider() {
      show(BUSY)
      try {
        const email = deps.session.current().user?.email ?? ''
        const response = await api.login.preLogin({ body: { email } })
        const url = ssoUrl(response, deps.navigator.location(), deps.settings())
        if (!url) throw new TypeError('The sign-in URL of the identity provider can’t be opened')
        const flow = ssoFlow(url)
        if (flow) noteLeaving(deps, flow)
        deps.navigator.go(url)
      } catch (error) {
        show(failedWith(failureOf(error)))
      }
    },
    async signOut() {
      show(BUSY)
      try {
        await deps.session.logout()
      } catch (error) {
        show(failedWith(failureOf(error)))
      }
    },
  }
}
