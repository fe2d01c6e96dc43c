import { guarantees } from '../../../contract/guarantees.ts'
import { notifications } from '../../../contract/notifications.ts'
import type { Notification } from '../../../entities/reports.ts'
import type { Slice } from '../../../feature/slice.ts'
import { HttpError, isRepeatable, messageOf } from '../../../kernel/errors.ts'
import { failureOf } from '../../../parts/failure/failure.ts'
import { nextNotice } from '../../../parts/notices/use-notice.ts'
import {
  initialNotifications,
  type NotificationStatus,
  type NotificationsState,
  shownOf,
  withPin,
  withStatus,
} from './notifications.state.ts'

/** Polling interval while the tab is visible. */
export const POLL_MS = 5_000
/** Polling interval after a failure, to give the server more time. */
export const FAILED_POLL_MS = 30_000

/** Interval between checks for interruptions, which begin rarely. */
export const CHECK_MS = 60_000

const COUNT = 50
const NO_SUCH_THING = [401, 403, 404]

export interface NotificationsActions {
  /** Keeps the list up to date until the returned function is called. */
  watch(tenantId: string): () => void
  load(): Promise<void>
  /** Checks what has been interrupted, for users who can't read notifications. */
  checkOnly(tenantId: string): void
  checkInterruptions(): Promise<void>
  /** Resolves to whether the server accepted the change, like the next two. */
  setStatus(id: string, status: NotificationStatus): Promise<boolean>
  setPin(id: string, isPinned: boolean): Promise<boolean>
  markAllRead(): Promise<boolean>
}

const isMissing = (error: unknown): boolean => error instanceof HttpError && NO_SUCH_THING.includes(error.status)

const isHidden = () => document.visibilityState === 'hidden'

export const notificationsSlice: Slice<NotificationsState, NotificationsActions> = ({ set, get, deps }) => {
  const { notifications: api, guarantees: guaranteesApi } = deps.client({ notifications, guarantees })
  let watchers = 0
  let cancel: (() => void) | undefined
  /** Counts changes and account switches: a list requested before one of them is out of date. */
  let version = 0
  let checkedAt = Number.NEGATIVE_INFINITY

  /** Keeps the earlier list after a failure. Doesn't ask again where the call doesn't exist, as in other backends. */
  const check = async (): Promise<void> => {
    checkedAt = deps.clock.now()
    const { tenantId } = get()
    const found = await guaranteesApi.listInterruptions({}).catch((error: unknown) => {
      if (isMissing(error)) checkedAt = Number.POSITIVE_INFINITY
      return undefined
    })
    if (!found) return
    const { interruptions, leftAlone, isWithheld } = found
    set((state) => (state.tenantId === tenantId ? { ...state, interruptions, leftAlone, isWithheld } : state))
  }

  const enter = (tenantId: string): void => {
    if (get().tenantId === tenantId) return
    version++
    checkedAt = Number.NEGATIVE_INFINITY
    set(() => ({ ...initialNotifications, tenantId }))
  }

  const request = async (): Promise<void> => {
    const turn = ++version
    try {
      const items = await api.listNotifications({ query: { params: { count: COUNT, offset: 0 } } })
      if (turn === version) set((state) => ({ ...state, phase: 'ready', items: shownOf(items), error: undefined }))
    } catch (error) {
      if (turn !== version) return
      const isOff = isMissing(error)
      set((state) => {
        if (isOff) return { ...state, phase: 'off', items: [] }
        return state.phase === 'ready' ? state : { ...state, phase: 'failed', error: messageOf(error) }
      })
      throw error
    }
  }

  const round = (delay: number): void => {
    cancel?.()
    cancel = deps.clock.schedule(() => {
      if (isHidden()) return
      if (deps.clock.now() - checkedAt >= CHECK_MS) void check()
      request().then(
        () => round(POLL_MS),
        () => get().phase !== 'off' && round(FAILED_POLL_MS),
      )
    }, delay)
  }

  /** Polling stops in a hidden tab and resumes at once when the tab is shown again. */
  const onVisible = () => {
    if (!isHidden() && get().phase !== 'off') round(0)
  }

  const stop = () => {
    cancel?.()
    cancel = undefined
    version++
    document.removeEventListener('visibilitychange', onVisible)
  }

  /**
   * Shows the change at once and reverts it if the server refuses. If the account changes meanwhile, the new list is
   * kept.
   */
  const change = async (
    shown: (items: readonly Notification[]) => Notification[],
    save: () => Promise<unknown>,
  ): Promise<boolean> => {
    version++
    const { items: before, tenantId } = get()
    set((state) => ({ ...state, items: shown(state.items) }))
    try {
      await save()
      return true
    } catch (error) {
      const retry = isRepeatable(error) ? () => change(shown, save) : undefined
      set((state) => {
        if (state.tenantId !== tenantId) return state
        const notice = nextNotice(state.notice, 'changeFailed', { failure: failureOf(error), retry })
        return { ...state, items: before, notice }
      })
      return false
    }
  }

  return {
    watch(tenantId) {
      enter(tenantId)
      watchers++
      if (watchers === 1) {
        document.addEventListener('visibilitychange', onVisible)
        round(0)
      }
      let isWatching = true
      return () => {
        if (!isWatching) return
        isWatching = false
        watchers--
        if (watchers === 0) stop()
      }
    },
    checkOnly(tenantId) {
      enter(tenantId)
      set((state) => ({ ...state, phase: 'off' }))
      void check()
    },
    checkInterruptions: check,
    async load() {
      set((state) => ({ ...state, phase: 'loading', error: undefined }))
      await request().catch(() => undefined)
    },
    setStatus: (id, status) =>
      change(
        (items) => withStatus(items, id, status),
        () => api.setNotificationStatus({ body: { params: { notificationId: id, status } } }, { keepalive: true }),
      ),
    setPin: (id, isPinned) =>
      change(
        (items) => withPin(items, id, isPinned),
        () =>
          api.setNotificationPin(
            { path: { pinStatus: isPinned ? 'pin' : 'unpin' }, body: { notificationId: id } },
            { keepalive: true },
          ),
      ),
    markAllRead: () =>
      change(
        (items) => withStatus(items, 'all', 'read'),
        () => api.markAllNotificationsRead({}, { keepalive: true }),
      ),
  }
}
