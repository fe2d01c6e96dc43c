import { useEffect } from 'react'
import type { PublicState } from '../index.ts'
import { useAuth, useFrontEntry } from './provider.tsx'

type User = NonNullable<PublicState['user']>

/** A user who is not there (yet): every field is `undefined`. */
const SIGNED_OUT: Partial<User> = {}

/**
 * The signed-in user. A user signed out is led to the login page and back; meanwhile, and until it is known, it is an
 * object without fields.
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
 * The signed-in user, or `null` for no one and until it is known.
 *
 * @example const Hello = () => <p>{useAuthUserOrNull()?.email ?? 'Welcome'}</p>
 */
export const useAuthUserOrNull = (): User | null => useAuth().user ?? null

/**
 * Whether a user is signed in; `false` until it is known.
 *
 * @example const Badge = () => <span>{useIsAuthenticated() ? 'Member' : 'Guest'}</span>
 */
export const useIsAuthenticated = (): boolean => useAuth().isAuthenticated

/**
 * The same as {@link useAuth} with a mapper.
 *
 * @example const Account = () => <p>{useSelector(({ activeTenant }) => activeTenant?.name)}</p>
 */
export const useSelector = <Result>(selector: (state: PublicState) => Result): Result => useAuth(selector)

/** Of {@link useStore}. */
export interface PublicStore {
  getState(): PublicState
  /** Calls back after each change; returns how to stop. */
  subscribe(listener: () => void): () => void
}

/**
 * The public state without drawing again at its changes, for handlers and libraries; `undefined` until the app is here.
 *
 * @example
 * const Report = () => {
 *   const store = useStore()
 *   return <button type="button" onClick={() => console.log(store?.getState().user?.email)}>Report</button>
 * }
 */
export const useStore = (): PublicStore | undefined => useFrontEntry()
