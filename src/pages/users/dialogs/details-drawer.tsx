import { Fragment, type ReactNode, useEffect, useState } from 'react'
import type { Member } from '../../../contract/users.ts'
import { FailureGroup } from '../../../parts/part-failure/part-failure.tsx'
import { formatDate } from '../../../rules/account-date.ts'
import { memberStatus } from '../../../rules/member-status.ts'
import { nameOfUser } from '../../../rules/user-name.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Avatar } from '../../../ui/avatar/avatar.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { CopyButton } from '../../../ui/copy-button/copy-button.tsx'
import { Drawer } from '../../../ui/drawer/drawer.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { useShownDomain } from '../../../ui/shown-domain/shown-domain.tsx'
import { useLeave } from '../../../ui/unsaved/unsaved-guard.ts'
import { FACTOR_TEXT, managedHint, StatusBadge } from '../users.columns.tsx'
import { factorOf, isBelow, isFromDirectory } from '../users.member.ts'
import type { UsersTexts } from '../users.messages.ts'
import { rowMenu } from '../users.row-menu.ts'
import type { UsersDialog, UsersViewProps } from '../users.state.ts'
import { factsMessages } from './details.messages.ts'
import { Access, mayEditGroups, RecentActivity, Section, Security, useDetailsText } from './details-sections.tsx'
import { AccountsDialog, ExtendDialog, RemoveDialog } from './membership-dialogs.tsx'
import { RolesDialog } from './roles-dialogs.tsx'

interface DetailsProps extends UsersViewProps {
  userId: string
  tenantId: string | undefined
}

/** All details of one user, with actions. Dates are in the account's time zone. */
export const DetailsDrawer = ({ userId, tenantId, ...props }: DetailsProps) => {
  const user = props.state.list.rows.find((row) => row.id === userId && (!tenantId || row.tenantId === tenantId))
  return user ? <OpenDetails key={userId} {...props} user={user} /> : null
}

/** The dialog opened by a button of the details. Closing it returns to the details. */
const Over = ({ dialog, user, ...props }: UsersViewProps & { dialog: UsersDialog; user: Member }) => {
  switch (dialog.kind) {
    case 'roles':
      return <RolesDialog {...props} member={user} />
    case 'extend':
      return <ExtendDialog {...props} member={user} />
    case 'accounts':
      return <AccountsDialog {...props} member={user} />
    case 'remove':
      return <RemoveDialog {...props} members={[user]} />
    default:
      return null
  }
}

/** Opens dialogs over the details instead of replacing them, so that closing one returns to the details. */
const useOver = ({ actions }: Pick<UsersViewProps, 'actions'>) => {
  const [over, setOver] = useState<UsersDialog>()
  const inside: UsersViewProps['actions'] = {
    ...actions,
    openDialog(dialog: UsersDialog) {
      actions.dropError()
      setOver(dialog)
    },
    closeDialog: () => setOver(undefined),
  }
  return { over, inside }
}

const OpenDetails = (given: UsersViewProps & { user: Member }) => {
  const { state, actions, t, user } = given
  const { over, inside } = useOver(given)
  const props = { ...given, actions: inside }
  const words = useDetailsText()
  const facts = useLocale().translator.translatorFor(factsMessages)
  const leave = useLeave()
  const close = () => leave(actions.closeDialog)
  const { loadDetails } = actions
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each user; later changes load what they change
  useEffect(() => void loadDetails(user), [loadDetails, user.id])
  const details = state.details?.userId === user.id ? state.details : undefined
  const isOwn = !isBelow(user, state.viewer)
  return (
    <Drawer open side="end" label={facts('detailsLabel', { name: nameOfUser(user) })} onClose={close}>
      <div className="fe-users-details">
        <div className="fe-users-details-head">
          <Avatar name={nameOfUser(user)} src={user.profilePictureUrl} size="l" />
          <div className="fe-users-details-lines">
            <h2 className="fe-users-details-name">
              <Breakable text={nameOfUser(user)} />
            </h2>
            <StatusBadge user={user} t={t} />
          </div>
          <IconButton icon="x" label={t('close')} onClick={close} />
        </div>
        {isFromDirectory(user) && <Alert tone="info">{managedHint(user, t)}</Alert>}
        <Actions {...props} />
        {isOwn && <Access {...given} />}
        {details && (
          <FailureGroup>
            <Security {...given} security={details.security} />
            <RecentActivity actions={actions} user={user} activity={details.activity} />
          </FailureGroup>
        )}
        <Section title={words('factsTitle')}>
          <Facts {...given} />
        </Section>
        <Actions {...props} danger />
        {over && <Over {...props} dialog={over} />}
      </div>
    </Drawer>
  )
}

/** Actions that the details themselves offer. */
const DONE_HERE = ['details', 'roles', 'groups', 'sessions']

