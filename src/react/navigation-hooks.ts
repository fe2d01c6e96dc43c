import { useCallback, useEffect, useState } from 'react'
import type { FeApp, HeadlessSettings, RedirectToOptions } from '../index.ts'
import { useAuth, useFrontEntry } from './provider.tsx'
import { useSettings } from './use-headless.ts'

type StepUpOptions = NonNullable<Parameters<FeApp['stepUp']>[0]>
type RedirectWish = NonNullable<Parameters<FeApp['loginWithRedirect']>[0]>

/**
 * Returns the paths in use, such as `loginUrl`; the defaults until start-up is complete.
 *
 * @example const SignUpLink = () => <a href={useAuthRoutes().signUpUrl}>Sign up</a>
 */
export const useAuthRoutes = (): HeadlessSettings['routes'] => ({ ...useSettings().routes })

/**
 * Returns a function that navigates to an http or https URL, through the host's `onRedirectTo` if set.
 *
 * @example
 * const Back = () => {
 *   const redirectTo = useOnRedirectTo()
 *   return <button type="button" onClick={() => redirectTo('/reports', { replace: true })}>Reports</button>
 * }
 */
export const useOnRedirectTo = (): ((path: string, options?: RedirectToOptions) => void) => {
  const app = useFrontEntry()
  return useCallback(
    (path, options) => {
      app?.headless().then(
        ({ redirectTo }) => redirectTo(path, options),
        (error: unknown) => console.error('[front-entry] Hooks could not load their code', error),
      )
    },
    [app],
  )
}

/** No caller waits for a redirect, so its failure is logged to the console. */
const reportFailure = (error: unknown) => console.error('[front-entry] The sign-in page could not be reached', error)

const KNOWN = ['prompt', 'organization', 'tenantId', 'acrValues', 'redirectUrl'] as const

const wishOf = (params: Readonly<Record<string, string>>): RedirectWish => {
  const entries = KNOWN.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]] as const]))
  return { ...Object.fromEntries(entries), ...(params.maxAge !== undefined && { maxAge: Number(params.maxAge) }) }
}

/**
 * Returns a function that starts redirect login (`hostedLoginBox`), or opens this app's login page without it.
 * `additionalParams` takes `prompt`, `organization`, `tenantId`, `acrValues`, `maxAge` (seconds) and `redirectUrl`.
 *
 * @example
 * const SignIn = () => {
 *   const login = useLoginWithRedirect()
 *   return <button type="button" onClick={() => login({ prompt: 'login' })}>Sign in</button>
 * }
 */
export const useLoginWithRedirect = (): ((additionalParams?: Readonly<Record<string, string>>) => void) => {
  const app = useFrontEntry()
  return useCallback(
    (params = {}) => {
      app?.loginWithRedirect(wishOf(params)).catch(reportFailure)
    },
    [app],
  )
}

/** Options of {@link useLoginWithRedirectV2}. */
export interface LoginWithRedirectV2Options {
  additionalParams?: Readonly<Record<string, string>>
  /** Provider or URL that the login page redirects to at once. */
  loginDirectAction?: RedirectWish['loginDirectAction']
}

/**
 * Same as {@link useLoginWithRedirect}, with an options object.
 *
 * @example
 * const SignIn = () => {
 *   const login = useLoginWithRedirectV2()
 *   const direct = { type: 'social-login', data: 'github' } as const
 *   return <button type="button" onClick={() => login({ loginDirectAction: direct })}>GitHub</button>
 * }
 */
export const useLoginWithRedirectV2 = (): ((options?: LoginWithRedirectV2Options) => void) => {
  const app = useFrontEntry()
  return useCallback(
    ({ additionalParams = {}, loginDirectAction } = {}) => {
      const wish = { ...wishOf(additionalParams), ...(loginDirectAction && { loginDirectAction }) }
      app?.loginWithRedirect(wish).catch(reportFailure)
    },
    [app],
  )
}

/**
 * Returns a function that redirects to the step-up page and back.
 *
 * @example
 * const Pay = () => {
 *   const stepUp = useStepUp()
 *   return <button type="button" onClick={() => stepUp({ maxAge: 300 })}>Pay</button>
 * }
 */
export const useStepUp = (): ((options?: StepUpOptions) => void) => {
  const app = useFrontEntry()
  return useCallback((options) => app?.stepUp(options), [app])
}

/** The second factor ages while nothing else changes, so the component checks again at this interval. */
const LOOK_AGAIN_MS = 1_000

/**
 * Returns whether the session has a sign-in with several factors that is at most `maxAge` seconds old; it turns `false`
 * when that time has passed. The API must check again.
 *
 * @example const Secret = () => (useIsSteppedUp({ maxAge: 300 }) ? <p>Figures</p> : null)
 */
export const useIsSteppedUp = ({ maxAge }: StepUpOptions = {}): boolean => {
  const app = useFrontEntry()
  useAuth()
  const [, lookAgain] = useState(0)
  const isSteppedUp = app?.isSteppedUp({ maxAge }) ?? false
  const isAgeing = isSteppedUp && maxAge !== undefined
  useEffect(() => {
    if (!isAgeing) return
    const timer = setInterval(() => lookAgain((times) => times + 1), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isAgeing])
  return isSteppedUp
}

/**
 * Returns `maxAge` of the page's URL, in seconds; `undefined` when it is missing or not a number.
 *
 * @example useIsSteppedUp({ maxAge: getMaxAgeFromQueryParam() })
 */
export const getMaxAgeFromQueryParam = (): number | undefined => {
  const text = globalThis.location && new URLSearchParams(globalThis.location.search).get('maxAge')
  return text && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}
