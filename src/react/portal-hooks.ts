import type { HeadlessSettings } from '../index.ts'
import { useLateCalls } from './lazy-calls.ts'
import { type Calls, type LoadedState, type ResponseOf, useLoaded } from './loaded-hooks.ts'
import { useAuth } from './provider.tsx'
import { useSettings } from './use-headless.ts'

type Audits = Calls['audits']
type Connectivity = Calls['connectivity']

const FIRST_PAGE = { sortBy: 'createdAt', sortDirection: 'desc', offset: 0, count: 20 } as const

/** What happened in the active account. */
export type AuditsData = ResponseOf<Audits['listAudits']>

/**
 * The newest 20 rows of the active account's log, and how many there are. Needs `fe.secure.read.audits` at the API.
 *
 * @param loadOnMount loads when the component comes and a user is signed in. @default false
 * @example const Log = () => <p>{useAuditsState(true).data?.total} things happened</p>
 */
export const useAuditsState = (loadOnMount = false): LoadedState<AuditsData> =>
  useLoaded(loadOnMount, ({ audits }) => audits.listAudits({ query: FIRST_PAGE }))

const AUDIT_CALLS = ['listAudits', 'getAuditStats', 'getAuditMetadata', 'exportAudits'] as const

/** Calls of the account's log. */
export type AuditsActions = Pick<Audits, (typeof AUDIT_CALLS)[number]>

/**
 * Calls of the account's log, for pages of it, figures and export.
 *
 * @example
 * const More = ({ offset }: { offset: number }) => {
 *   const { listAudits } = useAuditsActions()
 *   return <button type="button" onClick={() => listAudits({ query: { offset, count: 20 } })}>More</button>
 * }
 */
export const useAuditsActions = (): AuditsActions => useLateCalls('audits', AUDIT_CALLS)

/** Where the active account's events are sent. */
export interface ConnectivityData {
  webhooks: ResponseOf<Connectivity['listWebhooks']>
  categories: ResponseOf<Connectivity['listCategories']>
}

/**
 * Webhooks of the active account and the events there are.
 *
 * @param loadOnMount loads when the component comes and a user is signed in. @default false
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

/** Calls of webhooks and the other ways an account's events are sent. */
export type ConnectivityActions = Pick<Connectivity, (typeof CONNECTIVITY_CALLS)[number]>

/**
 * Calls of webhooks and the other ways an account's events are sent.
 *
 * @example
 * const Remove = ({ id }: { id: string }) => {
 *   const { deleteWebhook } = useConnectivityActions()
 *   return <button type="button" onClick={() => deleteWebhook({ path: { id } })}>Remove</button>
 * }
 */
export const useConnectivityActions = (): ConnectivityActions => useLateCalls('connectivity', CONNECTIVITY_CALLS)

/** Of {@link useVendorState}. */
export interface VendorState {
  loading: boolean
  /** `false` shows "Secured by"; `undefined` until it is known. */
  whiteLabelMode: boolean | undefined
  vendor: HeadlessSettings['vendor']
}

/**
 * What every user may know of the vendor: name, logo, and whether its product speaks in its own name alone.
 *
 * @example const Brand = () => <p>{useVendorState().vendor?.name}</p>
 */
export const useVendorState = (): VendorState => {
  const { vendor } = useSettings()
  const { isLoading } = useAuth()
  return { loading: !vendor && isLoading, whiteLabelMode: vendor?.whiteLabelMode, vendor }
}
