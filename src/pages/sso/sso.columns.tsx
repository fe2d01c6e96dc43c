import type { Translate } from '../../i18n/messages.ts'
import { RowLink } from '../../parts/record-list/record-list.tsx'
import { formatDate } from '../../rules/account-date.ts'
import { Badge } from '../../ui/badge/badge.tsx'
import type { Column } from '../../ui/data-table/data-table.tsx'
import { useLocale } from '../../ui/locale/locale.tsx'
import { RelativeTime } from '../../ui/relative-time/relative-time.tsx'
import { Truncated } from '../../ui/truncated/truncated.tsx'
import type { SsoActions } from './sso.actions.ts'
import type { SsoTexts } from './sso.messages.ts'
import { providerBeside } from './sso.providers.ts'
import { type Connection, certificateEnd, daysLeft, statusOf } from './sso.state.ts'

type Words = Translate<SsoTexts>

/** Companies take a few weeks to renew a certificate. */
const SOON_DAYS = 30

const TONES = { draft: 'neutral', enabled: 'success', disabled: 'warning' } as const

export const StatusBadge = ({ connection, t }: { connection: Connection; t: Words }) => {
  const status = statusOf(connection)
  return (
    <Badge tone={TONES[status]} dot>
      {t(status)}
    </Badge>
  )
}

const domainsText = ({ domains }: Connection, t: Words): string =>
  domains.map(({ domain, validated }) => (validated ? domain : t('domainUnverified', { domain }))).join(', ')

const Domains = ({ connection, t }: { connection: Connection; t: Words }) => {
  if (connection.domains.length === 0) return <span className="fe-sso-muted">{t('noDomains')}</span>
  return <Truncated text={domainsText(connection, t)} />
}

/** Returns the problems of a connection, most urgent first. */
const problemsOf = (connection: Connection, t: Words): string[] => {
  const days = daysLeft(connection, Date.now())
  const failures = connection.details?.failuresThisWeek ?? 0
  return [
    ...(connection.details?.guarantee?.problem ? [t('unconfirmed')] : []),
    ...(days !== undefined && days < 0 ? [t('certificateExpired')] : []),
    ...(days !== undefined && days >= 0 && days <= SOON_DAYS ? [t('certificateExpires', { count: days })] : []),
    ...(failures > 0 ? [t('failures', { count: failures })] : []),
  ]
}

const Health = ({ connection, t }: { connection: Connection; t: Words }) => {
  const { dates } = useLocale()
  const end = certificateEnd(connection)
  const problems = problemsOf(connection, t)
  if (problems.length > 0) return <Badge tone="warning">{problems.join(' · ')}</Badge>
  return (
    <span className="fe-sso-muted">
      {end === undefined ? t('healthy') : t('certificateExpiresOn', { date: formatDate(end, dates) })}
    </span>
  )
}

export const ssoColumns = (t: Words, actions: Pick<SsoActions, 'openSetup'>): Column<Connection>[] => [
  {
    id: 'name',
    header: t('nameHeader'),
    sortable: true,
    primary: true,
    cell: (connection) => (
      <span className="fe-sso-name">
        <RowLink onClick={() => actions.openSetup(connection)}>
          <Truncated text={connection.name} />
        </RowLink>
        <span className="fe-sso-muted">{providerBeside(connection)}</span>
      </span>
    ),
  },
  { id: 'status', header: t('statusHeader'), cell: (connection) => <StatusBadge connection={connection} t={t} /> },
  { id: 'domains', header: t('domainsHeader'), cell: (connection) => <Domains connection={connection} t={t} /> },
  { id: 'health', header: t('healthHeader'), cell: (connection) => <Health connection={connection} t={t} /> },
  {
    id: 'lastSignIn',
    header: t('lastSignInHeader'),
    cell: ({ details }) =>
      details?.lastSignInAt ? (
        <RelativeTime at={details.lastSignInAt} />
      ) : (
        <span className="fe-sso-muted">{t('never')}</span>
      ),
  },
]
