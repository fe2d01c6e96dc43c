import type { FeatureDeps } from '../../feature/slice.ts'
import { routeHref } from '../../navigation/auth-route.ts'
import type { AuthRoutes } from '../../rules/auth-routes.ts'
import { goAfterLogin } from '../after-login/after-login.ts'

/** Redirects to one of our own routes. */
export const goToRoute = ({ navigator, settings: read }: FeatureDeps, name: keyof AuthRoutes): void => {
  const settings = read()
  navigator.go(routeHref(settings.routes[name] ?? '/', settings))
}

/** Redirects a signed-in user to the app after a callback that this browser hasn't started. */
export const resumeCallback = (deps: FeatureDeps, state: { step: string; reason?: string }): void => {
  if (state.step === 'notStarted' && state.reason === 'unknown') void goAfterLogin(deps)
}
