import { useMemo } from 'react'
import type { MessageSet, Translate } from '../../i18n/messages.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Badge } from '../../ui/badge/badge.tsx'
import { CopyButton } from '../../ui/copy-button/copy-button.tsx'
import type { Column } from '../../ui/data-table/data-table.tsx'
import { useLocale } from '../../ui/locale/locale.tsx'
import type { MenuItem } from '../../ui/menu/menu-popover.tsx'
import { NameChips } from '../../ui/name-chips/name-chips.tsx'
import { RelativeTime } from '../../ui/relative-time/relative-time.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { Tooltip } from '../../ui/tooltip/tooltip.tsx'
import { Truncated } from '../../ui/truncated/truncated.tsx'
import { pageFeature } from '../page-kit/page-feature.tsx'
import { MainButton, type PageButton, PageFrame } from '../page-kit/page-frame.tsx'
import type { ListQuery } from '../record-list/list-state.ts'
import { RecordList } from '../record-list/record-list.tsx'
import css from './api-tokens.css'
import type { TokensTexts } from './api-tokens.messages.ts'
import { type TokenScope, type TokensViewProps, tokensSlice } from './api-tokens.slice.ts'
import { type ApiToken, canEdit, initialTokens, isExpired, type RoleOption, tokensUrl } from './api-tokens.state.ts'

type Words = Translate<TokensTexts>

const Expiry = ({ token, t }: { token: ApiToken; t: Words }) => {
  const { now } = useLocale()
  if (token.expires === null) return <Badge>{t('neverChipLabel')}</Badge>
  if (isExpired(token, now())) return <Badge tone="danger">{t('expiredChipLabel')}</Badge>
  return <RelativeTime at={token.expires} absolute />
}

/** Shown on a token that currently has fewer permissions than its roles grant. */
const Guarantee = ({ token: { guarantee }, t, tenant }: { token: ApiToken; t: Words; tenant: string }) => {
  if (!guarantee || guarantee.state === 'whole') return null
  const isStopped = guarantee.state === 'stopped'
  const name = guarantee.guarantor?.name || guarantee.guarantor?.email || ''
  return (
    <Tooltip text={isStopped ? t('stoppedHint', { tenant }) : t('limitedHint', { name })} focusable>
      <Badge tone={isStopped ? 'danger' : 'warning'}>{t(isStopped ? 'stopped' : 'limited')}</Badge>
    </Tooltip>
  )
}

const Name = ({ token, t, tenant }: { token: ApiToken; t: Words; tenant: string }) => (
  <span className="fe-tokens-lines">
    <span className="fe-tokens-name">
      <Truncated text={token.name} />
    </span>
    <Guarantee token={token} t={t} tenant={tenant} />
    {token.kind === 'ClientCredentials' && (
      <span className="fe-tokens-id">
        <Truncated text={token.id} />
        <CopyButton text={token.id} label={t('copyId', { name: token.name })} />
      </span>
    )}
  </span>
)

const Roles = ({ token, roles, t }: { token: ApiToken; roles: readonly RoleOption[]; t: Words }) => (
  <NameChips
    names={token.roleIds.map((id) => roles.find((role) => role.id === id)?.name ?? t('unknown'))}
    none={t('noRoles')}
    more={(count) => t('moreRoles', { count })}
  />
)

const Created = ({ token, creator, t }: { token: ApiToken; creator: string | undefined; t: Words }) => (
  <span className="fe-tokens-lines fe-tokens-muted">
    <RelativeTime at={token.createdAt} />
    {creator && <Truncated text={t('createdBy', { name: creator })} />}
  </span>
)

interface ColumnParts {
  t: Words
  tenant: string
  hasRoles: boolean
  roles: readonly RoleOption[]
  creators: Readonly<Record<string, string>>
}

const tokensColumns = ({ t, tenant, hasRoles, roles, creators }: ColumnParts): Column<ApiToken>[] => {
  const rolesColumn: Column<ApiToken> = {
    id: 'roles',
    header: t('rolesHeader'),
    phone: 'hidden',
    cell: (token) => <Roles token={token} roles={roles} t={t} />,
  }
  return [
    {
      id: 'name',
      header: t('nameHeader'),
      sortable: true,
      primary: true,
      width: '28%',
      cell: (token) => <Name token={token} t={t} tenant={tenant} />,
    },
    ...(hasRoles ? [rolesColumn] : []),
    {
      id: 'type',
      header: t('typeHeader'),
      wide: true,
      phone: 'hidden',
      cell: ({ kind }) => (
        <span className="fe-tokens-type">
          {t(kind === 'AccessToken' ? 'accessTokenType' : 'clientCredentialsType')}
        </span>
      ),
    },
    {
      id: 'createdAt',
      header: t('createdOnHeader'),
      wide: true,
      sortable: true,
      width: '17%',
      cell: (token) => <Created token={token} creator={creators[token.createdByUserId ?? '']} t={t} />,
    },
    {
      id: 'lastUsed',
      header: t('lastUsedHeader'),
      cell: ({ lastUsedAt }) => (
        <span className="fe-tokens-muted">
          <RelativeTime at={lastUsedAt} none={lastUsedAt === null ? t('neverUsed') : t('unknown')} />
        </span>
      ),
    },
    { id: 'expires', header: t('expiresHeader'), cell: (token) => <Expiry token={token} t={t} /> },
  ]
}

