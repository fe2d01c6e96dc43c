import type { AppStore } from '../feature/app-state.ts'
import type { HostedPort } from '../feature/hosted-port.ts'
import type { HostEvents, KeyValue, Navigator } from '../feature/slice.ts'
import type { Logger } from '../kernel/logger.ts'
import { authRouteOf } from '../navigation/auth-route.ts'
import { stepUpAddress } from '../navigation/step-up-address.ts'
import { SHOULD_STEP_UP } from '../parts/after-login/step-up-marker.ts'
import { MULTI_FACTOR_ACR } from '../rules/step-up.ts'

interface StepUpParts {
  store: AppStore
  navigator: Navigator
  events: HostEvents
  local: KeyValue
  log: Logger
  /** Redirect-based login, where it is on. */
  hosted?: () => Promise<HostedPort>
}

/** Contract, flows §18: the provider asks for the factor; the marker has the answer judged when it is back. */
const leaveForFactor = async (parts: StepUpParts, hosted: () => Promise<HostedPort>, maxAge: number | undefined) => {
  const here = parts.navigator.location()
  const { activeTenant } = parts.store.getState().session
  const login = await hosted()
  parts.local.set(SHOULD_STEP_UP, 'true')
  await login.login({
    acrValues: MULTI_FACTOR_ACR,
    maxAge,
    organization: activeTenant?.alias,
    returnTo: here.pathname + here.search + here.hash,
  })
}

/**
 * Leads to the step-up page and back here afterwards. Several calls that are refused at once lead there once: whoever is
 * there already stays.
 */
export const goStepUp = (parts: StepUpParts, maxAge: number | undefined): void => {
  const { store, navigator, events, hosted, log } = parts
  const { settings } = store.getState()
  const here = navigator.location()
  if (authRouteOf(here, settings) === 'stepUpUrl' || !events.before('step-up', { maxAge })) return
  if (hosted) {
    leaveForFactor(parts, hosted, maxAge).catch((error: unknown) => log.error('Step-up could not be started', error))
    return
  }
  navigator.go(stepUpAddress(here, settings, maxAge).href)
}
