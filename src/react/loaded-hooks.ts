import { useCallback, useEffect, useRef, useState } from 'react'
import type { Headless } from '../index.ts'
import { useAuth } from './provider.tsx'
import { useHeadless } from './use-headless.ts'

export type Calls = Headless['calls']
export type ResponseOf<Call extends (...input: never[]) => Promise<unknown>> = Awaited<ReturnType<Call>>

/** State of something that a hook loads from the API. */
export interface Loaded<Data> {
  loading: boolean
  saving: false
  /** Error message from the API. */
  error: string | undefined
  data: Data | undefined
}

/** Loaded state with a function that loads it again. */
export interface LoadedState<Data> extends Loaded<Data> {
  /** Loads, or loads again; never rejects. */
  load(): Promise<void>
}

const EMPTY = { loading: false, saving: false, error: undefined, data: undefined } as const

/** Loads on mount if requested, and whenever `load` is called; the latest call wins. */
export const useLoaded = <Data>(loadOnMount: boolean, read: (calls: Calls) => Promise<Data>): LoadedState<Data> => {
  const headless = useHeadless()
  const { isAuthenticated } = useAuth()
  const [state, setState] = useState<Loaded<Data>>(EMPTY)
  const latest = useRef(0)
  const reader = useRef(read)
  reader.current = read
  const load = useCallback(async () => {
    if (!headless) return
    latest.current += 1
    const mine = latest.current
    const settle = (next: Partial<Loaded<Data>>) =>
      latest.current === mine && setState((now) => ({ ...now, loading: false, ...next }))
    setState((now) => ({ ...now, loading: true, error: undefined }))
    try {
      settle({ data: await reader.current(headless.calls) })
    } catch (error) {
      settle({ error: error instanceof Error ? error.message : String(error) })
    }
  }, [headless])
  useEffect(() => {
    if (loadOnMount && isAuthenticated) void load()
    return () => {
      latest.current += 1
    }
  }, [loadOnMount, isAuthenticated, load])
  return { ...state, load }
}

const FIRST_PAGE = { _offset: 0, _limit: 50, _filter: 'ALLOW' } as const

/** IP restrictions and the list in use. */
export interface IpRestrictionsData {
  config: ResponseOf<Calls['ipRestrictions']['getIpConfig']>
  restrictions: ResponseOf<Calls['ipRestrictions']['listIpRestrictions']>['items']
}

/** Result of {@link useIpRestrictions}. */
export interface IpRestrictionsState extends LoadedState<IpRestrictionsData> {
  pagination: { offset: number; limit: number }
  totalPages: number
  /** Whether the user's own IP address is allowed; `undefined` until that is known. */
  userIpValid: boolean | undefined
}

/**
 * Returns the IP restrictions of the active account: the first 50 of the list in use. The API requires the permission
 * `fe.secure.read.ipRestrictions`.
 *
 * @param loadOnMount Loads on mount, once a user is signed in. @default false
 * @example
 * const Addresses = () => {
 *   const { loading, data, userIpValid } = useIpRestrictions(true)
 *   return <p>{loading ? 'Loading' : `${data?.restrictions.length} IP addresses, yours ${userIpValid ? 'among them' : 'not'}`}</p>
 * }
 */
export const useIpRestrictions = (loadOnMount = false): IpRestrictionsState => {
  const { data, ...rest } = useLoaded(loadOnMount, async ({ ipRestrictions }) => {
    const config = await ipRestrictions.getIpConfig()
    const query = { ...FIRST_PAGE, ...(config.strategy && { _filter: config.strategy }) }
    const [list, mine] = await Promise.all([
      ipRestrictions.listIpRestrictions({ query }),
      ipRestrictions.verifyCurrentIpAllowed(),
    ])
    return { config, list, mine: mine.valid }
  })
  return {
    ...rest,
    data: data && { config: data.config, restrictions: data.list.items },
    pagination: { offset: FIRST_PAGE._offset, limit: FIRST_PAGE._limit },
    totalPages: data?.list._metadata.totalPages ?? 0,
    userIpValid: data?.mine,
  }
}

/** Email domain restrictions and the list of domains. */
export interface EmailDomainRestrictionsData {
  config: ResponseOf<Calls['domainRestrictions']['getDomainConfig']>
  restrictions: ResponseOf<Calls['domainRestrictions']['listDomains']>['items']
}

/**
 * Returns the email domain restrictions of the active account.
 *
 * @param loadOnMount Loads on mount, once a user is signed in. @default false
 * @example const Domains = () => <p>{useEmailDomainRestrictions(true).data?.restrictions.length} domains</p>
 */
export const useEmailDomainRestrictions = (loadOnMount = false): LoadedState<EmailDomainRestrictionsData> =>
  useLoaded(loadOnMount, async ({ domainRestrictions }) => {
    const [config, { items }] = await Promise.all([
      domainRestrictions.getDomainConfig(),
      domainRestrictions.listDomains(),
    ])
    return { config, restrictions: items }
  })

type Theme = Readonly<Record<string, unknown>>

const isTheme = (value: unknown): value is Theme => typeof value === 'object' && value !== null

/** Result of {@link useCustomLoginTheme}. */
export interface CustomLoginTheme {
  /** `undefined` until it is loaded, and when the account has none. */
  customLoginTheme: Theme | undefined
  /** Returns one value by its dotted path; without a path, the whole theme. */
  getCustomLoginThemeValue(path?: string): unknown
}

/**
 * Returns the theme of the active account's login box.
 *
 * @example const Swatch = () => <p>{String(useCustomLoginTheme().getCustomLoginThemeValue('palette.primary.main'))}</p>
 */
export const useCustomLoginTheme = (): CustomLoginTheme => {
  const { data } = useLoaded(true, ({ metadata }) => metadata.getAdminBoxMetadata())
  const theme = data?.configuration?.themeV2?.loginBox
  const customLoginTheme = isTheme(theme) ? theme : undefined
  const getCustomLoginThemeValue = (path?: string): unknown => {
    if (path === undefined) return customLoginTheme
    const step = (value: unknown, key: string) => (isTheme(value) && Object.hasOwn(value, key) ? value[key] : undefined)
    return path.split('.').reduce<unknown>(step, customLoginTheme)
  }
  return { customLoginTheme, getCustomLoginThemeValue }
}

/**
 * Loads the profile and tenants once, on mount, when a user is signed in.
 *
 * @example const Fresh = () => { useReloadProfile(); return null }
 */
export const useReloadProfile = (): void => {
  const headless = useHeadless()
  const { isAuthenticated } = useAuth()
  useEffect(() => {
    if (!isAuthenticated) return
    headless
      ?.reloadProfile()
      .catch((error: unknown) => console.error('[front-entry] The profile could not be loaded', error))
  }, [headless, isAuthenticated])
}
