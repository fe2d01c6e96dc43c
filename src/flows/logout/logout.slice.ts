import type { Slice } from '../../feature/slice.ts'
import { routeHref } from '../../navigation/auth-route.ts'

export interface LogoutState {
  step: 'waiting' | 'signingOut'
}

export interface LogoutActions {
  signOut(): Promise<void>
}

/** Visiting the logout route signs out, whatever the API answers, and leads to the login page (seed 000 §4). */
export const logoutSlice: Slice<LogoutState, LogoutActions> = ({ get, set, deps }) => ({
  async signOut() {
    if (get().step === 'signingOut' || !deps.events.before('sign-out', {})) return
    set(() => ({ step: 'signingOut' }))
    try {
      await deps.session.logout()
    } catch (error) {
      deps.log.warn('The API did not confirm the logout; this browser is signed out', error)
    }
    set(() => ({ step: 'waiting' }))
    const settings = deps.settings()
    deps.navigator.go(routeHref(settings.routes.loginUrl, settings), { replace: true })
  },
})
