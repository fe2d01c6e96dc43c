import { password } from '../../contract/password.ts'
import { activation, signUp } from '../../contract/sign-up.ts'
import type { AuthResponse } from '../../entities/auth.ts'
import type { FeatureDeps, Slice } from '../../feature/slice.ts'
import { routeHref } from '../../navigation/auth-route.ts'
import { CHOSEN_PLAN } from '../../navigation/chosen-plan.ts'
import { invitationOf } from '../../navigation/page-query.ts'
import { afterLoginTarget, goAfterLogin, keepTarget, settleSignIn } from '../../parts/after-login/after-login.ts'
import { createCaptcha } from '../../parts/captcha/captcha.ts'
import { failureOf } from '../../parts/failure/failure.ts'
import { type SignUpEvent, type SignUpState, signUpTransition } from './sign-up.state.ts'

/** Values of the form; fields that are not shown are left out. */
export interface NewUser {
  email: string
  name?: string
  companyName?: string
  password?: string
  phoneNumber?: string
}

export interface SignUpActions {
  loadRules(): Promise<void>
  submit(user: NewUser): Promise<void>
  /** Handles the response to a second factor. */
  take(response: AuthResponse): Promise<void>
  resend(): Promise<void>
  /** Redirects to the sign-in page. */
  leave(): void
  /** Continues for a user who is already signed in. */
  resume(): Promise<void>
}

/** A plan chosen before signing up decides where the user goes next. */
const isBuying = (deps: FeatureDeps): boolean => new URL(afterLoginTarget(deps)).searchParams.has(CHOSEN_PLAN)

/** Redirects to the URL configured for this kind of sign-up, else to the general one, else as after any login. */
const leaveSignedIn = async (deps: FeatureDeps): Promise<void> => {
  const settings = deps.settings()
  const { accountSignUpSuccessUrl, userSignUpSuccessUrl, signUpSuccessUrl } = settings.routes
  const special = invitationOf(deps).invitationToken ? userSignUpSuccessUrl : accountSignUpSuccessUrl
  const target = special ?? signUpSuccessUrl
  if (target && !isBuying(deps)) deps.navigator.go(routeHref(target, settings))
  else await goAfterLogin(deps)
}

/** The API requires a name. Without the field, the domain of the email is the best guess. */
const companyOf = ({ companyName, email }: NewUser): string => companyName || email.split('@')[1] || email

export const signUpSlice: Slice<SignUpState, SignUpActions> = ({ get, set, deps }) => {
  const api = deps.client({ activation, password, signUp })
  const captcha = createCaptcha(deps)
  const send = (event: SignUpEvent) => set(() => signUpTransition(get(), event))
  const isBusy = () => get().progress.kind === 'busy'

  const attempt = async (work: () => Promise<SignUpEvent>) => {
    send({ type: 'submitted' })
    try {
      send(await work())
    } catch (error) {
      send({ type: 'failed', failure: failureOf(error) })
    }
    const state = get()
    if (state.stage === 'SignUpSuccess' && state.kind === 'signedIn') await leaveSignedIn(deps)
  }

  const settle = async (response: AuthResponse, email: string): Promise<SignUpEvent> => {
    const taken = await settleSignIn(deps, response)
    if (taken.kind === 'mfaRequired') return { type: 'mfaRequired', mfaRequest: taken.mfaRequest, email }
    return { type: 'done', email, signedIn: taken.kind === 'signedIn' }
  }

  const announce = (user: NewUser, response: { userId?: string; tenantId?: string }) => {
    const { password: _, ...known } = user
    const ids = {
      ...(response.userId && { id: response.userId }),
      ...(response.tenantId && { tenantId: response.tenantId }),
    }
    const createdAt = new Date(deps.clock.now()).toISOString()
    deps.events.after('sign-up', { ...known, ...ids, createdAt, authenticationType: 'PASSWORD' })
  }

  const create = async (user: NewUser): Promise<SignUpEvent> => {
    const invitation = invitationOf(deps)
    const proof = await captcha.proof('signup')
    const response = await api.signUp.signUp({
      body: { ...user, companyName: companyOf(user), ...invitation, ...proof },
    })
    if (!invitation.invitationToken) announce(user, response)
    if (response.shouldActivate) {
      keepTarget(deps, user.email)
      return { type: 'activationSent', email: user.email, at: deps.clock.now() }
    }
    return response.authResponse
      ? settle(response.authResponse, user.email)
      : { type: 'done', email: user.email, signedIn: false }
  }

  return {
    async loadRules() {
      const rules = await api.password.getPasswordConfig({}).catch(() => null)
      if (rules) send({ type: 'rulesKnown', rules })
    },
    async submit(user) {
      if (isBusy() || !deps.events.before('sign-up', { email: user.email })) return
      await attempt(() => create(user))
    },
    async take(response) {
      const state = get()
      if (state.stage === 'SecondFactor' && !isBusy()) await attempt(() => settle(response, state.email))
    },
    async resend() {
      const state = get()
      if (state.stage !== 'SignUpSuccess' || isBusy()) return
      await attempt(async () => {
        const proof = await captcha.proof('signup')
        await api.activation.resendActivationEmail({ body: { email: state.email, ...proof } })
        return { type: 'activationSent', email: state.email, at: deps.clock.now() }
      })
    },
    leave() {
      const settings = deps.settings()
      deps.navigator.go(routeHref(settings.routes.loginUrl, settings), { preserveQuery: true })
    },
    async resume() {
      if (get().stage === 'SignUp' && !isBusy()) await goAfterLogin(deps)
    },
  }
}