interface ActionsProps extends Pick<UsersViewProps, 'state' | 'actions' | 't'> {
  user: Member
  /** Irreversible actions are placed at the end. */
  danger?: boolean
}

/** Buttons for all other actions of the row's menu. */
const Actions = ({ danger: isLast = false, ...props }: ActionsProps) => {
  const { state, user } = props
  const isHere = (id: string) => id === 'details' || (!isBelow(user, state.viewer) && DONE_HERE.includes(id))
  // A disabled button would lose the focus that a closed dialog has just returned to it.
  const isBusy = state.busy.includes(user.id)
  const items = rowMenu(props, user).filter(({ id, danger = false }) => !isHere(id) && danger === isLast)
  if (items.length === 0) return null
  return (
    <div className="fe-users-details-actions">
      {items.map(({ id, label, icon, danger, disabled, hint, onSelect }) => (
        <Button
          key={id}
          size="s"
          icon={icon}
          variant={danger ? 'danger' : undefined}
          disabled={disabled && !isBusy}
          aria-disabled={isBusy || undefined}
          title={hint}
          onClick={isBusy ? undefined : onSelect}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

const PROVIDERS: Readonly<Record<string, keyof UsersTexts>> = {
  local: 'providerLocal',
  saml: 'providerSso',
  scim2: 'providerDirectory',
}

/** Returns the provider's name. A brand keeps its own name. */
const providerName = (provider: string, t: UsersViewProps['t']): string => {
  const key = PROVIDERS[provider]
  return key ? t(key) : provider.charAt(0).toUpperCase() + provider.slice(1)
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="fe-users-fact">
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const Copyable = ({ label, text }: { label: string; text: string }) => {
  const f = useLocale().translator.translatorFor(factsMessages)
  return (
    <Fact label={label}>
      <bdi className="fe-users-id">
        <Breakable text={text} />
      </bdi>
      <CopyButton size="s" text={text} label={f('copyOf', { label })} />
    </Fact>
  )
}

/** Returns which values the sections above already show and let the viewer edit. */
const shownAbove = (state: UsersViewProps['state'], user: Member) => {
  const isOwn = !isBelow(user, state.viewer)
  const phase = state.details?.userId === user.id ? state.details.security.phase : 'loading'
  return {
    roles: isOwn && state.viewer?.may.editRoles === true,
    groups: isOwn && mayEditGroups(state),
    factor: phase === 'loading' || phase === 'ready',
  }
}

const Facts = ({ state, t, user }: UsersViewProps & { user: Member }) => {
  const { dates, translator } = useLocale()
  const date = (at: Member['lastLogin']) => (at ? formatDate(at, { ...dates, time: 'short' }) : t('neverSeen'))
  const f = translator.translatorFor(factsMessages)
  const above = shownAbove(state, user)
  const groups = state.groups.filter(({ id }) => user.groups?.some((group) => group.id === id))
  return (
    <dl className="fe-users-facts">
      <Copyable label={t('detailEmail')} text={user.email} />
      {user.phoneNumber && <Copyable label={f('detailPhone')} text={user.phoneNumber} />}
      {!above.roles && (
        <Fact label={t('rolesHeader')}>{user.roles?.map((role) => role.name).join(', ') || t('noRoles')}</Fact>
      )}
      {!above.groups && groups.length > 0 && (
        <Fact label={f('detailGroups')}>{groups.map((group) => group.name).join(', ')}</Fact>
      )}
      {!above.factor && <Fact label={t('factorHeader')}>{t(FACTOR_TEXT[factorOf(user)])}</Fact>}
      <Fact label={t('detailVerified')}>{user.verified ? f('yes') : f('no')}</Fact>
      {isFromDirectory(user) && <Fact label={f('detailManagedBy')}>{user.directory ?? t('providerDirectory')}</Fact>}
      {user.provider && <Fact label={t('detailProvider')}>{providerName(user.provider, t)}</Fact>}
      <Fact label={t('lastSeenHeader')}>{date(user.lastLogin)}</Fact>
      <Fact label={t(memberStatus(user) === 'invited' ? 'statusInvited' : 'joinedHeader')}>{date(user.createdAt)}</Fact>
      {user.temporaryExpirationDate && <Fact label={f('detailAccess')}>{date(user.temporaryExpirationDate)}</Fact>}
      {user.tenantIds?.length > 1 && <Fact label={f('detailAccounts')}>{user.tenantIds.length}</Fact>}
      <Copyable label={t('detailUserId')} text={user.id} />
      <Copyable label={t('detailTenantId')} text={user.tenantId || state.viewer?.tenantId || ''} />
    </dl>
  )
}

/** An email, with its domain in the letters of its script, that breaks before "@" and "." rather than within a word. */
export const Breakable = ({ text }: { text: string }) =>
  useShownDomain(text)
    .split(/(?=[@.])/)
    .map((part, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no order but their own
      <Fragment key={at}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    ))
