import type { notifications } from '../../contract/notifications.ts'
import { OWN_BELL, PERMISSION_SUFFICES, type RulesOf } from '../http/rules.ts'

const WRITE_NOTIFICATIONS = 'fe.connectivity.write.updateUserBellNotification'

export const notificationsRules = {
  listNotifications: { permission: 'fe.connectivity.read.userBellNotifications' },
  setNotificationStatus: { permission: WRITE_NOTIFICATIONS, ...PERMISSION_SUFFICES, audit: OWN_BELL, events: [] },
  setNotificationPin: { permission: WRITE_NOTIFICATIONS, ...PERMISSION_SUFFICES, audit: OWN_BELL, events: [] },
  markAllNotificationsRead: { permission: WRITE_NOTIFICATIONS, ...PERMISSION_SUFFICES, audit: OWN_BELL, events: [] },
} satisfies RulesOf<typeof notifications>
