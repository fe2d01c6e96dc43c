import type { Translate } from '../../i18n/messages.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import { CopyButton } from '../../ui/copy-button/copy-button.tsx'
import type { Column } from '../../ui/data-table/data-table.tsx'
import { useLocale } from '../../ui/locale/locale.tsx'
import { NameChips } from '../../ui/name-chips/name-chips.tsx'
import { RelativeTime } from '../../ui/relative-time/relative-time.tsx'
import { Tooltip } from '../../ui/tooltip/tooltip.tsx'
import { Truncated } from '../../ui/truncated/truncated.tsx'
import type { TokensTexts } from './api-tokens.messages.ts'
import { type ApiToken, isExpired, type RoleOption } from './api-tokens.state.ts'

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

export const tokensColumns = ({ t, tenant, hasRoles, roles, creators }: ColumnParts): Column<ApiToken>[] => {
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
