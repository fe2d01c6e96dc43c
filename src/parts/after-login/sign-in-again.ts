import type { FeatureDeps } from '../../feature/slice.ts'
import { type RouteSettings, routeHref } from '../../navigation/auth-route.ts'
import { storeTarget } from './stored-target.ts'

/** Signs out, requires a new sign-in and returns to this page. */
export const signInAgain = (
  { local, clock, navigator }: Pick<FeatureDeps, 'local' | 'clock' | 'navigator'>,
  settings: RouteSettings,
): void => {
  const here = navigator.location()
  storeTarget({ local, clock }, here.pathname + here.search + here.hash)
  navigator.go(routeHref(settings.routes.logoutUrl, settings))
}
