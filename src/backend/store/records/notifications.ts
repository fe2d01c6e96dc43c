/** A user's state of one notification; the notifications themselves are the events of the account. */
export interface NotificationStateRecord {
  id: string
  userId: string
  tenantId: string
  eventId: string
  status: 'read' | 'unread' | 'archived'
  isPinned: boolean
  createdAt: number
}
