import { createContext, type ReactNode, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { type FeApp, type InitOptions, init, type PublicState } from '../index.ts'

const AppContext = createContext<FeApp | undefined>(undefined)

/** Before the app is there, on a server and in the first client render: nothing is known yet. */
const UNKNOWN: PublicState = {
  isLoading: true,
  isAuthenticated: false,
  user: undefined,
  tenants: [],
  activeTenant: undefined,
}

export interface FrontEntryProviderProps {
  /** What `init` takes. Read once: a changed object is not applied. */
  options: InitOptions
  /** @default 'default' */
  name?: string
  children?: ReactNode
}

/**
 * Starts Front Entry for the components below and takes it down with them. Safe on a server: nothing is started there.
 *
 * @example
 * <FrontEntryProvider options={{ contextOptions: { baseUrl: 'https://auth.example.com' } }}><Shop /></FrontEntryProvider>
 */
export const FrontEntryProvider = ({ options, name, children }: FrontEntryProviderProps) => {
  const [app, setApp] = useState<FeApp>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: an app lives as long as its name; options are read once
  useEffect(() => {
    const started = init(options, name)
    setApp(started)
    return () => started.unmount()
  }, [name])
  return <AppContext value={app}>{children}</AppContext>
}

/** The app of the provider above; `undefined` on a server and in the first render. */
export const useFrontEntry = (): FeApp | undefined => useContext(AppContext)

const nothingToHear = () => () => {}

/**
 * Who is signed in. `isLoading` until start-up has answered.
 *
 * @example const { isAuthenticated, user } = useAuth()
 */
export const useAuth = (): PublicState => {
  const app = useFrontEntry()
  const [read] = useState(() => createReader())
  return useSyncExternalStore(
    app ? app.subscribe : nothingToHear,
    () => (app ? read(app.getState()) : UNKNOWN),
    () => UNKNOWN,
  )
}

/** `getState` makes a new object at each call; React wants the same one while nothing has changed. */
const createReader = () => {
  let last = UNKNOWN
  return (next: PublicState): PublicState => {
    const keys = Object.keys(next) as (keyof PublicState)[]
    if (keys.some((key) => !Object.is(last[key], next[key]))) last = next
    return last
  }
}
