import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { App } from '../../../app/app.ts'
import { withHash } from '../../../navigation/with-hash.ts'
import type { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.ts'
import { type PortalRoute, readHash, toHash } from '../portal-hash.ts'

interface RouteParts {
  host: HTMLElement
  app: Pick<App, 'name' | 'store'>
  mode: 'inline' | 'dialog'
  /** Value of the `page` attribute. */
  page: string | undefined
}

interface Place {
  route: PortalRoute
  /** Value of the `page` attribute at that time. */
  page: string | undefined
  /** User who left the place; another user starts over. */
  userId: string | undefined
}

/** Place of the inline portal when the host removed it, by app name. */
const left = new Map<string, Place>()

const userIdOf = ({ store }: RouteParts['app']): string | undefined => store.getState().session.user?.id

type Write = (route: PortalRoute, how: 'push' | 'replace') => void

/**
 * Returns whether the portal may write the hash. A host that routes by hash keeps its own; the inline portal then
 * remembers its place without the URL.
 */
const mayWrite = (mode: RouteParts['mode']): boolean =>
  mode === 'dialog' || window.location.hash === '' || readHash(window.location.hash) !== undefined

const writeHash: Write = (route, how) => {
  const { history } = window
  const url = withHash(toHash(route))
  if (how === 'push') history.pushState(history.state, '', url)
  else history.replaceState(history.state, '', url)
}

/** Gives the open dialog a history entry of its own; closing it restores the previous URL. */
const useHashWhileOpen = ({ host, mode, page }: RouteParts) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening and closing count; `page` is where it starts
  useEffect(() => {
    if (mode === 'inline') return
    const { hash } = window.location
    const before = withHash(readHash(hash) ? '' : hash)
    if (!readHash(hash)) writeHash({ slug: page ?? '', search: '' }, 'push')
    return () => {
      // The portal was opened by its link before it was known that no user is signed in, so the link is kept for the
      // next sign-in.
      const isWithdrawn = host.dataset.feLinked !== undefined && !host.isConnected
      if (isWithdrawn || !readHash(window.location.hash)) return
      window.history.replaceState(window.history.state, '', before)
    }
  }, [mode])
}

/**
 * Returns the place where this user left the inline portal; while the session is loading, it is assumed to be theirs.
 */
const placeOf = ({ app, mode, page }: Pick<RouteParts, 'app' | 'mode' | 'page'>): PortalRoute | undefined => {
  const place = mode === 'inline' ? left.get(app.name) : undefined
  if (place?.userId === undefined || place.page !== page) return undefined
  return place.userId === (userIdOf(app) ?? place.userId) ? place.route : undefined
}

/**
 * Removes the hash when the host removes an inline portal, because the host's next page would otherwise have a link
 * into it. When it is rendered again, it returns to its place.
 */
const usePlaceBetweenRenders = ({ host, app, mode, page }: RouteParts, now: () => PortalRoute) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only mounting and removal count
  useLayoutEffect(() => {
    if (mode !== 'inline') return
    const { hash } = window.location
    if (placeOf({ app, mode, page }) && hash === '') writeHash(now(), 'replace')
    left.delete(app.name)
    return () => {
      if (host.isConnected) return
      left.set(app.name, { route: now(), page, userId: userIdOf(app) })
      const { hash } = window.location
      // If the host has opened another link since, it is kept.
      if (hash === toHash(now())) window.history.replaceState(window.history.state, '', withHash(''))
    }
  }, [mode])
}

const firstRoute = ({ app, mode, page }: RouteParts): PortalRoute => {
  const linked = readHash(window.location.hash)
  return linked ?? placeOf({ app, mode, page }) ?? { slug: page ?? '', search: '' }
}

interface Steps {
  now(): PortalRoute
  set(route: PortalRoute): void
  /** Whether the browser is returning to a place that the user agreed to go to. */
  isStepping: RefObject<boolean>
}

const isSame = (one: PortalRoute, other: PortalRoute): boolean => one.slug === other.slug && one.search === other.search

/**
 * Follows the browser's history steps. A step that would lose unsaved work is reverted by writing the old URL again;
 * once the user agrees, the back button continues from there.
 */
const useBrowserSteps = ({ host, mode }: RouteParts, guard: UnsavedGuard, { now, set, isStepping }: Steps) => {
  useEffect(() => {
    const look = ({ type }: Event) => {
      if (type === 'popstate') isStepping.current = false
      const next = readHash(window.location.hash)
      if (next ? isSame(next, now()) : mode === 'inline') return
      if (guard.isDirty()) {
        writeHash(now(), 'push')
        guard.leave(() => {
          isStepping.current = true
          window.history.back()
        })
      } else if (next) set(next)
      else host.removeAttribute('open')
    }
    window.addEventListener('popstate', look)
    window.addEventListener('hashchange', look)
    return () => {
      window.removeEventListener('popstate', look)
      window.removeEventListener('hashchange', look)
    }
  }, [host, mode, guard, now, set, isStepping])
}

/** Reads the user's place in the portal from the hash, and writes it. */
export const usePortalRoute = (parts: RouteParts, guard: UnsavedGuard): { route: PortalRoute; go: Write } => {
  const { mode, page } = parts
  const [route, setRoute] = useState<PortalRoute>(() => firstRoute(parts))
  const shown = useRef(route)
  const set = useCallback((next: PortalRoute) => {
    shown.current = next
    setRoute((now) => (isSame(now, next) ? now : next))
  }, [])
  const now = useCallback(() => shown.current, [])
  useHashWhileOpen(parts)
  usePlaceBetweenRenders(parts, now)
  const isStepping = useRef(false)
  useBrowserSteps(parts, guard, { now, set, isStepping })
  const go = useCallback<Write>(
    (next, how) => {
      // A page whose draft was discarded also writes its URL. If that became a new entry before a pending step arrives,
      // the browser would step back from that entry.
      if (isStepping.current) return
      if (mayWrite(mode)) writeHash(next, how)
      set(next)
    },
    [mode, set],
  )
  const firstPage = useRef(page)
  useEffect(() => {
    if (page === firstPage.current) return
    firstPage.current = page
    if (page) guard.leave(() => go({ slug: page, search: '' }, 'push'))
  }, [page, go, guard])
  return { route, go }
}
