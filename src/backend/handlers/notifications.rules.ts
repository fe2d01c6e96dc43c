import type { notifications } from '../../contract/notifications.ts'
import { OWN_BELL } from '../http/audit-reasons.ts'
import type { RulesOf } from '../http/rules.ts'

export const notificationsRules = {
  listNotifications: { permission: 'fe.connectivity.read.userBellNotifications' },
  setNotificationStatus: {
    permission: 'fe.connectivity.write.updateUserBellNotification',
    rank: 'none',
    fresh: 'never',
    audit: OWN_BELL,
    grants: false,
    events: [],
  },
  setNotificationPin: {
    permission: 'fe.connectivity.write.updateUserBellNotification',
    rank: 'none',
    fresh: 'never',
    audit: OWN_BELL,
    grants: false,
    events: [],
  },
  markAllNotificationsRead: {
    permission: 'fe.connectivity.write.updateUserBellNotification',
    rank: 'none',
    fresh: 'never',
    audit: OWN_BELL,
    grants: false,
    events: [],
  },
} satisfies RulesOf<typeof notifications>
