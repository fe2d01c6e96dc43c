import { useEffect } from 'react'
import type { PublicState } from '../index.ts'
import { useAuth, useFrontEntry } from './provider.tsx'

type User = NonNullable<PublicState['user']>

/** The user before sign-in is known or when signed out: every field is `undefined`. */
const SIGNED_OUT: Partial<User> = {}

/**
 * Returns the signed-in user. Redirects a signed-out user to the login page and back; until then, and until the user is
 * known, returns an object without fields.
 *
 * @example const Hello = () => <p>Hello {useAuthUser().name}</p>
 */
export const useAuthUser = (): Partial<User> => {
  const app = useFrontEntry()
  const { isLoading, user } = useAuth()
  const mustSignIn = !isLoading && !user
  useEffect(() => {
    if (mustSignIn) app?.login()
  }, [app, mustSignIn])
  return user ?? SIGNED_OUT
}

/**
 * Returns the signed-in user; `null` when signed out or not known yet.
 *
 * @example const Hello = () => <p>{useAuthUserOrNull()?.email ?? 'Welcome'}</p>
 */
export const useAuthUserOrNull = (): User | null => useAuth().user ?? null

/**
 * Returns whether a user is signed in; `false` until it is known.
 *
 * @example const Badge = () => <span>{useIsAuthenticated() ? 'Member' : 'Guest'}</span>
 */
export const useIsAuthenticated = (): boolean => useAuth().isAuthenticated

/**
 * Same as {@link useAuth} with a mapper.
 *
 * @example const Account = () => <p>{useSelector(({ activeTenant }) => activeTenant?.name)}</p>
 */
export const useSelector = <Result>(selector: (state: PublicState) => Result): Result => useAuth(selector)

/** Result of {@link useStore}. */
export interface PublicStore {
  getState(): PublicState
  /** Calls the listener after each change. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

/**
 * Returns the public state for handlers and libraries, without rendering again when it changes; `undefined` until the
 * app has loaded.
 *
 * @example
 * const Report = () => {
 *   const store = useStore()
 *   return <button type="button" onClick={() => console.log(store?.getState().user?.email)}>Report</button>
 * }
 */
export const useStore = (): PublicStore | undefined => useFrontEntry()
