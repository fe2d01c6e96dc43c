import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { App } from '../../../app/app.ts'
import { withHash } from '../../../navigation/with-hash.ts'
import type { UnsavedGuard } from '../../../ui/unsaved/unsaved-guard.ts'
import { type PortalRoute, readHash, toHash } from '../portal-hash.ts'

interface RouteParts {
  host: HTMLElement
  app: Pick<App, 'name' | 'store'>
  mode: 'inline' | 'dialog'
  /** The `page` attribute. */
  page: string | undefined
}

interface Place {
  route: PortalRoute
  /** The `page` it was given then. */
  page: string | undefined
  /** Another user starts over. */
  userId: string | undefined
}

/** By the app's name: where its inline portal was when the host removed it. */
const left = new Map<string, Place>()

const userIdOf = ({ store }: RouteParts['app']): string | undefined => store.getState().session.user?.id

type Write = (route: PortalRoute, how: 'push' | 'replace') => void

/** A host that routes by hash keeps its own; the inline portal then remembers its place without the URL. */
const mayWrite = (mode: RouteParts['mode']): boolean =>
  mode === 'dialog' || window.location.hash === '' || readHash(window.location.hash) !== undefined

const writeHash: Write = (route, how) => {
  const { history } = window
  const url = withHash(toHash(route))
  if (how === 'push') history.pushState(history.state, '', url)
  else history.replaceState(history.state, '', url)
}

/** The dialog's URL is an own step in history; what stood there before comes back when it closes. */
const useHashWhileOpen = ({ host, mode, page }: RouteParts) => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening and closing count; `page` is where it starts
  useEffect(() => {
    if (mode === 'inline') return
    const { pathname, search, hash } = window.location
    const before = readHash(hash) ? '' : hash
    if (!readHash(hash)) writeHash({ slug: page ?? '', search: '' }, 'push')
    return () => {
      // Opened by its link before it was known that no one is signed in: the link is for the user who signs in next.
      const isWithdrawn = host.dataset.feLinked !== undefined && !host.isConnected
      if (isWithdrawn || !readHash(window.location.hash)) return
      window.history.replaceState(window.history.state, '', `${pathname}${search}${before}`)
    }
  }, [mode])
}

/** Where this user left the inline portal; while the session is loading it is taken for theirs. */
const placeOf = ({ app, mode, page }: Pick<RouteParts, 'app' | 'mode' | 'page'>): PortalRoute | undefined => {
  const place = mode === 'inline' ? left.get(app.name) : undefined
  if (place?.userId === undefined || place.page !== page) return undefined
  return place.userId === (userIdOf(app) ?? place.userId) ? place.route : undefined
}

/**
 * An inline portal that its host removes takes its hash with it: the next page of the host would carry a link into a
 * portal that is gone. Rendered again it is where it was.
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
      const { hash, pathname, search } = window.location
      // A link that the host has opened meanwhile is its own.
      if (hash === toHash(now())) window.history.replaceState(window.history.state, '', pathname + search)
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
  /** Whether the browser is on its way back to where the user agreed to go. */
  isStepping: RefObject<boolean>
}

const isSame = (one: PortalRoute, other: PortalRoute): boolean => one.slug === other.slug && one.search === other.search

/**
 * Follows the steps of the browser. One that would lose unsaved work is taken back by writing the old URL again,
 * which is where the back button then leads from once the user agreed.
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

/** Where in the portal a user is, read from the hash and written to it. */
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
      // A page whose draft was discarded writes its URL too; on top of a step that has yet to arrive, that new entry
      // would be the one the browser steps back from.
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
