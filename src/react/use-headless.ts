import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Headless, HeadlessSettings } from '../index.ts'
import { DEFAULT_ROUTES } from '../rules/auth-routes.ts'
import { useFrontEntry } from './provider.tsx'

/** Settings before start-up is complete, on a server and in the first client render. */
const UNKNOWN: HeadlessSettings = {
  routes: DEFAULT_ROUTES,
  urlStrategy: 'path',
  previewMode: false,
  entitlements: false,
  flags: {},
  policy: undefined,
  strategies: undefined,
  vendor: undefined,
}

const nothingToHear = () => () => {}

/**
 * Returns the sign-in calls for screens of the host's own; `undefined` until their code has loaded.
 *
 * @example
 * const SignIn = () => {
 *   const headless = useHeadless()
 *   const signIn = (email: string, password: string) => headless?.calls.login.login({ body: { email, password } })
 *   return <button type="button" disabled={!headless} onClick={() => signIn('ada@acme.test', 'Correct-Horse-9')}>Sign in</button>
 * }
 */
export const useHeadless = (): Headless | undefined => {
  const app = useFrontEntry()
  const [found, setFound] = useState<{ app: typeof app; headless: Headless }>()
  useEffect(() => {
    let isWanted = true
    app?.headless().then(
      (headless) => isWanted && setFound({ app, headless }),
      (error: unknown) => console.error('[front-entry] Hooks could not load their code', error),
    )
    return () => {
      isWanted = false
    }
  }, [app])
  return found?.app === app ? found?.headless : undefined
}

/**
 * Returns what start-up loaded: routes, flags, policy, strategies and vendor; the defaults until then.
 *
 * @example const Notice = () => (useSettings().policy?.allowSignups ? <a href="/account/sign-up">Sign up</a> : null)
 */
export const useSettings = (): HeadlessSettings => {
  const headless = useHeadless()
  return useSyncExternalStore(
    headless ? headless.subscribe : nothingToHear,
    () => headless?.settings() ?? UNKNOWN,
    () => UNKNOWN,
  )
}
