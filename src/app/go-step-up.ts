import type { AppStore } from '../feature/app-state.ts'
import type { HostEvents, Navigator } from '../feature/slice.ts'
import { authRouteOf } from '../navigation/auth-route.ts'
import { stepUpAddress } from '../navigation/step-up-address.ts'

interface StepUpParts {
  store: AppStore
  navigator: Navigator
  events: HostEvents
}

/**
 * Leads to the step-up page and back here afterwards. Several calls that are refused at once lead there once: whoever is
 * there already stays.
 */
export const goStepUp = ({ store, navigator, events }: StepUpParts, maxAge: number | undefined): void => {
  const { settings } = store.getState()
  const here = navigator.location()
  if (authRouteOf(here, settings) === 'stepUpUrl' || !events.before('step-up', { maxAge })) return
  navigator.go(stepUpAddress(here, settings, maxAge).href)
}
