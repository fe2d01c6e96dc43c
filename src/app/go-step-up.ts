import type { AppStore } from '../feature/app-state.ts'
import type { HostEvents, HostedPort, Navigator } from '../feature/ports.ts'
import type { KeyValue } from '../feature/slice.ts'
import type { StepUpChallenge } from '../http/options.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import { authRouteOf } from '../navigation/auth-route.ts'
import { stepUpPageUrl } from '../navigation/step-up-url.ts'
import { SHOULD_STEP_UP, signInAgain } from '../parts/after-login/stored-target.ts'

export interface StepUpParts {
  store: AppStore
  navigator: Navigator
  events: HostEvents
  local: KeyValue
  log: Logger
  clock: Clock
  /** Returns redirect-based login, if it is enabled. */
  hosted?: () => Promise<HostedPort>
}

/**
 * Redirects to the provider, which requests the proof. If the proof is a factor, a marker is stored, so that the
 * response is checked on return.
 */
const leaveForProof = async (
  parts: StepUpParts,
  hosted: () => Promise<HostedPort>,
  { acrValues, maxAge }: StepUpChallenge,
) => {
  const here = parts.navigator.location()
  const { activeTenant } = parts.store.getState().session
  const login = await hosted()
  if (acrValues !== undefined) parts.local.set(SHOULD_STEP_UP, 'true')
  await login.login({
    acrValues,
    maxAge,
    organization: activeTenant?.alias,
    returnTo: here.pathname + here.search + here.hash,
  })
}

/** Time for a redirect to leave the page; a later call from the same page counts as a new request. */
const LEAVING_MS = 5_000

/**
 * Redirects to the step-up page, or to the login page if any sign-in is enough, and back here afterwards. Several calls
 * that are refused at once redirect once: a user who is already there, or on the way, stays.
 */
export const createGoStepUp = (parts: StepUpParts) => {
  const { store, navigator, events, hosted, log, clock } = parts
  let left: { from: string; at: number } | undefined
  const isLeaving = (from: string) => left?.from === from && clock.now() - left.at < LEAVING_MS
  return (challenge: StepUpChallenge): void => {
    const { maxAge, acrValues } = challenge
    const { settings } = store.getState()
    const here = navigator.location()
    if (authRouteOf(here, settings) === 'stepUpUrl' || isLeaving(here.href)) return
    if (!events.before('step-up', { maxAge })) return
    left = { from: here.href, at: clock.now() }
    if (!hosted) {
      if (acrValues === undefined) signInAgain(parts, settings)
      else navigator.go(stepUpPageUrl(here, settings, maxAge).href)
      return
    }
    leaveForProof(parts, hosted, challenge).catch((error: unknown) => {
      left = undefined
      log.error('Step-up could not be started', error)
    })
  }
}
