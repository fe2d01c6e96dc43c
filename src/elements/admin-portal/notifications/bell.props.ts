import type { FeatureProps } from '../../../feature/define.ts'
import type { PortalRoute } from '../portal-hash.ts'
import type { NotificationsTexts } from './notifications.messages.ts'
import type { NotificationsActions } from './notifications.slice.ts'
import type { NotificationsState } from './notifications.state.ts'

export interface BellPort {
  /** Leads to a place of the portal; asks first when something is unsaved. */
  go(route: PortalRoute): void
}

export interface BellProps extends FeatureProps<NotificationsState, NotificationsActions, NotificationsTexts> {
  port: BellPort
}
