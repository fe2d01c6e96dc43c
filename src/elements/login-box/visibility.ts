import type { SessionSnapshot } from '../../feature/ports.ts'
import { isDestination } from '../../navigation/auth-route.ts'
import type { AuthRoutes } from '../../rules/auth-routes.ts'

interface BoxPlace {
  route: keyof AuthRoutes | undefined
  status: SessionSnapshot['status']
  /** Added by `init` to every page of the host: it draws on auth routes only. */
  isRouted: boolean
}

/**
 * Auth routes always show the box. Elsewhere, the page a user is sent to after signing in included, only a box that the
 * page placed itself is shown, while no one is signed in.
 */
export const isBoxVisible = ({ route, status, isRouted }: BoxPlace): boolean => {
  if (route !== undefined && !isDestination(route)) return true
  return !isRouted && status !== 'signed-in'
}
