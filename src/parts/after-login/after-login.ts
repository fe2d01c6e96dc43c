import { useEffect, useState } from 'react'
import type { AuthResponse } from '../../entities/auth.ts'
import { useSession, useSettings } from '../../feature/feature-context.tsx'
import type { SessionUser } from '../../feature/ports.ts'
import { isFlagOn } from '../../feature/settings.ts'
import type { FeatureDeps } from '../../feature/slice.ts'
import { authRouteOf, blockedRoutes, routeHref, routePath, routeQuery } from '../../navigation/auth-route.ts'
import { forgetLink, pageQuery } from '../../navigation/page-query.ts'
import { maxAgeOf, STEP_UP_WANTED, withStepUpQuery } from '../../navigation/step-up-url.ts'
import { safeRedirectUrl } from '../../rules/redirect-url.ts'
import { isSteppedUp, type StepUpClaims } from '../../rules/step-up.ts'
import { forgetTarget, SHOULD_STEP_UP, storedTarget, storeTarget } from './stored-target.ts'

const NAVIGATION_DELAY_MS = 200

type TargetDeps = Pick<FeatureDeps, 'navigator' | 'settings'>
type Deps = TargetDeps & Pick<FeatureDeps, 'local' | 'log' | 'clock' | 'session'>

/** Returns a URL that a user may be redirected to after signing in, or `undefined`. */
export const safeTarget = (
  { navigator, settings: read }: TargetDeps,
  wanted: string | null | undefined,
): URL | undefined => {
  const settings = read()
  const pageUrl = navigator.location()
  const blockedPaths = blockedRoutes(settings.routes, settings.basename)
  const url = safeRedirectUrl(wanted, { pageUrl, allowedOrigins: settings.redirect?.allowedOrigins, blockedPaths })
  if (!url || settings.urlStrategy !== 'hash' || url.origin !== pageUrl.origin) return url
  // With hash routing the route is in the fragment, so the path alone doesn't identify it.
  return blockedPaths.includes(routePath(url, settings) ?? '') ? undefined : url
}

/** Keeps `redirectUrl` for the page of a link that is emailed to this user and may open in another tab. */
export const keepTarget = (deps: TargetDeps & Pick<FeatureDeps, 'local' | 'clock'>, email: string): void => {
  const target = safeTarget(deps, pageQuery(deps).get('redirectUrl'))
  if (target) storeTarget(deps, target.href, email)
}

/** Returns the URL a signed-in user is redirected to: `redirectUrl`, else the stored URL, else `authenticatedUrl`. */
export const afterLoginTarget = (deps: Deps): string => {
  const { navigator, log } = deps
  const settings = deps.settings()
  const pageUrl = navigator.location()
  const wanted = pageQuery(deps).get('redirectUrl')
  const safe = safeTarget(deps, wanted)
  if (safe) return safe.href
  if (wanted) log.warn('redirectUrl is not allowed; authenticatedUrl is used')
  const stored = safeTarget(deps, storedTarget(deps))
  if (stored) return stored.href
  const route = authRouteOf(pageUrl, settings)
  // A box that the page itself placed leaves the user on that page. With hash routing, home also has a URL without a
  // fragment.
  if (route === undefined || (route === 'authenticatedUrl' && settings.urlStrategy === 'hash')) return pageUrl.href
  const home = new URL(routeHref(settings.routes.authenticatedUrl, settings), pageUrl)
  if (settings.redirect?.includeQuery)
    for (const [key, value] of routeQuery(pageUrl, settings)) home.searchParams.append(key, value)
  return home.href
}

/** Returns the page on which the user chooses where to continue, if `enableOpenAppRoute` is on. */
const throughApp = ({ navigator, settings: read }: Deps, target: string): string => {
  const settings = read()
  const page = navigator.location()
  if (!settings.opensApp || authRouteOf(page, settings) === 'openAppUrl') return target
  const choice = new URL(routeHref(settings.routes.openAppUrl, settings), page)
  choice.searchParams.set('redirectUrl', target)
  return choice.href
}

/** Returns the step-up URL for a user who signed in for a step-up and hasn't completed it. */
const stepUpTarget = ({ navigator, settings: read, local, session, clock }: Deps): string | undefined => {
  const settings = read()
  const here = navigator.location()
  const query = routeQuery(here, settings)
  const isWanted = local.get(SHOULD_STEP_UP) === 'true' || query.get(STEP_UP_WANTED) === 'true'
  local.remove(SHOULD_STEP_UP)
  if (!isWanted || !settings.routes.stepUpUrl) return undefined
  const isEnough = isSteppedUp(session.current().user as StepUpClaims | undefined, clock.now() / 1_000, maxAgeOf(query))
  return isEnough ? undefined : withStepUpQuery(settings.routes.stepUpUrl, here, settings).href
}

/** Redirects to the target after a short delay. `readMs` adds time to read what the page shows. */
export const goAfterLogin = async (deps: Deps, readMs = 0): Promise<void> => {
  // Read first, because a pending step-up affects it and the step-up marker is removed next.
  const home = await deps.settings().customHome?.(deps)
  return leaveFor(stepUpTarget(deps) ?? home, deps, readMs)
}

/** Redirects after a completed step-up, which must not lead to another one. */
export const goAfterStepUp = (deps: Deps): Promise<void> => {
  deps.local.remove(SHOULD_STEP_UP)
  return leaveFor(undefined, deps)
}

const leaveFor = async (first: string | undefined, deps: Deps, readMs = 0): Promise<void> => {
  const target = first ?? throughApp(deps, afterLoginTarget(deps))
  forgetTarget(deps)
  forgetLink(deps)
  // The user is already there. Navigating again would undo what they opened meanwhile, such as the portal.
  if (target === deps.navigator.location().href) return
  await deps.navigator.goLater(target, readMs + NAVIGATION_DELAY_MS)
}

/** The outcome of a sign-in response. */
type Taken =
  | { kind: 'signedIn'; user: SessionUser }
  | { kind: 'mfaRequired'; mfaRequest: AuthResponse }
  | { kind: 'breached' }
  /** The response has no token and requires nothing further. */
  | { kind: 'nothing' }

const BREACHED_FLAG = 'security-center-show-login-flows'

/** Stores the session of a response, or returns what else is required first. */
export const settleSignIn = async (
  { session, settings }: Pick<FeatureDeps, 'session' | 'settings'>,
  response: AuthResponse,
): Promise<Taken> => {
  const user = await session.accept(response)
  if (response.mfaRequired && response.mfaToken) return { kind: 'mfaRequired', mfaRequest: response }
  if (user) return { kind: 'signedIn', user }
  return { kind: response.isBreachedPassword && isFlagOn(settings(), BREACHED_FLAG) ? 'breached' : 'nothing' }
}

/**
 * Resolves once it is known whether a user is signed in. A page that gets its session by a cookie must wait for it: the
 * refresh of the start-up began without that cookie, and its late response would be taken for the new session, or would
 * restore the old cookie.
 */
export const useKnownSession = (): Promise<void> => {
  const { status } = useSession()
  const { isStarted } = useSettings()
  const [gate] = useState(() => {
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    return { open: () => open(), opened }
  })
  useEffect(() => {
    if (status !== 'loading' || isStarted) gate.open()
  }, [gate, status, isStarted])
  return gate.opened
}
