import type { Session } from '../../../entities/policies.ts'
import { type DeviceFacts, useDeviceFacts } from '../../../parts/sessions/use-device-facts.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Icon } from '../../../ui/icon/icon.tsx'
import { RelativeTime } from '../../../ui/relative-time/relative-time.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import type { PrivacyViewProps } from '../privacy.view.tsx'

const LONGEST_RAW = 60

export const sessionName = (
  { userAgent = '' }: Session,
  facts: DeviceFacts | undefined,
  t: PrivacyViewProps['t'],
): string => {
  const { browser = '', system = '' } = facts ?? {}
  if (browser && system) return t('browserOn', { browser, system })
  return browser || system || userAgent.slice(0, LONGEST_RAW) || t('unknownDevice')
}

interface SessionRowProps extends PrivacyViewProps {
  session: Session
  facts: DeviceFacts | undefined
}

const SessionRow = ({ session, facts, actions, t, fields }: SessionRowProps) => {
  const device = sessionName(session, facts, t)
  const { current, impersonated, ipAddress, location, createdAt } = session
  return (
    <li className="fe-privacy-row">
      <span className="fe-privacy-mark">
        <Icon name={facts?.isHandheld ? 'phone' : 'monitor'} />
      </span>
      <span className="fe-privacy-words">
        <span className="fe-privacy-name">
          {device}
          {current && <Badge tone="accent">{t('currentSessionChip')}</Badge>}
          {impersonated && <Badge tone="warning">{t('impersonatedSessionChip')}</Badge>}
        </span>
        <span className="fe-privacy-facts">
          {[ipAddress, location].filter(Boolean).join(' · ')}
          {ipAddress || location ? ' · ' : ''}
          <RelativeTime at={createdAt} />
        </span>
      </span>
      {!current && fields.loginSessions === 'edit' && (
        <Button size="s" aria-label={t('logoutOf', { device })} onClick={() => actions.openEndSession(session)}>
          {t('logout')}
        </Button>
      )}
    </li>
  )
}

const Body = (props: PrivacyViewProps) => {
  const { state, actions, t, failures } = props
  const read = useDeviceFacts()
  const { phase, items } = state.sessions
  if (phase === 'loading') {
    return (
      <div role="status">
        <span className="fe-hidden">{t('sessionsLoading')}</span>
        <Skeleton height="40px" />
      </div>
    )
  }
  if (phase === 'failed') {
    const retry = <Button onClick={() => void actions.loadSessions()}>{t('retry')}</Button>
    return (
      <Alert tone="danger" title={t('sessionsFailed')} action={retry}>
        {failures.sessions}
      </Alert>
    )
  }
  return (
    <ul className="fe-privacy-rows" aria-label={t('sessionsList')}>
      {items.map((session) => (
        <SessionRow key={session.id} {...props} session={session} facts={read(session.userAgent ?? '')} />
      ))}
    </ul>
  )
}

export const SessionsCard = (props: PrivacyViewProps) => {
  const { state, actions, t, fields } = props
  const hasOthers = state.sessions.items.some(({ current }) => !current)
  return (
    <Card
      title={t('loginSessionsTitle')}
      text={t('loginSessionsText')}
      action={
        hasOthers &&
        fields.loginSessions === 'edit' && <Button onClick={actions.openEndAll}>{t('logoutAllButtonText')}</Button>
      }
    >
      <Body {...props} />
    </Card>
  )
}
