import { useState } from 'react'
import type { MemberDevice, MemberSecurity } from '../../../contract/additions/member-security.ts'
import type { Member } from '../../../contract/additions/members.ts'
import type { Session } from '../../../entities/policies.ts'
import { CardRow } from '../../../parts/card-list/card-row.tsx'
import type { DeviceFacts } from '../../../parts/sessions/device-facts.ts'
import { nameOfSession } from '../../../parts/sessions/session-name.ts'
import { useDeviceFacts } from '../../../parts/sessions/use-device-facts.ts'
import { formatDate } from '../../../rules/account-date.ts'
import { nameOfUser } from '../../../rules/user-name.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import type { IconName } from '../../../ui/icon/icon.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { RelativeTime } from '../../../ui/relative-time/relative-time.tsx'
import type { UsersViewProps } from '../users.props.ts'
import type { Loaded } from '../users.state.ts'
import { LoadedList, Section } from './details/section.tsx'
import { useDetailsText } from './details/use-details-text.ts'

type SecurityProps = UsersViewProps & { user: Member; security: Loaded<MemberSecurity> }

const ICONS = { app: 'shield', sms: 'phone', email: 'mail', passkey: 'key' } as const satisfies Record<
  MemberDevice['kind'],
  IconName
>

const KIND_TEXT = { app: 'factorApp', sms: 'factorSms', email: 'factorEmail', passkey: 'factorPasskey' } as const

const DeviceRow = ({ device }: { device: MemberDevice }) => {
  const t = useDetailsText()
  const { dates } = useLocale()
  const { kind, name, createdAt, lastUsedAt } = device
  return (
    <CardRow
      icon={ICONS[kind]}
      name={name || t(KIND_TEXT[kind])}
      facts={[
        name && t(KIND_TEXT[kind]),
        t('addedAt', { date: formatDate(createdAt, dates) }),
        lastUsedAt && t('usedAt', { date: formatDate(lastUsedAt, dates) }),
      ]}
    />
  )
}

const SessionRow = ({ session, facts }: { session: Session; facts: DeviceFacts | undefined }) => {
  const t = useDetailsText()
  const { userAgent = '', ipAddress, createdAt, current } = session
  const device = nameOfSession(userAgent, facts, {
    on: (parts) => t('browserOn', parts),
    unknown: t('unknownDevice'),
  })
  return (
    <CardRow
      icon={facts?.isHandheld ? 'phone' : 'monitor'}
      name={
        <>
          {device}
          {current && <Badge tone="accent">{t('thisDevice')}</Badge>}
        </>
      }
      facts={[ipAddress, <RelativeTime key="at" at={createdAt} />]}
    />
  )
}

/** Second factors, and their reset for users who belong only to this account. */
const Factors = ({ state, actions, user, security }: SecurityProps) => {
  const t = useDetailsText()
  const [isAsking, setAsking] = useState(false)
  const value = security.phase === 'ready' ? security.value : undefined
  const isElsewhere = value?.isManagedHere === false
  const canReset = value?.isManagedHere && value.devices.length > 0 && user.id !== state.viewer?.id
  const reset = canReset && (
    <Button size="s" disabled={state.busy.includes(user.id)} onClick={() => setAsking(true)}>
      {t('reset')}
    </Button>
  )
  return (
    <Section title={t('factorsTitle')} action={reset}>
      {isElsewhere ? (
        <p className="fe-users-muted">{t('factorsElsewhere')}</p>
      ) : (
        <LoadedList
          title={t('factorsTitle')}
          of={security}
          none={{ icon: 'shield', text: t('factorsNone') }}
          onRetry={() => void actions.loadSecurity(user)}
          rows={({ devices }) => devices.map((device) => <DeviceRow key={device.id} device={device} />)}
        />
      )}
      <ConfirmDialog
        open={isAsking}
        danger
        title={t('resetTitle', { name: nameOfUser(user) })}
        text={t('resetText', { name: nameOfUser(user) })}
        confirmLabel={t('resetConfirm')}
        cancelLabel={t('cancel')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          void actions.resetMfa(user)
        }}
      />
    </Section>
  )
}

const Sessions = ({ state, actions, user, security }: SecurityProps) => {
  const t = useDetailsText()
  const read = useDeviceFacts()
  const end = security.phase === 'ready' && security.value.sessions.length > 0 && state.viewer?.may.endSessions && (
    <Button size="s" disabled={state.busy.includes(user.id)} onClick={() => void actions.endSessions(user)}>
      {t('endSessions')}
    </Button>
  )
  return (
    <Section title={t('sessionsTitle')} action={end}>
      <LoadedList
        title={t('sessionsTitle')}
        of={security}
        none={{ icon: 'monitor', text: t('sessionsNone') }}
        onRetry={() => void actions.loadSecurity(user)}
        rows={({ sessions }) =>
          sessions.map((session) => (
            <SessionRow key={session.id} session={session} facts={read(session.userAgent ?? '')} />
          ))
        }
      />
    </Section>
  )
}

/** The user's sign-in methods and active sessions. */
export const Security = (props: SecurityProps) =>
  props.security.phase !== 'hidden' && (
    <>
      <Factors {...props} />
      <Sessions {...props} />
    </>
  )
