import { type ReactNode, useState } from 'react'
import type { Member, MemberDevice, MemberSecurity } from '../../../contract/users.ts'
import type { AuditRow } from '../../../entities/audits.ts'
import type { Session } from '../../../entities/policies.ts'
import { AccessCheckAlert, useCheckedSave } from '../../../parts/access-check/access-check.tsx'
import { CardList, CardRow } from '../../../parts/card-list/card-list.tsx'
import { LeftAloneWarning, useLeftAlone } from '../../../parts/left-alone/left-alone.tsx'
import type { DeviceFacts } from '../../../parts/sessions/device-facts.ts'
import { nameOfSession } from '../../../parts/sessions/session-name.ts'
import { useDeviceFacts } from '../../../parts/sessions/use-device-facts.ts'
import { formatDate } from '../../../rules/account-date.ts'
import { nameOfUser } from '../../../rules/user-name.ts'
import { Badge } from '../../../ui/badge/badge.tsx'
import { Button } from '../../../ui/button/button.tsx'
import type { ComboboxOption } from '../../../ui/combobox/chips.tsx'
import { Combobox } from '../../../ui/combobox/combobox.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog/confirm-dialog.tsx'
import { Field } from '../../../ui/field/field.tsx'
import type { IconName } from '../../../ui/icon/icon.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { RelativeTime } from '../../../ui/relative-time/relative-time.tsx'
import { useUnsaved } from '../../../ui/unsaved/unsaved-guard.ts'
import { isSameRoles, memberChange, roleIdsOf } from '../users.member.ts'
import type { Loaded, UsersViewProps } from '../users.state.ts'
import { detailsMessages } from './details.messages.ts'
import { groupsOffered, leavingChanges, rolesOffered } from './field-options.ts'
import { GuaranteedList, useSuccession } from './guaranteed.tsx'

export const useDetailsText = () => useLocale().translator.translatorFor(detailsMessages)

interface SectionProps {
  title: string
  /** A control beside the title. */
  action?: ReactNode
  children: ReactNode
}

/** One part of the details. */
export const Section = ({ title, action, children }: SectionProps) => (
  <section className="fe-users-section" aria-label={title}>
    <div className="fe-users-section-head">
      <h3>{title}</h3>
      {action}
    </div>
    {children}
  </section>
)

interface LoadedListProps<Value> {
  title: string
  of: Loaded<Value>
  none: { icon: IconName; text: string }
  onRetry(): void
  rows(value: Value): readonly ReactNode[]
}

/** A list of the details that loads separately, so that its failure doesn't affect the others. */
const LoadedList = <Value,>({ title, of, none, onRetry, rows }: LoadedListProps<Value>) => {
  const t = useDetailsText()
  if (of.phase === 'hidden') return null
  return (
    <CardList
      phase={of.phase}
      failure={of.phase === 'failed' ? of.error : undefined}
      none={none}
      texts={{ list: title, loading: t('loading'), failed: t('failed'), retry: t('retry') }}
      onRetry={onRetry}
    >
      {of.phase === 'ready' ? rows(of.value) : []}
    </CardList>
  )
}

interface ChoiceProps {
  label: string
  hint?: string
  placeholder: string
  options: readonly ComboboxOption[]
  values: readonly string[]
  /** The changed selection; `undefined` without a change. */
  chosen: readonly string[] | undefined
  onChoose(values: readonly string[] | undefined): void
  isBusy: boolean
  /** The button was pressed, and the changes are still being checked. */
  isHeld?: boolean
  whenChecked?: ReturnType<typeof useLeftAlone>['whenChecked']
  /** Content between the field and its buttons. */
  warning?: ReactNode
  /** Saving has an effect that the warning describes. @default false */
  isDanger?: boolean
  saveLabel?: string
  /** Returning `false` keeps the selection, so that it can be saved again. */
  onSave(values: readonly string[]): Promise<boolean | undefined>
}

/** A field that is saved separately; its buttons appear with the first change. */
const Choice = (props: ChoiceProps) => {
  const { label, hint, placeholder, options, values, chosen, onChoose, isBusy, isHeld = false } = props
  const t = useDetailsText()
  const { saveLabel = t('save'), whenChecked = (task) => task() } = props
  const shown = chosen ?? values
  const isChanged = chosen !== undefined && !isSameRoles(chosen, values)
  const isLocked = isBusy || isHeld
  const drop = () => onChoose(undefined)
  useUnsaved(isChanged, drop)
  const save = async () => {
    if (await props.onSave(shown)) drop()
  }
  return (
    <div className="fe-users-choice">
      <Field label={label} hint={hint}>
        {({ id, describedBy }) => (
          <Combobox
            id={id}
            describedBy={describedBy}
            options={options}
            values={shown}
            onChange={onChoose}
            placeholder={shown.length > 0 ? '' : placeholder}
            disabled={isLocked}
          />
        )}
      </Field>
      {props.warning}
      {isChanged && (
        <div className="fe-users-details-actions">
          <Button
            size="s"
            variant={props.isDanger ? 'danger' : 'primary'}
            busy={isLocked}
            aria-label={`${saveLabel}: ${label}`}
            onClick={() => void whenChecked(save)}
          >
            {saveLabel}
          </Button>
          <Button size="s" disabled={isLocked} aria-label={`${t('discard')}: ${label}`} onClick={drop}>
            {t('discard')}
          </Button>
        </div>
      )}
    </div>
  )
}

