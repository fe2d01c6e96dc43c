import { passkeys } from '../../contract/mfa.ts'
import { isFlagOn } from '../../feature/settings.ts'
import type { FeatureDeps } from '../../feature/slice.ts'
import { wait } from '../../kernel/clock.ts'
import { authRouteOf } from '../../navigation/auth-route.ts'
import { isSteppedUp, type StepUpClaims } from '../../rules/step-up.ts'
import {
  chosenQuickLogin,
  forgetQuickLogin,
  isQuickLoginDone,
  isSecondaryActive,
  type QuickStrategy,
} from './quick-login.ts'

/** The method offered between a sign-in and the target page: a passkey, or one quick login method. */
export type SignInOffer = 'passkey' | QuickStrategy

export interface SignedIn {
  userId: string
  /** `other`: single sign-on, after which no passkey is offered. */
  by: 'passkey' | 'local' | 'social' | 'other'
}

const PREFERRED = 'preferred-login-method'
const DISMISSED = 'dont-show-again-prompt-passkeys'
const PROMPT_FLAG = 'show-passkeys-new'
const BY_PASSKEY = 'Passkeys'
/** Matches the API's limit before it accepts another factor. */
const RECENT_SECONDS = 300

type Support = Pick<typeof PublicKeyCredential, 'isUserVerifyingPlatformAuthenticatorAvailable'> | undefined

/** A browser may wait for the operating system here, but the user has already signed in and should not wait for it. */
const SUPPORT_PATIENCE_MS = 1_000

/** Returns whether the device can hold a passkey; `false` if the browser doesn't respond in time. */
const canHoldPasskey = async ({ clock }: Pick<FeatureDeps, 'clock'>): Promise<boolean> => {
  const patience = new AbortController()
  try {
    const support: Support = globalThis.PublicKeyCredential
    const late = wait(clock, SUPPORT_PATIENCE_MS, patience.signal).catch(() => undefined)
    return (await Promise.race([support?.isUserVerifyingPlatformAuthenticatorAvailable(), late])) === true
  } catch {
    return false
  } finally {
    patience.abort()
  }
}

const hasNoPasskey = async (deps: FeatureDeps): Promise<boolean> => {
  try {
    const { devices } = await deps.client({ passkeys }).passkeys.listDevices()
    return devices.length === 0
  } catch (error) {
    deps.log.warn('The passkeys could not be read; none is offered', error)
    return false
  }
}

/**
 * Returns whether the user may add a passkey now. A user with a second factor can only right after verifying it; on a
 * remembered device that would require a step-up first.
 */
const mayEnroll = ({ session, clock }: FeatureDeps): boolean => {
  const { user } = session.current()
  return user?.mfaEnrolled !== true || isSteppedUp(user as StepUpClaims, clock.now() / 1_000, RECENT_SECONDS)
}

/**
 * Returns whether to offer a passkey: the strategy is active, not already preferred and not dismissed, and the user has
 * no passkey yet.
 */
const isPromptDue = async (deps: FeatureDeps): Promise<boolean> => {
  const settings = deps.settings()
  if (!isFlagOn(settings, PROMPT_FLAG) || !isSecondaryActive(settings.strategies, 'Passkeys')) return false
  if (deps.local.get(PREFERRED) === BY_PASSKEY || deps.local.get(DISMISSED) === 'true') return false
  return mayEnroll(deps) && (await canHoldPasskey(deps)) && hasNoPasskey(deps)
}

/** Stores that the user chose "Don't show again". */
export const dismissPasskeyPrompt = ({ local }: Pick<FeatureDeps, 'local'>): void => local.set(DISMISSED, 'true')

/** Returns the offer between the sign-in and the target page; usually there is none. */
export const dueOffer = async (deps: FeatureDeps, { userId, by }: SignedIn): Promise<SignInOffer | undefined> => {
  if (by === 'passkey') deps.local.set(PREFERRED, BY_PASSKEY)
  const wanted = chosenQuickLogin(deps.local)
  forgetQuickLogin(deps.local)
  // A box that the page itself placed disappears once a user is signed in, so it can't ask.
  if (authRouteOf(deps.navigator.location(), deps.settings()) === undefined) return undefined
  // After a social login only a passkey is offered.
  if (wanted && by !== 'social' && !isQuickLoginDone(deps.local, userId, wanted)) return wanted
  const mayAsk = by === 'local' || by === 'social'
  return mayAsk && (await isPromptDue(deps)) ? 'passkey' : undefined
}
