import type { AppStore } from '../feature/app-state.ts'
import type { HostedPort } from '../feature/hosted-port.ts'
import type { HostEvents, Navigator } from '../feature/ports.ts'
import type { KeyValue } from '../feature/slice.ts'
import type { StepUpChallenge } from '../http/token-source.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Logger } from '../kernel/logger.ts'
import { authRouteOf } from '../navigation/auth-route.ts'
import { stepUpPageUrl } from '../navigation/step-up-url.ts'
import { signInAgain } from '../parts/after-login/sign-in-again.ts'
import { SHOULD_STEP_UP } from '../parts/after-login/step-up-marker.ts'

export interface StepUpParts {
  store: AppStore
  navigator: Navigator
  events: HostEvents
  local: KeyValue
  log: Logger
  clock: Clock
  /** Redirect-based login, where it is on. */
  hosted?: () => Promise<HostedPort>
}

/** The provider asks for the proof; where that is a factor, the marker has the response judged when it is back. */
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

/** How long a page that is being left remains before a call from it counts as a new request. */
const LEAVING_MS = 5_000

/**
 * Leads to the step-up page and back here afterwards; where any sign-in proves enough, to the login page. Several calls that are refused at once lead there once: a user who is
 * there already, or on the way, stays.
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
