import type { OwnMembership, SocialAccount } from '../../../contract/me.ts'
import { loadChunk } from '../../../kernel/load-chunk.ts'
import { CardList } from '../../../parts/card-list/card-list.tsx'
import { CardRow } from '../../../parts/card-list/card-row.tsx'
import { LazyDialogs } from '../../../parts/lazy-dialogs/lazy-dialogs.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { Menu } from '../../../ui/menu/menu.tsx'
import { RelativeTime } from '../../../ui/relative-time/relative-time.tsx'
import type { SelfServiceViewProps } from './self-service.props.ts'
import { freeWays } from './self-service.state.ts'

const EmailCard = ({ state, actions, t, email }: SelfServiceViewProps) => {
  const manager = state.facts?.emailManagedBy
  const change = (
    <Button icon="edit" onClick={() => actions.open({ kind: 'changeEmail' })}>
      {t('changeEmail')}
    </Button>
  )
  return (
    <Card title={t('emailTitle')} text={t('emailText', { email })} action={!manager && change}>
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
  return <CardRow icon="link" name={label} facts={[email, since]} actions={disconnect} />
}

const SocialCard = (props: SelfServiceViewProps) => {
  const { state, actions, t, failures } = props
  const accounts = state.facts?.socialAccounts ?? []
  const free = freeWays(state)
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

export const SelfServiceView = (props: SelfServiceViewProps) => {
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
