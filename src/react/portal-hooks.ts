import type { HeadlessSettings } from '../index.ts'
import { useLateCalls } from './lazy-calls.ts'
import { type Calls, type LoadedState, type ResponseOf, useLoaded } from './loaded-hooks.ts'
import { useAuth } from './provider.tsx'
import { useSettings } from './use-headless.ts'

type Audits = Calls['audits']
type Connectivity = Calls['connectivity']

const FIRST_PAGE = { sortBy: 'createdAt', sortDirection: 'desc', offset: 0, count: 20 } as const

/** A page of the active account's audit log. */
export type AuditsData = ResponseOf<Audits['listAudits']>

/**
 * Returns the newest 20 rows of the active account's audit log, and the total number of rows. The API requires the
 * permission `fe.secure.read.audits`.
 *
 * @param loadOnMount Loads on mount, once a user is signed in. @default false
 * @example const Log = () => <p>{useAuditsState(true).data?.total} things happened</p>
 */
export const useAuditsState = (loadOnMount = false): LoadedState<AuditsData> =>
  useLoaded(loadOnMount, ({ audits }) => audits.listAudits({ query: FIRST_PAGE }))

const AUDIT_CALLS = ['listAudits', 'getAuditStats', 'getAuditMetadata', 'exportAudits'] as const

/** Calls for the account's audit log. */
export type AuditsActions = Pick<Audits, (typeof AUDIT_CALLS)[number]>

/**
 * Returns calls for pages of the account's audit log, its statistics and its export.
 *
 * @example
 * const More = ({ offset }: { offset: number }) => {
 *   const { listAudits } = useAuditsActions()
 *   return <button type="button" onClick={() => listAudits({ query: { offset, count: 20 } })}>More</button>
 * }
 */
export const useAuditsActions = (): AuditsActions => useLateCalls('audits', AUDIT_CALLS)

/** The webhooks of the active account, and the events that exist. */
export interface ConnectivityData {
  webhooks: ResponseOf<Connectivity['listWebhooks']>
  categories: ResponseOf<Connectivity['listCategories']>
}

/**
 * Returns the webhooks of the active account, and the events that exist.
 *
 * @param loadOnMount Loads on mount, once a user is signed in. @default false
 * @example const Hooks = () => <p>{useConnectivityState(true).data?.webhooks.length} webhooks</p>
 */
export const useConnectivityState = (loadOnMount = false): LoadedState<ConnectivityData> =>
  useLoaded(loadOnMount, async ({ connectivity }) => {
    const [webhooks, categories] = await Promise.all([connectivity.listWebhooks(), connectivity.listCategories()])
    return { webhooks, categories }
  })

const CONNECTIVITY_CALLS = [
  'listWebhooks',
  'createWebhook',
  'updateWebhook',
  'deleteWebhook',
  'testWebhook',
  'listWebhookLogs',
  'retryWebhookLog',
  'listCategories',
  'getEmailConfig',
  'getSmsConfig',
  'getSlackConfig',
] as const

/** Calls for webhooks and the other channels that receive an account's events. */
export type ConnectivityActions = Pick<Connectivity, (typeof CONNECTIVITY_CALLS)[number]>

/**
 * Returns calls for webhooks and the other channels that receive an account's events.
 *
 * @example
 * const Remove = ({ id }: { id: string }) => {
 *   const { deleteWebhook } = useConnectivityActions()
 *   return <button type="button" onClick={() => deleteWebhook({ path: { id } })}>Remove</button>
 * }
 */
export const useConnectivityActions = (): ConnectivityActions => useLateCalls('connectivity', CONNECTIVITY_CALLS)

/** Result of {@link useVendorState}. */
export interface VendorState {
  loading: boolean
  /** `false` shows "Secured by"; `undefined` until it is known. */
  whiteLabelMode: boolean | undefined
  vendor: HeadlessSettings['vendor']
}

/**
 * Returns the vendor's public facts: its name, its logo and whether white-label mode is on.
 *
 * @example const Brand = () => <p>{useVendorState().vendor?.name}</p>
 */
export const useVendorState = (): VendorState => {
  const { vendor } = useSettings()
  const { isLoading } = useAuth()
  return { loading: !vendor && isLoading, whiteLabelMode: vendor?.whiteLabelMode, vendor }
}
