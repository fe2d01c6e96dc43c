import { password } from '../../contract/password.ts'
import { activation } from '../../contract/sign-up.ts'
import type { AuthResponse } from '../../entities/auth.ts'
import type { FeatureDeps, Slice } from '../../feature/slice.ts'
import { wait } from '../../kernel/clock.ts'
import { routeHref } from '../../navigation/auth-route.ts'
import { forgetLink, isLinkRefused, withPageQuery } from '../../navigation/page-query.ts'
import { goAfterLogin, settleSignIn } from '../../parts/after-login/after-login.ts'
import { createCaptcha } from '../../parts/captcha/captcha.ts'
import { failureOf } from '../../parts/failure/failure.ts'
import { endSession, type Link, type LinkFacts, mailedLinkOf } from '../../parts/mailed-link/mailed-link.ts'
import { safeServerUrl } from '../../rules/server-url.ts'
import { type ActivateEvent, type ActivateState, activateAccountTransition } from './activate-account.state.ts'

export interface ActivateActions {
  /** Checks the link, whose facts may still be loading. An account that needs no password is activated at once. */
  start(facts: Promise<LinkFacts>): Promise<void>
  submit(password: string): Promise<void>
  /** Handles the response to a second factor. */
  take(response: AuthResponse | Promise<AuthResponse>): Promise<void>
  /** Redirects to the login page, where the user of the activated account signs in. */
  leave(): void
  wantResend(): void
  resend(email: string): Promise<void>
}

/** Time to read the confirmation. */
const ACTIVATION_DELAY_MS = 1000
/** After this time the link is checked by the call that every backend has, which sends the token in its URL. */
const FACTS_PATIENCE_MS = 1_500

const leave = async (deps: FeatureDeps, signedIn: boolean): Promise<void> => {
  if (signedIn) return goAfterLogin(deps, ACTIVATION_DELAY_MS)
  const settings = deps.settings()
  const here = deps.navigator.location()
  const loginPage = new URL(routeHref(settings.routes.loginUrl, settings), here)
  await deps.navigator.goLater(withPageQuery(loginPage, here, settings).href, ACTIVATION_DELAY_MS)
}

export const activateSlice: Slice<ActivateState, ActivateActions> = ({ get, set, deps }) => {
  const api = deps.client({ activation, password })
  const captcha = createCaptcha(deps)
  const send = (event: ActivateEvent) => set(() => activateAccountTransition(get(), event))
  const isBusy = () => {
    const state = get()
    return 'progress' in state && state.progress.kind === 'busy'
  }

  const settle = async (link: Link, response: AuthResponse): Promise<ActivateEvent> => {
    const taken = await settleSignIn(deps, response)
    if (taken.kind === 'mfaRequired') return { type: 'mfaRequired', mfaRequest: taken.mfaRequest }
    const user = taken.kind === 'signedIn' ? taken.user : undefined
    const email = user?.email ?? response.userEmail ?? ''
    deps.events.after('user-verified', { id: link.userId, email, origin: 'ACTIVATION_LINK' })
    forgetLink(deps)
    return { type: 'activated', signedIn: user !== undefined }
  }

  const leaveIfDone = async () => {
    const state = get()
    if (state.step === 'success') await leave(deps, state.signedIn)
  }

  const activate = async (link: Link, chosen?: string): Promise<void> => {
    try {
      const response = await api.activation.activateAccount({
        body: { ...link, ...(chosen ? { password: chosen } : {}) },
      })
      const away =
        response.redirectLocation && safeServerUrl(response.redirectLocation, { pageUrl: deps.navigator.location() })
      if (away) {
        forgetLink(deps)
        return deps.navigator.go(away.href)
      }
      send(await settle(link, response))
    } catch (error) {
      send({ type: 'failed', failure: failureOf(error) })
    }
    await leaveIfDone()
  }

  /** If the request fails, the default rules apply; the server decides anyway. */
  const rulesFor = (userId: string) => api.password.getPasswordConfig({ query: { userId } }).catch(() => null)

  /** Returns whether the account needs a password, or `undefined` for a dead link, which the page shows itself. */
  const needsPassword = async (link: Link, arriving: Promise<LinkFacts>): Promise<boolean | undefined> => {
    const facts = await Promise.race([arriving, wait(deps.clock, FACTS_PATIENCE_MS).then(() => undefined)])
    if (facts?.dead) return undefined
    if (facts?.shouldSetPassword !== undefined) return facts.shouldSetPassword
    return (await api.activation.getActivationStrategy({ query: { ...link } })).shouldSetPassword
  }

  const look = async (link: Link, arriving: Promise<LinkFacts>): Promise<void> => {
    try {
      const isWanted = await needsPassword(link, arriving)
      if (isWanted === undefined) return
      await endSession(deps)
      if (!isWanted) return await activate(link)
      send({ type: 'passwordWanted', rules: await rulesFor(link.userId) })
      send({ type: 'ownerKnown', email: (await arriving)?.email ?? '' })
    } catch (error) {
      if (isLinkRefused(error)) forgetLink(deps)
      send({ type: 'failed', failure: failureOf(error) })
    }
  }

  return {
    async start(facts) {
      const link = mailedLinkOf(deps)
      if (get().step !== 'activating' || isBusy()) return
      if (!link) return send({ type: 'failed', failure: { kind: 'refused', message: '' } })
      send({ type: 'started' })
      await look(link, facts)
    },
    async submit(chosen) {
      const link = mailedLinkOf(deps)
      if (!link || isBusy()) return
      send({ type: 'submitted' })
      await activate(link, chosen)
    },
    async take(given) {
      const link = mailedLinkOf(deps)
      if (!link || get().step !== 'secondFactor' || isBusy()) return
      send({ type: 'submitted' })
      try {
        send(await settle(link, await given))
      } catch (error) {
        send({ type: 'failed', failure: failureOf(error) })
      }
      await leaveIfDone()
    },
    leave: () => void leave(deps, false),
    wantResend: () => send({ type: 'resendWanted' }),
    async resend(email) {
      if (isBusy()) return
      send({ type: 'submitted' })
      try {
        await api.activation.resendActivationEmail({ body: { email, ...(await captcha.proof('signup')) } })
        send({ type: 'resent' })
      } catch (error) {
        send({ type: 'failed', failure: failureOf(error) })
      }
    },
  }
}
