import type { notifications } from '../../contract/notifications.ts'
import { OWN_BELL } from '../http/audit-reasons.ts'
import { PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

export const notificationsRules = {
  listNotifications: { permission: 'fe.connectivity.read.userBellNotifications' },
  setNotificationStatus: {
    permission: 'fe.connectivity.write.updateUserBellNotification',
    ...PERMISSION_SUFFICES,
    audit: OWN_BELL,
    events: [],
  },
  setNotificationPin: {
    permission: 'fe.connectivity.write.updateUserBellNotification',
    ...PERMISSION_SUFFICES,
    audit: OWN_BELL,
    events: [],
  },
  markAllNotificationsRead: {
    permission: 'fe.connectivity.write.updateUserBellNotification',
    ...PERMISSION_SUFFICES,
    audit: OWN_BELL,
    events: [],
  },
} satisfies RulesOf<typeof notifications>
