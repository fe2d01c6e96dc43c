import type { Session } from '../../../entities/policies.ts'
import { isEditable } from '../../../feature/page-fields.ts'
import { CardList, CardRow } from '../../../parts/card-list/card-list.tsx'
import type { DeviceFacts } from '../../../parts/sessions/device-facts.ts'
import { nameOfSession } from '../../../parts/sessions/session-name.ts'
import { useDeviceFacts } from '../../../parts/sessions/use-device-facts.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { RelativeTime } from '../../../ui/relative-time/relative-time.tsx'
import type { PrivacyViewProps } from '../privacy.actions.ts'

export const sessionName = (
  { userAgent = '' }: Session,
  facts: DeviceFacts | undefined,
  t: PrivacyViewProps['t'],
): string => {
  return nameOfSession(userAgent, facts, { on: (parts) => t('browserOn', parts), unknown: t('unknownDevice') })
}

/** Returns the text of an impersonated session, with the impersonator if the backend reports them. */
const impersonationText = ({ impersonated, impersonator }: Session, t: PrivacyViewProps['t']): string | undefined => {
  if (impersonator) return t('impersonatedBy', { email: impersonator.email || impersonator.name })
  return impersonated ? t('impersonatedSessionChip') : undefined
}

interface SessionRowProps extends PrivacyViewProps {
  session: Session
  facts: DeviceFacts | undefined
}

const SessionRow = ({ session, facts, actions, t, fields }: SessionRowProps) => {
  const device = sessionName(session, facts, t)
  const { current, ipAddress, location, createdAt } = session
  const impersonation = impersonationText(session, t)
  const name = (
    <>
      {device}
      {current && <Badge tone="accent">{t('currentSessionChip')}</Badge>}
      {impersonation && <Badge tone="warning">{impersonation}</Badge>}
    </>
  )
  return (
    <CardRow
      icon={facts?.isHandheld ? 'phone' : 'monitor'}
      name={name}
      facts={[ipAddress, location, <RelativeTime key="at" at={createdAt} />]}
      actions={
        !current &&
        isEditable(fields.loginSessions) && (
          <Button size="s" aria-label={t('logoutOf', { device })} onClick={() => actions.openEndSession(session)}>
            {t('logout')}
          </Button>
        )
      }
    />
  )
}

export const SessionsCard = (props: PrivacyViewProps) => {
  const { state, actions, t, fields, failures } = props
  const read = useDeviceFacts()
  const { phase, items } = state.sessions
  const hasOthers = items.some(({ current }) => !current)
  return (
    <Card
      title={t('loginSessionsTitle')}
      text={t('loginSessionsText')}
      action={
        hasOthers &&
        isEditable(fields.loginSessions) && <Button onClick={actions.openEndAll}>{t('logoutAllButtonText')}</Button>
      }
    >
      <CardList
        phase={phase}
        failure={failures.sessions}
        none={{ icon: 'monitor', text: t('sessionsNone') }}
        texts={{
          list: t('sessionsList'),
          loading: t('sessionsLoading'),
          failed: t('sessionsFailed'),
          retry: t('retry'),
        }}
        onRetry={actions.loadSessions}
      >
        {items.map((session) => (
          <SessionRow key={session.id} {...props} session={session} facts={read(session.userAgent ?? '')} />
        ))}
      </CardList>
    </Card>
  )
}
