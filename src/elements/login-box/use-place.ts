import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { AppSettings } from '../../feature/settings.ts'
import { authRouteOf } from '../../navigation/auth-route.ts'
import type { AuthRoutes } from '../../rules/auth-routes.ts'

/**
 * `page`: alone on an auth route. `container`: at a simulated route, as in a renderer. `inline`: where the markup
 * placed it.
 */
type Place = 'page' | 'container' | 'inline'

const placeOf = (route: keyof AuthRoutes | undefined, settings: AppSettings): Place => {
  if (route === undefined) return 'inline'
  return authRouteOf(new URL(window.location.href), settings) === route ? 'page' : 'container'
}

/** Returns the height of the page above and below the box, which together with it fills the window. */
const aroundOf = (box: HTMLElement): number => {
  const { body } = document
  const { top, bottom } = box.getBoundingClientRect()
  const end = body.getBoundingClientRect().bottom + Number.parseFloat(getComputedStyle(body).marginBottom)
  return Math.round(Math.max(0, top + window.scrollY) + Math.max(0, end - bottom))
}

/** Sets the position on the box, and how much of the window it may use. */
export const usePlace = (
  route: keyof AuthRoutes | undefined,
  settings: AppSettings,
): { ref: RefObject<HTMLDivElement | null>; place: Place } => {
  const ref = useRef<HTMLDivElement>(null)
  const place = placeOf(route, settings)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a destination draws nothing, so the box may be new on another route
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
