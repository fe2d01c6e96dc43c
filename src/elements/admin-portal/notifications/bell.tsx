import { useEffect, useState } from 'react'
import { defineFeature } from '../../../feature/define.ts'
import { useSession } from '../../../feature/feature-context.tsx'
import { holdsPermission } from '../../../rules/permission.ts'
import { Drawer } from '../../../ui/drawer/drawer.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import css from './bell.css'
import type { BellPort, BellProps } from './bell.props.ts'
import { NotificationList } from './notification-list.tsx'
import { type NotificationsTexts, notificationsMessages } from './notifications.messages.ts'
import { type NotificationsActions, notificationsSlice } from './notifications.slice.ts'
import { initialNotifications, type NotificationsState, unreadOf } from './notifications.state.ts'

const WRITE = 'fe.connectivity.write.updateUserBellNotification'

/** Higher counts show as "9+". */
const MAX_BADGE = 9

const useWatch = ({ actions }: BellProps) => {
  const tenantId = useSession().activeTenant?.tenantId ?? ''
  useEffect(() => actions.watch(tenantId), [actions, tenantId])
}

const Bell = (props: BellProps) => {
  useSheet(css)
  useWatch(props)
  const { state, t } = props
  const [isOpen, setOpen] = useState(false)
  const { user } = useSession()
  const mayChange = holdsPermission(user?.permissions?.map(({ key }) => key) ?? [], WRITE)
  if (state.phase === 'off') return null
  const unread = unreadOf(state)
  const label = unread > 0 ? t('openUnread', { count: unread }) : t('title')
  const close = () => setOpen(false)
  return (
    <span className="fe-bell">
      <IconButton icon="bell" label={label} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      {unread > 0 && (
        <span className="fe-bell-count" aria-hidden="true">
          {unread > MAX_BADGE ? `${MAX_BADGE}+` : unread}
        </span>
      )}
      <span className="fe-hidden" role="status">
        {unread > 0 ? label : ''}
      </span>
      <Drawer open={isOpen} side="end" label={t('title')} onClose={close}>
        <NotificationList {...props} unread={unread} mayChange={mayChange} onClose={close} />
      </Drawer>
    </span>
  )
}

export const bellFeature = defineFeature<
  NotificationsState,
  NotificationsActions,
  NotificationsTexts,
  { port: BellPort }
>({
  initial: initialNotifications,
  slice: notificationsSlice,
  messages: notificationsMessages,
  Component: Bell,
})
