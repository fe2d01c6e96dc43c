import type { StepUpSlot } from '../../../app/app.ts'
import type { AccountsLeftAlone } from '../../../contract/guarantees.ts'
import type { Interruption } from '../../../entities/guarantee.ts'
import type { Notification } from '../../../entities/reports.ts'
import type { Notice } from '../../../parts/notices/use-notice.ts'
import type { PortalRoute } from '../portal-hash.ts'

/** Permission to read one's own notifications. */
export const READ_BELL = 'fe.connectivity.read.userBellNotifications'

/** The parts of the portal that the bell uses. */
export interface BellPort {
  /** Navigates to a place in the portal; asks first when there are unsaved changes. */
  go(route: PortalRoute): void
  /** Closes the menu that contains the bell. */
  onLeave?: (() => void) | undefined
  /** Prompts for proofs; not set with redirect-based login, where only the provider can accept them. */
  stepUp: StepUpSlot | undefined
}

export interface NotificationsState {
  /** `off` means that the backend has no notifications, or none for this user. */
  phase: 'loading' | 'ready' | 'failed' | 'off'
  /** Account of the notifications. */
  tenantId: string
  /** Notifications, pinned ones first, then the newest. */
  items: readonly Notification[]
  /** Items of the account that stopped, or soon stop, because of the user who vouches for them. */
  interruptions: readonly Interruption[]
  /** Accounts below that lost their last administrator. */
  leftAlone?: AccountsLeftAlone | undefined
  /** Whether the session lacks permissions of its user, who signed in through an identity provider before. */
  isWithheld?: boolean | undefined
  /** Reason why the first list could not be loaded. */
  error?: string | undefined
  notice?: Notice<'changeFailed'>
}

export type NotificationStatus = 'read' | 'unread' | 'archived'

export const initialNotifications: NotificationsState = { phase: 'loading', tenantId: '', items: [], interruptions: [] }

export const unreadOf = ({ items }: NotificationsState): number => items.filter(({ viewed }) => !viewed).length

/** Counts what needs attention; accounts without an administrator count as one. */
export const stoppedOf = ({ interruptions, leftAlone, isWithheld }: NotificationsState): number =>
  interruptions.length + (leftAlone && leftAlone.count > 0 ? 1 : 0) + (isWithheld ? 1 : 0)

/** Returns the list without archived items; backends differ in whether they return those. */
export const shownOf = (items: readonly Notification[]): Notification[] =>
  items
    .filter(({ status }) => status !== 'archived')
    .sort(
      (one, other) =>
        Number(other.isPinned) - Number(one.isPinned) || other.createdAt.localeCompare(one.createdAt, 'en'),
    )

export const withStatus = (
  items: readonly Notification[],
  id: string | 'all',
  status: NotificationStatus,
): Notification[] =>
  shownOf(
    items.map((item) => (id === 'all' || item.id === id ? { ...item, status, viewed: status !== 'unread' } : item)),
  )

export const withPin = (items: readonly Notification[], id: string, isPinned: boolean): Notification[] =>
  shownOf(items.map((item) => (item.id === id ? { ...item, isPinned } : item)))
