import { useCallback, useEffect, useState } from 'react'
import type { FeApp, HeadlessSettings, RedirectToOptions } from '../index.ts'
import { useAuth, useFrontEntry } from './provider.tsx'
import { useSettings } from './use-headless.ts'

type StepUpOptions = NonNullable<Parameters<FeApp['stepUp']>[0]>
type RedirectWish = NonNullable<Parameters<FeApp['loginWithRedirect']>[0]>

/**
 * Paths in use, such as `loginUrl`; the defaults until start-up is done.
 *
 * @example const SignUpLink = () => <a href={useAuthRoutes().signUpUrl}>Sign up</a>
 */
export const useAuthRoutes = (): HeadlessSettings['routes'] => ({ ...useSettings().routes })

/**
 * Goes to a URL, through the host's `onRedirectTo` where there is one. Only http and https.
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

/** No one waits for a redirect; what stops it is said where developers look. */
const reportFailure = (error: unknown) => console.error('[front-entry] The sign-in page could not be reached', error)

const KNOWN = ['prompt', 'organization', 'tenantId', 'acrValues', 'redirectUrl'] as const

const wishOf = (params: Readonly<Record<string, string>>): RedirectWish => {
  const entries = KNOWN.flatMap((name) => (params[name] === undefined ? [] : [[name, params[name]] as const]))
  return { ...Object.fromEntries(entries), ...(params.maxAge !== undefined && { maxAge: Number(params.maxAge) }) }
}

/**
 * Redirect login (`hostedLoginBox`); without it the login page of this app. `additionalParams`: `prompt`, `organization`,
 * `tenantId`, `acrValues`, `maxAge`, `redirectUrl`.
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

/** Of {@link useLoginWithRedirectV2}. */
export interface LoginWithRedirectV2Options {
  additionalParams?: Readonly<Record<string, string>>
  /** A provider or URL that the login page goes to at once. */
  loginDirectAction?: RedirectWish['loginDirectAction']
}

/**
 * Redirect login by an options object.
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
 * Leads to the step-up page and back.
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

/** The proof ages while nothing else changes, so a component looks again this often. */
const LOOK_AGAIN_MS = 1_000

/**
 * Whether the session proves a sign-in by several factors, at most `maxAge` seconds ago; it turns `false` when that time
 * is over. The API judges again.
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
 * The `maxAge` of the page's URL, in seconds; `undefined` when there is none or it is no number.
 *
 * @example useIsSteppedUp({ maxAge: getMaxAgeFromQueryParam() })
 */
export const getMaxAgeFromQueryParam = (): number | undefined => {
  const text = globalThis.location && new URLSearchParams(globalThis.location.search).get('maxAge')
  return text && /^\d{1,9}$/.test(text) ? Number(text) : undefined
}