const loadDialogs = () => loadChunk(() => import('./token-dialogs.tsx')).then(({ TokenDialogs }) => TokenDialogs)

const rowMenu = ({ state, actions, t }: TokensViewProps, token: ApiToken): MenuItem[] => {
  const { viewer } = state
  const edit: MenuItem = {
    id: 'edit',
    label: t('editAction'),
    icon: 'edit',
    onSelect: () => actions.openDialog({ kind: 'edit', token }),
  }
  const isLess = token.guarantee !== undefined && token.guarantee.state !== 'whole'
  const vouch: MenuItem = {
    id: 'vouch',
    label: t('vouchAction'),
    icon: 'check',
    onSelect: () => void actions.vouch(token),
  }
  const revoke: MenuItem = {
    id: 'revoke',
    label: t('deleteApiTokenAction'),
    icon: 'trash',
    danger: true,
    separated: true,
    onSelect: () => actions.openDialog({ kind: 'revoke', token }),
  }
  return [
    ...(canEdit(state) && viewer?.may.create ? [edit] : []),
    ...(isLess && viewer?.may.create ? [vouch] : []),
    ...(viewer?.may.revoke ? [revoke] : []),
  ]
}

const mainOf = ({ state, actions, t }: TokensViewProps): PageButton | undefined =>
  state.viewer?.may.create && state.kind
    ? { label: t('generateTokenButton'), icon: 'plus', onSelect: () => actions.openDialog({ kind: 'create' }) }
    : undefined

const TokensView = (props: TokensViewProps) => {
  useSheet(css)
  const { state, actions, t, hasRoles } = props
  const { list, roles, creators, viewer } = state
  const main = mainOf(props)
  const tenant = viewer?.tenantName ?? ''
  const columns = useMemo(
    () => tokensColumns({ t, tenant, hasRoles, roles, creators }),
    [t, tenant, hasRoles, roles, creators],
  )
  return (
    <PageFrame
      className="fe-tokens"
      title={t('pageTitle')}
      description={t('pageDescription', { tenant })}
      main={main}
      isReady={list.phase === 'ready' || list.phase === 'failed'}
      dialogs={loadDialogs}
      page={props}
    >
      {viewer && !state.kind && (
        <div className="fe-tokens-off">
          <Alert tone="info">{t('turnedOff')}</Alert>
        </div>
      )}
      <RecordList<ApiToken, ListQuery>
        list={list}
        label={t('pageTitle')}
        searchLabel={t('searchLabel')}
        total={t('total', { count: list.totalItems })}
        columns={columns}
        nameOf={({ name }) => name}
        menu={(token) => rowMenu(props, token)}
        onChange={actions.change}
        onRetry={actions.reload}
        empty={{
          icon: 'key',
          title: t('noApiTokensYet'),
          text: viewer?.may.create ? t('noApiTokensYetDescription') : t('noApiTokensReadOnly'),
          action: main && <MainButton {...main} />,
        }}
        noMatch={{ title: t('noResultFound'), text: t('noResultFoundDescription'), clear: t('clearSearch') }}
      />
    </PageFrame>
  )
}

interface TokensFeatureParts extends TokenScope {
  messages: MessageSet<TokensTexts>
}

type ScopedView = (props: Omit<TokensViewProps, 'hasRoles'>) => React.ReactNode

const WithRoles: ScopedView = (props) => <TokensView {...props} hasRoles />
const WithoutRoles: ScopedView = (props) => <TokensView {...props} hasRoles={false} />

/** Creates one of the two token pages. */
export const tokensFeature = ({ messages, ...scope }: TokensFeatureParts) =>
  pageFeature({
    initial: initialTokens,
    slice: tokensSlice(scope),
    messages,
    url: tokensUrl,
    typed: ({ list }) => list.query.search,
    View: scope.hasRoles ? WithRoles : WithoutRoles,
  })
