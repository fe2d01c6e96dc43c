import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { AppSettings } from '../../feature/settings.ts'
import { authRouteOf } from '../../navigation/auth-route.ts'
import type { AuthRoutes } from '../../rules/auth-routes.ts'
import { aroundOf } from './around.ts'

/**
 * `page`: alone on an auth route. `container`: at a simulated route, as in a renderer. `inline`: where the markup
 * placed it.
 */
type Place = 'page' | 'container' | 'inline'

const placeOf = (route: keyof AuthRoutes | undefined, settings: AppSettings): Place => {
  if (route === undefined) return 'inline'
  return authRouteOf(new URL(window.location.href), settings) === route ? 'page' : 'container'
}

/** Sets the position on the box, and how much of the window it may use. */
export const usePlace = (
  route: keyof AuthRoutes | undefined,
  settings: AppSettings,
): { ref: RefObject<HTMLDivElement | null>; place: Place } => {
  const ref = useRef<HTMLDivElement>(null)
  const place = placeOf(route, settings)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a destination renders nothing, so the box may be new on another route
  useLayoutEffect(() => {
    const box = ref.current
    if (!box || place !== 'page') return
    box.style.setProperty('--fe-box-around', `${aroundOf(box)}px`)
    return () => {
      box.style.removeProperty('--fe-box-around')
    }
  }, [place, route])
  return { ref, place }
}
