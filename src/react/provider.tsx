import { createContext, type ReactNode, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { UNKNOWN_STATE } from '../app/unknown-state.ts'
import { type FeApp, type InitOptions, init, type PublicState } from '../index.ts'
import { changedPaths } from '../kernel/changed-paths.ts'
import { createLogger } from '../kernel/logger.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/**
 * Returns whether two values are the same, or are objects with the same values under the same keys.
 *
 * @example shallowEqual({ a: 1 }, { a: 1 }) // true
 */
export const shallowEqual = (left: unknown, right: unknown): boolean => {
  if (Object.is(left, right)) return true
  if (!isObject(left) || !isObject(right)) return false
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length) return false
  return keys.every((key) => Object.hasOwn(right, key) && Object.is(left[key], right[key]))
}

/** The provider passes these to `init` again, which reports what becomes of a change. */
const BY_INIT = /^contextOptions\.(baseUrl|clientId)$/

/** Warns about options that a host changed after the app had read them, once per set of options. */
const useLaterOptions = (options: InitOptions, app: FeApp | undefined): void => {
  const first = useRef({ options, app, named: new Set<string>() })
  useEffect(() => {
    if (first.current.app !== app) first.current = { options, app, named: new Set() }
    const { options: read, named } = first.current
    const changed = changedPaths(read, options).filter((path) => !BY_INIT.test(path))
    const paths = changed.join(', ')
    if (!paths || named.has(paths)) return
    named.add(paths)
    createLogger(options.contextOptions?.logLevel).warn(
      `<FrontEntryProvider> reads options once, so the change of these has no effect: ${paths}. Reload the page; themes change with setTheme() of useFrontEntry().`,
    )
  }, [options, app])
}

/** `null` outside a provider; `undefined` inside one whose app hasn't started. */
const AppContext = createContext<FeApp | undefined | null>(null)

let isReported = false

/** Logs it once, because every hook of a page without a provider would repeat it. */
const reportNoProvider = (): void => {
  if (isReported) return
  isReported = true
  console.error(
    '[front-entry] A hook or <Gate> is outside <FrontEntryProvider>, so it never knows a user. Wrap your app in <FrontEntryProvider options={{ contextOptions: { baseUrl, clientId } }}>.',
  )
}

/** Props of {@link FrontEntryProvider}. */
export interface FrontEntryProviderProps {
  /**
   * Options for `init`. They are read once; a later change is reported in one warning. On localhost, where a hot update
   * may have changed them, a different `contextOptions.baseUrl` or `contextOptions.clientId` restarts the app.
   */
  options: InitOptions
  /** @default 'default' */
  name?: string
  children?: ReactNode
}

/** Every render creates functions again, so only strings are compared. */
const apiOf = (options: InitOptions | undefined): string => {
  const { baseUrl, clientId } = options?.contextOptions ?? {}
  return JSON.stringify([typeof baseUrl === 'string' && baseUrl, clientId])
}

/**
 * Starts Front Entry for the components below it and stops it when it unmounts. Safe on a server, where it starts
 * nothing.
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
    // The edit was undone: another `init` call would only warn about other options again.
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
 * Returns the app of the nearest provider; `undefined` on a server and in the first render.
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

const wholeState = (state: PublicState): unknown => state

/**
 * Returns the public state, or the result of `mapper`; `isLoading` is `true` until start-up is complete. The component
 * renders again only when the result changes, compared one level deep.
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
export function useAuth(mapper: (state: PublicState) => unknown = wholeState): unknown {
  const app = useFrontEntry()
  const [read] = useState(() => createReader())
  return useSyncExternalStore(
    app ? app.subscribe : nothingToHear,
    () => read(mapper(app ? app.getState() : UNKNOWN_STATE)),
    () => read(mapper(UNKNOWN_STATE)),
  )
}

/** `getState` returns a new object at each call, but React needs the same one while nothing has changed. */
const createReader = () => {
  let last: unknown
  return (next: unknown): unknown => {
    if (!shallowEqual(last, next)) last = next
    return last
  }
}
