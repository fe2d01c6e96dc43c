import { useEffect } from 'react'
import type { OwnMembership, SocialAccount } from '../../../contract/me.ts'
import { defineFeature, type FeatureProps } from '../../../feature/define.ts'
import { useSession } from '../../../feature/feature-context.tsx'
import { loadChunk } from '../../../kernel/load-chunk.ts'
import { CardList, CardRow } from '../../../parts/card-list/card-list.tsx'
import { useFailureText } from '../../../parts/failure/failure.ts'
import { LazyDialogs } from '../../../parts/lazy-dialogs/lazy-dialogs.tsx'
import { useNotice } from '../../../parts/notices/use-notice.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Menu } from '../../../ui/menu/menu.tsx'
import { RelativeTime } from '../../../ui/relative-time/relative-time.tsx'
import { ShownDomain } from '../../../ui/shown-domain/shown-domain.tsx'
import { selfServiceSlice } from './self-service.actions.ts'
import { type SelfServiceTexts, selfServiceMessages } from './self-service.messages.ts'
import {
  initialSelfService,
  type SelfServiceActions,
  type SelfServiceState,
  type SelfServiceViewProps,
  unlinkedWays,
} from './self-service.state.ts'

const EmailCard = ({ state, actions, t, email }: SelfServiceViewProps) => {
  const manager = state.facts?.emailManagedBy
  const change = (
    <Button icon="edit" onClick={() => actions.open({ kind: 'changeEmail' })}>
      {t('changeEmail')}
    </Button>
  )
  return (
    <Card title={t('emailTitle')} text={<ShownDomain text={t('emailText', { email })} />} action={!manager && change}>
      {manager && t(manager === 'sso' ? 'emailBySso' : 'emailByDirectory')}
    </Card>
  )
}

const SocialRow = ({ account, actions, t }: SelfServiceViewProps & { account: SocialAccount }) => {
  const { label, email, createdAt } = account
  const disconnect = (
    <Button
      size="s"
      variant="ghost"
      aria-label={t('disconnectOf', { provider: label, email })}
      onClick={() => actions.open({ kind: 'unlink', account })}
    >
      {t('disconnect')}
    </Button>
  )
  const since = (
    <>
      {t('connected')} <RelativeTime at={createdAt} />
    </>
  )
  return (
    <CardRow
      icon="link"
      name={label}
      facts={[email && <ShownDomain key="email" text={email} />, since]}
      actions={disconnect}
    />
  )
}

const SocialCard = (props: SelfServiceViewProps) => {
  const { state, actions, t, failures } = props
  const accounts = state.facts?.socialAccounts ?? []
  const free = unlinkedWays(state)
  if (accounts.length === 0 && free.length === 0) return null
  const connect = (
    <Menu
      label={t('connectMenu')}
      align="end"
      items={free.map((way) => ({ id: way.id, label: way.label, onSelect: () => void actions.link(way) }))}
      trigger={
        <Button icon="plus" busy={state.linking.kind === 'busy'}>
          {t('connect')}
        </Button>
      }
    />
  )
  return (
    <Card title={t('socialTitle')} text={t('socialText')} action={free.length > 0 && connect}>
      {failures.linking && <Alert tone="danger">{failures.linking}</Alert>}
      <CardList
        phase="ready"
        failure={undefined}
        none={{ icon: 'link', text: t('socialNone') }}
        texts={{ list: t('socialTitle'), loading: '', failed: '', retry: '' }}
        onRetry={actions.load}
      >
        {accounts.map((account) => (
          <SocialRow key={account.id} {...props} account={account} />
        ))}
      </CardList>
    </Card>
  )
}

const BLOCKED = {
  directory: 'blockedByDirectory',
  'only-administrator': 'blockedByOnlyAdministrator',
  'only-way-in': 'blockedByOnlyWayIn',
  'only-account': 'blockedByOnlyAccount',
} as const