export const mayEditGroups = ({ viewer, extras, groups }: UsersViewProps['state']): boolean =>
  viewer?.may.editGroups === true && extras.groups === true && groups.length > 0

/** Roles and groups, which can be edited in place. */
export const Access = (props: UsersViewProps & { user: Member }) => {
  const { state, actions, user } = props
  const t = useDetailsText()
  const { viewer, groups, busy } = state
  const [roleIds, setRoleIds] = useState<readonly string[]>()
  const [groupIds, setGroupIds] = useState<readonly string[]>()
  const loses = roleIds !== undefined && roleIdsOf(user).some((id) => !roleIds.includes(id))
  const { effect, isHeld, whenChecked, saveAnyway } = useLeftAlone(props, {
    changes: loses ? [memberChange(user, state, roleIds)] : [],
  })
  const succession = useSuccession(props, { members: loses ? [user] : [], endsMembership: false })
  const isBusy = busy.includes(user.id)
  const { kept, own, offered } = groupsOffered(user, groups)
  const check = useCheckedSave(
    props,
    groupIds ? leavingChanges(user, groups, { before: own, after: groupIds }) : [],
    groupIds,
  )
  const hasGroups = mayEditGroups(state)
  if (!viewer?.may.editRoles && !hasGroups) return null
  return (
    <Section title={t('accessTitle')}>
      {viewer?.may.editRoles && (
        <Choice
          label={t('rolesLabel')}
          placeholder={t('rolesPlaceholder')}
          options={rolesOffered([user], state)}
          values={roleIdsOf(user)}
          chosen={roleIds}
          onChoose={setRoleIds}
          isBusy={isBusy}
          isHeld={isHeld || succession.isHeld}
          whenChecked={(save) => whenChecked(() => (loses ? succession.before(save) : save()))}
          isDanger={effect !== undefined}
          warning={
            <>
              <LeftAloneWarning effect={effect} />
              {loses && <GuaranteedList members={[user]} succession={succession} />}
            </>
          }
          saveLabel={saveAnyway}
          onSave={(ids) => actions.saveRolesHere(user, ids)}
        />
      )}
      {hasGroups && (
        <Choice
          label={t('groupsLabel')}
          {...(kept.length > 0 && {
            hint: t('groupsDirectory', { names: kept.map(({ name }) => name).join(', ') }),
          })}
          placeholder={t('groupsPlaceholder')}
          options={offered}
          values={own}
          chosen={groupIds}
          onChoose={setGroupIds}
          isBusy={isBusy}
          isHeld={check.isChecking}
          warning={check.isWarning && <AccessCheckAlert {...check} />}
          saveLabel={check.saveAnyway}
          onSave={(ids) => check.save(() => actions.saveGroupsHere(user, [...ids, ...kept.map(({ id }) => id)]))}
        />
      )}
    </Section>
  )
}

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

type ActivityProps = Pick<UsersViewProps, 'actions'> & { user: Member; activity: Loaded<readonly AuditRow[]> }

/** Returns what an event's description adds to its name and to the user whose details are shown. */
const detailOf = (
  { action, description = '' }: Pick<AuditRow, 'action' | 'description'>,
  { name, email }: Pick<Member, 'name' | 'email'>,
): string => {
  const detail = description.startsWith(`${action}: `) ? description.slice(`${action}: `.length) : description
  return [action, name ?? '', email].includes(detail) ? '' : detail
}

/** The user's latest events in the audit log. */
export const RecentActivity = ({ actions, user, activity }: ActivityProps) => {
  const t = useDetailsText()
  if (activity.phase === 'hidden') return null
  return (
    <Section title={t('activityTitle')}>
      <LoadedList
        title={t('activityTitle')}
        of={activity}
        none={{ icon: 'clock', text: t('activityNone') }}
        onRetry={() => void actions.loadActivity(user)}
        rows={(rows) =>
          rows.map((row) => (
            <CardRow
              key={row._id}
              icon="clock"
              name={row.action}
              facts={[detailOf(row, user), <RelativeTime key="at" at={row.createdAt} />, row.ip]}
            />
          ))
        }
      />
    </Section>
  )
}
