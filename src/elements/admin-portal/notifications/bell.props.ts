import type { FeatureProps } from '../../../feature/define.ts'
import type { PortalRoute } from '../portal-hash.ts'
import type { NotificationsTexts } from './notifications.messages.ts'
import type { NotificationsActions } from './notifications.slice.ts'
import type { NotificationsState } from './notifications.state.ts'

/** Permission to read one's own notifications. */
export const READ_BELL = 'fe.connectivity.read.userBellNotifications'

export interface BellPort {
  /** Navigates to a place in the portal; asks first when there are unsaved changes. */
  go(route: PortalRoute): void
}

export interface BellProps extends FeatureProps<NotificationsState, NotificationsActions, NotificationsTexts> {
  port: BellPort
}
