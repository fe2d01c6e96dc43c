import { useEffect, useState } from 'react'
import { defineFeature } from '../../../feature/define.ts'
import { useSession } from '../../../feature/feature-context.tsx'
import { holdsPermission } from '../../../rules/permission.ts'
import { Drawer } from '../../../ui/drawer/drawer.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import css from './bell.css'
import { type BellPort, type BellProps, READ_BELL } from './bell.props.ts'
import { NotificationList } from './notification-list.tsx'
import { type NotificationsTexts, notificationsMessages } from './notifications.messages.ts'
import { type NotificationsActions, notificationsSlice } from './notifications.slice.ts'
import { initialNotifications, type NotificationsState, unreadOf } from './notifications.state.ts'

const WRITE = 'fe.connectivity.write.updateUserBellNotification'

/** Higher counts show as "9+". */
const MAX_BADGE = 9

const useWatch = ({ actions }: BellProps, mayRead: boolean) => {
  const tenantId = useSession().activeTenant?.tenantId ?? ''
  useEffect(() => (mayRead ? actions.watch(tenantId) : actions.checkOnly(tenantId)), [actions, tenantId, mayRead])
}

const labelOf = ({ t }: BellProps, { unread, stopped }: { unread: number; stopped: number }): string => {
  if (stopped > 0) return t('openStopped', { count: stopped })
  return unread > 0 ? t('openUnread', { count: unread }) : t('title')
}

const Bell = (props: BellProps) => {
  useSheet(css)
  const { state, t, actions } = props
  const [isOpen, setOpen] = useState(false)
  const { user } = useSession()
  const held = user?.permissions?.map(({ key }) => key) ?? []
  const mayChange = holdsPermission(held, WRITE)
  useWatch(props, holdsPermission(held, READ_BELL))
  const unread = unreadOf(state)
  const stopped = state.interruptions.length
  if (state.phase === 'off' && stopped === 0) return null
  const label = labelOf(props, { unread, stopped })
  const count = unread + stopped
  const close = () => setOpen(false)
  const open = () => {
    setOpen(true)
    void actions.checkInterruptions()
  }
  return (
    <span className="fe-bell">
      <IconButton icon="bell" label={label} aria-haspopup="dialog" onClick={open} />
      {count > 0 && (
        <span className="fe-bell-count" data-stopped={stopped > 0 || undefined} aria-hidden="true">
          {count > MAX_BADGE ? `${MAX_BADGE}+` : count}
        </span>
      )}
      <span className="fe-hidden" role="status">
        {count > 0 ? label : ''}
      </span>
      <Drawer open={isOpen} side="end" label={t('title')} onClose={close}>
        <NotificationList {...props} unread={unread} mayChange={mayChange} onClose={close} />
      </Drawer>
    </span>
  )
}

export const feature = defineFeature<NotificationsState, NotificationsActions, NotificationsTexts, { port: BellPort }>({
  initial: initialNotifications,
  slice: notificationsSlice,
  messages: notificationsMessages,
  Component: Bell,
})
