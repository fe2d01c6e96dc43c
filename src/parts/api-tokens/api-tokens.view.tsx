import { useMemo } from 'react'
import type { MessageSet } from '../../i18n/messages.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import type { MenuItem } from '../../ui/menu/menu-popover.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { pageFeature } from '../page-kit/page-feature.tsx'
import { MainButton, type PageButton, PageFrame } from '../page-kit/page-frame.tsx'
import type { ListQuery } from '../record-list/list-state.ts'
import { RecordList } from '../record-list/record-list.tsx'
import { tokensColumns } from './api-tokens.columns.tsx'
import css from './api-tokens.css'
import type { TokensTexts } from './api-tokens.messages.ts'
import { type TokenScope, type TokensViewProps, tokensSlice } from './api-tokens.slice.ts'
import { type ApiToken, canEdit, initialTokens, tokensUrl } from './api-tokens.state.ts'

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
