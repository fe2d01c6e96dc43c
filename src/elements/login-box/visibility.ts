import type { SessionSnapshot } from '../../feature/ports.ts'
import { isDestination } from '../../navigation/auth-route.ts'
import type { AuthRoutes } from '../../rules/auth-routes.ts'

interface BoxPlace {
  route: keyof AuthRoutes | undefined
  status: SessionSnapshot['status']
  /** Whether `init` added the box to every page of the host; it then renders on auth routes only. */
  isRouted: boolean
}

/**
 * Returns whether the box is visible. Auth routes always show it. All other pages, including the one that users are
 * sent to after signing in, show only a box that the page placed itself, while no user is signed in.
 */
export const isBoxVisible = ({ route, status, isRouted }: BoxPlace): boolean => {
  if (route !== undefined && !isDestination(route)) return true
  return !isRouted && status !== 'signed-in'
}