const MembershipRow = ({ membership, actions, t }: SelfServiceViewProps & { membership: OwnMembership }) => {
  const { name, blockedBy } = membership
  const leave = (
    <Button
      size="s"
      variant="ghost"
      aria-label={t('leaveOf', { name })}
      onClick={() => actions.open({ kind: 'leave', membership })}
    >
      {t('leave')}
    </Button>
  )
  return (
    <CardRow icon="building" name={name} facts={[blockedBy && t(BLOCKED[blockedBy])]} actions={!blockedBy && leave} />
  )
}

const AccountsCard = (props: SelfServiceViewProps) => {
  const { state, actions, t } = props
  return (
    <Card title={t('accountsTitle')} text={t('accountsText')}>
      <CardList
        phase="ready"
        failure={undefined}
        none={{ icon: 'building', text: '' }}
        texts={{ list: t('accountsTitle'), loading: '', failed: '', retry: '' }}
        onRetry={actions.load}
      >
        {(state.facts?.memberships ?? []).map((membership) => (
          <MembershipRow key={membership.tenantId} {...props} membership={membership} />
        ))}
      </CardList>
    </Card>
  )
}

const DeleteCard = ({ state, actions, t }: SelfServiceViewProps) => (
  <Card
    title={t('deleteTitle')}
    text={t('deleteText', { days: state.facts?.graceDays ?? 0 })}
    action={
      <Button variant="danger" icon="trash" onClick={() => actions.open({ kind: 'deleteUser' })}>
        {t('deleteButton')}
      </Button>
    }
  />
)

const loadDialogs = () =>
  loadChunk(() => import('./dialogs/self-service-dialogs.tsx')).then(({ SelfServiceDialogs }) => SelfServiceDialogs)

const SelfServiceView = (props: SelfServiceViewProps) => {
  const { state, actions, t, failures } = props
  if (state.phase === 'absent') return null
  if (state.phase !== 'ready') {
    return (
      <Card title={t('accountsTitle')}>
        <CardList
          phase={state.phase}
          failure={failures.page}
          none={{ icon: 'building', text: '' }}
          texts={{ list: t('accountsTitle'), loading: t('loading'), failed: t('loadFailed'), retry: t('retry') }}
          onRetry={actions.load}
        >
          {[]}
        </CardList>
      </Card>
    )
  }
  return (
    <>
      <EmailCard {...props} />
      <SocialCard {...props} />
      <AccountsCard {...props} />
      <DeleteCard {...props} />
      <LazyDialogs
        load={loadDialogs}
        isNeeded={state.dialog !== null}
        isCalm
        onMissing={actions.dialogsMissing}
        props={props}
      />
    </>
  )
}

export interface SelfServiceGiven {
  /** Called when the profile must be loaded again. */
  onChanged(): void
}

const SelfServicePart = (
  props: FeatureProps<SelfServiceState, SelfServiceActions, SelfServiceTexts> & SelfServiceGiven,
) => {
  const { state, actions, t, onChanged } = props
  const { user, activeTenant } = useSession()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user or account starts over
  useEffect(() => void actions.load(), [actions, user?.id, activeTenant?.tenantId])
  useNotice(state.notice, ({ key }) => {
    if (key === 'emailChanged') onChanged()
    return { tone: key === 'unavailable' ? 'danger' : 'success', text: t(key) }
  })
  const failures = {
    page: useFailureText(state.failure),
    dialog: useFailureText(state.dialogWork),
    linking: useFailureText(state.linking),
  }
  return <SelfServiceView state={state} actions={actions} t={t} email={user?.email ?? ''} failures={failures} />
}

export const selfServiceFeature = defineFeature<
  SelfServiceState,
  SelfServiceActions,
  SelfServiceTexts,
  SelfServiceGiven
>({
  initial: initialSelfService,
  slice: selfServiceSlice,
  messages: selfServiceMessages,
  Component: SelfServicePart,
})
