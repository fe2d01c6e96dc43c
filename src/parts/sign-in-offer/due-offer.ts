import { passkeys } from '../../contract/passkeys.ts'
import { isFlagOn } from '../../feature/settings.ts'
import type { FeatureDeps } from '../../feature/slice.ts'
import { wait } from '../../kernel/clock.ts'
import { authRouteOf } from '../../navigation/auth-route.ts'
import { isSteppedUp, type StepUpClaims } from '../../rules/step-up.ts'
import {
  forgetQuickLogin,
  isQuickLoginDone,
  isSecondaryActive,
  type QuickStrategy,
  wantedQuickLogin,
} from './quick-login.ts'

/** What is set up between a sign-in and the page it leads to: a passkey for everything, or one quick way in. */
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
/** As the API asks before it takes another factor. */
const RECENT_SECONDS = 300

type Support = Pick<typeof PublicKeyCredential, 'isUserVerifyingPlatformAuthenticatorAvailable'> | undefined

/** A browser may wait for the operating system here; the user has signed in already and is not kept waiting with it. */
const SUPPORT_PATIENCE_MS = 1_000

/** Not offered where the device cannot hold a passkey, or where the browser gives no result in time. */
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

/** Who has a second factor makes a passkey right after proving it; on a remembered device that would be a step-up first. */
const mayEnroll = ({ session, clock }: FeatureDeps): boolean => {
  const { user } = session.current()
  return user?.mfaEnrolled !== true || isSteppedUp(user as StepUpClaims, clock.now() / 1_000, RECENT_SECONDS)
}

/** An active strategy, not preferred already, not dismissed, and no passkey yet. */
const isPromptDue = async (deps: FeatureDeps): Promise<boolean> => {
  const settings = deps.settings()
  if (!isFlagOn(settings, PROMPT_FLAG) || !isSecondaryActive(settings.strategies, 'Passkeys')) return false
  if (deps.local.get(PREFERRED) === BY_PASSKEY || deps.local.get(DISMISSED) === 'true') return false
  return mayEnroll(deps) && (await canHoldPasskey(deps)) && hasNoPasskey(deps)
}

/** "Don't show again". */
export const dismissPasskeyPrompt = ({ local }: Pick<FeatureDeps, 'local'>): void => local.set(DISMISSED, 'true')

/** What comes between the sign-in and the page it leads to; nothing, most of the time. */
export const dueOffer = async (deps: FeatureDeps, { userId, by }: SignedIn): Promise<SignInOffer | undefined> => {
  if (by === 'passkey') deps.local.set(PREFERRED, BY_PASSKEY)
  const wanted = wantedQuickLogin(deps.local)
  forgetQuickLogin(deps.local)
  // A box that a page placed itself is gone as soon as a user is signed in: there is no room to ask.
  if (authRouteOf(deps.navigator.location(), deps.settings()) === undefined) return undefined
  // After a social login nothing is set up but a passkey.
  if (wanted && by !== 'social' && !isQuickLoginDone(deps.local, userId, wanted)) return wanted
  const mayAsk = by === 'local' || by === 'social'
  return mayAsk && (await isPromptDue(deps)) ? 'passkey' : undefined
}
