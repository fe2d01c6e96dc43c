import type { Slice } from '../../feature/slice.ts'
import { routeHref } from '../../navigation/auth-route.ts'
import { STEP_UP_WANTED, withStepUpQuery } from '../../navigation/step-up-url.ts'
import { SHOULD_STEP_UP } from '../../parts/after-login/stored-target.ts'
import { findProviderLogout } from '../../parts/federation/find-provider-logout.ts'
import { type LogoutState, logoutTransition } from './logout.state.ts'

export interface LogoutActions {
  signOut(): Promise<void>
}

/**
 * Signs out whenever the logout route is visited, regardless of the API's response, and redirects to the login page.
 */
export const logoutSlice: Slice<LogoutState, LogoutActions> = ({ get, set, deps }) => ({
  async signOut() {
    if (get().step === 'signingOut' || !deps.events.before('sign-out', {})) return
    set(() => logoutTransition(get(), { type: 'started' }))
    const isStepUp = deps.local.get(SHOULD_STEP_UP) === 'true'
    // A step-up only requires a new sign-in, so the session at the identity provider may stay.
    const finding = isStepUp ? undefined : findProviderLogout(deps)
    try {
      await deps.session.logout(undefined, finding)
    } catch (error) {
      deps.log.warn('The API did not confirm the logout; this browser is signed out', error)
    }
    set(() => logoutTransition(get(), { type: 'ended' }))
    const settings = deps.settings()
    if (!isStepUp) {
      const providerUrl = await finding
      if (providerUrl) return deps.navigator.go(providerUrl, { replace: true })
      const target = settings.customLoginUrl ?? routeHref(settings.routes.loginUrl, settings)
      return deps.navigator.go(target, { replace: true })
    }
    // A refused step-up continues after a new sign-in. From here on the URL carries that, not the store.
    deps.local.remove(SHOULD_STEP_UP)
    const target = withStepUpQuery(settings.routes.loginUrl, deps.navigator.location(), settings)
    target.searchParams.set(STEP_UP_WANTED, 'true')
    deps.navigator.go(target.href, { replace: true })
  },
})
