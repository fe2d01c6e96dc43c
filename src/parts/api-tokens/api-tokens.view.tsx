import { lazy, Suspense, useMemo } from 'react'
import type { FeatureProps } from '../../feature/define.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import type { MenuItem } from '../../ui/menu/menu.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import { PageHeader } from '../page-header/page-header.tsx'
import { RecordList } from '../record-list/record-list.tsx'
import { tokensColumns } from './api-tokens.columns.tsx'
import css from './api-tokens.css'
import type { TokensTexts } from './api-tokens.messages.ts'
import type { TokensActions } from './api-tokens.slice.ts'
import type { ApiToken, TokensState } from './api-tokens.state.ts'

export interface TokensViewProps extends FeatureProps<TokensState, TokensActions, TokensTexts> {
  /** An account's tokens have roles. */
  hasRoles: boolean
}

/** They follow the list, so that it does not wait for them. */
const Dialogs = lazy(() => import('./token-dialogs.tsx').then(({ TokenDialogs }) => ({ default: TokenDialogs })))

const rowMenu = ({ state, actions, t }: TokensViewProps, token: ApiToken): MenuItem[] => {
  const { viewer, canEdit } = state
  const edit: MenuItem = {
    id: 'edit',
    label: t('editAction'),
    icon: 'edit',
    onSelect: () => actions.openDialog({ kind: 'edit', token }),
  }
  const revoke: MenuItem = {
    id: 'revoke',
    label: t('deleteApiTokenAction'),
    icon: 'trash',
    danger: true,
    separated: true,
    onSelect: () => actions.openDialog({ kind: 'revoke', token }),
  }
  return [...(canEdit && viewer?.may.create ? [edit] : []), ...(viewer?.may.revoke ? [revoke] : [])]
}

const CreateButton = ({ state, actions, t }: TokensViewProps) =>
  state.viewer?.may.create &&
  state.kind && (
    <Button variant="primary" icon="plus" onClick={() => actions.openDialog({ kind: 'create' })}>
      {t('generateTokenButton')}
    </Button>
  )

export const TokensView = (props: TokensViewProps) => {
  useSheet(css)
  const { state, actions, t, hasRoles } = props
  const { roles, makers, viewer } = state
  const columns = useMemo(() => tokensColumns({ t, hasRoles, roles, makers }), [t, hasRoles, roles, makers])
  return (
    <div className="fe-tokens">
      <PageHeader title={t('pageTitle')} description={t('pageDescription', { tenant: viewer?.tenantName ?? '' })}>
        <CreateButton {...props} />
      </PageHeader>
      {viewer && !state.kind && (
        <div className="fe-tokens-off">
          <Alert tone="info">{t('turnedOff')}</Alert>
        </div>
      )}
      <RecordList<ApiToken>
        list={state.list}
        label={t('pageTitle')}
        searchLabel={t('searchLabel')}
        total={t('total', { count: state.list.totalItems })}
        columns={columns}
        menu={(token) => rowMenu(props, token)}
        onChange={actions.change}
        onRetry={actions.reload}
        empty={{
          icon: 'key',
          title: t('noApiTokensYet'),
          text: viewer?.may.create ? t('noApiTokensYetDescription') : t('noApiTokensReadOnly'),
          action: <CreateButton {...props} />,
        }}
        noMatch={{ title: t('noResultFound'), text: t('noResultFoundDescription'), clear: t('clearSearch') }}
      />
      {state.dialog && (
        <Suspense fallback={null}>
          <Dialogs {...props} />
        </Suspense>
      )}
    </div>
  )
}
