import { createContext, type ReactNode, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type FeApp, type InitOptions, init, type PublicState } from '../index.ts'
import { shallowEqual } from './shallow-equal.ts'
import { useLaterOptions } from './use-later-options.ts'

/** `null` outside a provider; `undefined` inside one whose app hasn't started. */
const AppContext = createContext<FeApp | undefined | null>(null)

let isReported = false

/** Once: every hook of a page without a provider would repeat it. */
const reportNoProvider = (): void => {
  if (isReported) return
  isReported = true
  console.error(
    '[front-entry] A hook or <Gate> is outside <FrontEntryProvider>, so it never knows a user. Wrap your app in <FrontEntryProvider options={{ contextOptions: { baseUrl, clientId } }}>.',
  )
}

/** Before the app is there, on a server and in the first client render: nothing is known yet. */
const UNKNOWN: PublicState = {
  isLoading: true,
  isAuthenticated: false,
  user: undefined,
  tenants: [],
  activeTenant: undefined,
  impersonator: undefined,
}

/** Of {@link FrontEntryProvider}. */
export interface FrontEntryProviderProps {
  /**
   * What `init` takes. Read once: a change is named in one warning. On localhost, where a hot update may have made it,
   * another `contextOptions.baseUrl` or `contextOptions.clientId` starts the app again.
   */
  options: InitOptions
  /** @default 'default' */
  name?: string
  children?: ReactNode
}

/** A function is made again by every render, so only texts count. */
const apiOf = (options: InitOptions | undefined): string => {
  const { baseUrl, clientId } = options?.contextOptions ?? {}
  return JSON.stringify([typeof baseUrl === 'string' && baseUrl, clientId])
}

/**
 * Starts Front Entry for the components below and takes it down with them. Safe on a server: nothing is started there.
 *
 * @example
 * const Root = () => (
 *   <FrontEntryProvider options={{ contextOptions: { baseUrl: 'https://auth.example.com' } }}><LoginBox /></FrontEntryProvider>
 * )
 */
export const FrontEntryProvider = ({ options, name, children }: FrontEntryProviderProps) => {
  const [app, setApp] = useState<FeApp>()
  const running = useRef<FeApp>(undefined)
  const runningApi = useRef('')
  const api = apiOf(options)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the app reads options once; useLaterOptions names the others
  useEffect(() => {
    // An edit was undone: a call of `init` would only name other options once more.
    if (running.current && runningApi.current === api) return
    try {
      const started = init(options, name)
      if (started !== running.current) runningApi.current = api
      running.current = started
      setApp(started)
    } catch (error) {
      if (!running.current) throw error
      console.error('[front-entry]', error)
    }
  }, [name, api])
  // biome-ignore lint/correctness/useExhaustiveDependencies: an app lives as long as its name
  useEffect(
    () => () => {
      running.current?.unmount()
      running.current = undefined
    },
    [name],
  )
  useLaterOptions(options, app)
  return <AppContext.Provider value={app}>{children}</AppContext.Provider>
}

/**
 * The app of the provider above; `undefined` on a server and in the first render.
 *
 * @example
 * const SignOut = () => {
 *   const app = useFrontEntry()
 *   return <button type="button" onClick={() => app?.logout()}>Sign out</button>
 * }
 */
export const useFrontEntry = (): FeApp | undefined => {
  const app = useContext(AppContext)
  if (app === null) reportNoProvider()
  return app ?? undefined
}

const nothingToHear = () => () => {}

const same = (state: PublicState): unknown => state

/**
 * Who is signed in, or what `mapper` makes of it; `isLoading` until start-up is done. A component is drawn again only
 * when the result has changed, compared one level deep.
 *
 * @example
 * const Bar = () => {
 *   const { isAuthenticated, user } = useAuth()
 *   const tenants = useAuth((state) => state.tenants.length)
 *   return <p>{isAuthenticated ? `${user?.email}, ${tenants} accounts` : 'Signed out'}</p>
 * }
 */
export function useAuth(): PublicState
export function useAuth<Result>(mapper: (state: PublicState) => Result): Result
export function useAuth(mapper: (state: PublicState) => unknown = same): unknown {
  const app = useFrontEntry()
  const [read] = useState(() => createReader())
  return useSyncExternalStore(
    app ? app.subscribe : nothingToHear,
    () => read(mapper(app ? app.getState() : UNKNOWN)),
    () => read(mapper(UNKNOWN)),
  )
}

/** `getState` makes a new object at each call; React wants the same one while nothing has changed. */
const createReader = () => {
  let last: unknown
  return (next: unknown): unknown => {
    if (!shallowEqual(last, next)) last = next
    return last
  }
}
