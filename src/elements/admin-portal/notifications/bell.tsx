import { useEffect, useState } from 'react'
import { guarantees } from '../../../contract/guarantees.ts'
import type { Notification } from '../../../entities/reports.ts'
import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { useSession } from '../../../feature/feature-context.tsx'
import { FeatureHost } from '../../../feature/feature-host.tsx'
import type { Loadable } from '../../../feature/feature-runtime.ts'
import { useNotice } from '../../../parts/notices/use-notice.ts'
import { holdsPermission } from '../../../rules/permission.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Drawer } from '../../../ui/drawer/drawer.tsx'
import { EmptyState } from '../../../ui/empty-state/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { RelativeTime } from '../../../ui/relative-time/relative-time.tsx'
import { Spinner } from '../../../ui/spinner/spinner.tsx'
import { useSheet } from '../../../ui/style-root/style-root.tsx'
import { useToast } from '../../../ui/toast/toast.tsx'
import { readHash } from '../portal-hash.ts'
import css from './bell.css'
import type { InterruptionsGiven } from './interruptions.tsx'
import { type NotificationsActions, notificationsSlice } from './notifications.actions.ts'
import { type NotificationsTexts, notificationsMessages } from './notifications.messages.ts'
import {
  type BellPort,
  initialNotifications,
  type NotificationsState,
  READ_BELL,
  stoppedOf,
  unreadOf,
} from './notifications.state.ts'

interface BellProps extends FeatureProps<NotificationsState, NotificationsActions, NotificationsTexts> {
  port: BellPort
}

interface ListProps extends BellProps {
  unread: number
  /** Without the permission, the list is read-only. */
  mayChange: boolean
  onClose(): void
}

const NotificationList = (props: ListProps) => {
  const { t, actions, unread, mayChange, onClose, state } = props
  useNotice(state.notice, ({ key, values }) => ({ tone: 'danger', text: t(key, values) }))
  return (
    <div className="fe-bell-panel">
      <div className="fe-bell-head">
        <h2 className="fe-bell-title">{t('title')}</h2>
        {mayChange && unread > 0 && (
          <Button size="s" onClick={() => void actions.markAllRead()}>
            {t('markAllRead')}
          </Button>
        )}
        <IconButton icon="x" label={t('close')} onClick={onClose} />
      </div>
      <Interrupted {...props} />
      {state.phase !== 'off' && <Body {...props} />}
    </div>
  )
}

/** Loads only where something is interrupted, which is rare. */
const interruptions: Loadable<InterruptionsGiven> = {
  id: 'interruptions',
  load: () => import('./interruptions.tsx'),
}

/** The call whose response shows that permissions are withheld; no call was refused before the proof. */
const LIST = guarantees.listInterruptions

const Interrupted = ({ state, port, actions, onClose }: ListProps) => {
  if (stoppedOf(state) === 0) return null
  const open = (slug: string, search = '') => {
    onClose()
    port.go({ slug, search })
  }
  const { stepUp, onLeave } = port
  const proveOwn = async () => {
    onClose()
    onLeave?.()
    const isProven = await stepUp?.prompt?.({ challenge: { missing: 'rights-withheld' }, endpoint: LIST })
    if (isProven) await actions.checkInterruptions()
  }
  const { interruptions: items, leftAlone, isWithheld } = state
  const given = { items, leftAlone, open, isWithheld, ...(stepUp && { proveOwn: () => void proveOwn() }) }
  return <FeatureHost definition={interruptions} given={given} fallback={<Spinner />} failure={() => null} />
}

const Body = (props: ListProps) => {
  const { state, t, actions } = props
  if (state.phase === 'loading')
    return (
      <p className="fe-bell-wait" role="status">
        <Spinner /> {t('loading')}
      </p>
    )
  if (state.phase === 'failed')
    return (
      <EmptyState
        icon="alert"
        title={t('loadFailed', { reason: state.error ?? '' })}
        action={<Button onClick={() => void actions.load()}>{t('retry')}</Button>}
      />
    )
  if (state.items.length === 0) return <EmptyState icon="bell" title={t('emptyTitle')} text={t('emptyText')} />
  return (
    <ul className="fe-bell-list">
      {state.items.map((item) => (
        <Row key={item.id} {...props} item={item} />
      ))}
    </ul>
  )
}

interface RowProps extends ListProps {
  item: Notification
}

const Row = (props: RowProps) => {
  const { item, t, mayChange } = props
  return (
    <li className="fe-bell-row" data-unread={!item.viewed || undefined}>
      <div className="fe-bell-text">
        <Title {...props} />
        <span className="fe-bell-body">{item.body}</span>
        <span className="fe-bell-facts">
          <RelativeTime at={item.createdAt} />
          {!item.viewed && <Badge tone="info">{t('unread')}</Badge>}
          {item.isPinned && <Badge>{t('pinned')}</Badge>}
          {item.severity === 'High' && <Badge tone="warning">{t('severe')}</Badge>}
        </span>
      </div>
      {mayChange && <RowActions {...props} />}
    </li>
  )
}

/** Opens places of this portal only, so that a URL from the server can't navigate anywhere else. */
const Title = ({ item, port, actions, mayChange, onClose }: RowProps) => {
  const route = readHash(item.url ?? '')
  if (!route?.slug) return <span className="fe-bell-name">{item.title}</span>
  const open = () => {
    if (mayChange && !item.viewed) void actions.setStatus(item.id, 'read')
    onClose()
    port.go(route)
  }
  return (
    <button type="button" className="fe-bell-name fe-bell-link" onClick={open}>
      {item.title}
    </button>
  )
}

const RowActions = ({ item, actions, t }: RowProps) => {
  const toast = useToast()
  const archive = async () => {
    const before = item.viewed ? 'read' : 'unread'
    if (!(await actions.setStatus(item.id, 'archived'))) return
    toast({
      text: t('archived'),
      action: { label: t('undo'), onSelect: () => void actions.setStatus(item.id, before).then(actions.load) },
    })
  }
  return (
    <div className="fe-bell-actions">
      <IconButton
        size="s"
        icon={item.viewed ? 'mail' : 'check'}
        label={t(item.viewed ? 'markUnread' : 'markRead')}
        onClick={() => void actions.setStatus(item.id, item.viewed ? 'unread' : 'read')}
      />
      <IconButton
        size="s"
        icon="pin"
        label={t(item.isPinned ? 'unpin' : 'pin')}
        aria-pressed={item.isPinned}
        onClick={() => void actions.setPin(item.id, !item.isPinned)}
      />
      <IconButton size="s" icon="archive" label={t('archive')} onClick={() => void archive()} />
    </div>
  )
}

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
  const stopped = stoppedOf(state)
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
