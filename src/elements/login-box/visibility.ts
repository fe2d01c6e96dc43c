import type { SessionSnapshot } from '../../feature/slice.ts'
import { isDestination } from '../../navigation/auth-route.ts'
import type { AuthRoutes } from '../../rules/auth-routes.ts'

export interface BoxPlace {
  route: keyof AuthRoutes | undefined
  status: SessionSnapshot['status']
  /** Put there by `init`, on every page of the host: it draws on auth routes only. */
  isRouted: boolean
}

/**
 * Seed 000 §2: hidden on the authenticated and the sign-up-success routes. A box that a page placed itself, outside the
 * auth routes, is there for whoever is not signed in.
 */
export const isBoxVisible = ({ route, status, isRouted }: BoxPlace): boolean => {
  if (isDestination(route)) return false
  if (route !== undefined) return true
  return !isRouted && status !== 'signed-in'
}
