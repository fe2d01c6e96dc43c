import type { ReactNode } from 'react'
import type { AuditColumn } from '../../../entities/audits.ts'
import { formatDate } from '../../../rules/account-date.ts'
import { Button } from '../../../ui/button/button.tsx'
import { CopyButton } from '../../../ui/copy-button/copy-button.tsx'
import { Drawer } from '../../../ui/drawer/drawer.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import { cellValue, FALLBACK_COLUMNS, headerOf, SeverityBadge, textOf } from '../audits.columns.tsx'
import type { AuditsViewProps } from '../audits.props.ts'
import type { ListedAudit } from '../audits.state.ts'
import { Changes } from './changes.tsx'

type DetailsProps = AuditsViewProps & { row: ListedAudit }

const jsonOf = ({ id: _id, ...row }: ListedAudit): string => JSON.stringify(row, null, 2)

/** All details of one event. */
export const DetailsDrawer = (props: DetailsProps) => {
  const { actions, t, row } = props
  return (
    <Drawer open side="end" label={t('details')} onClose={actions.closeDialog}>
      <div className="fe-audits-details">
        <div className="fe-audits-details-head">
          <h2 className="fe-audits-details-title">{row.action || t('details')}</h2>
          <CopyButton text={jsonOf(row)} label={t('copyJson')} size="m" />
          <IconButton icon="x" label={t('close')} onClick={actions.closeDialog} />
        </div>
        <div className="fe-audits-actions">
          {row.email && (
            <Button size="s" icon="user" onClick={() => actions.showOnly({ email: row.email })}>
              {t('ofUser')}
            </Button>
          )}
          {row.ip && (
            <Button size="s" icon="search" onClick={() => actions.showOnly({ ip: row.ip })}>
              {t('ofIp')}
            </Button>
          )}
        </div>
        <Facts {...props} />
        {(row.json ?? []).map((value, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the values of one event never change their order
          <Changes key={at} value={value} t={t} />
        ))}
      </div>
    </Drawer>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="fe-audits-fact">
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const isShown = ({ showInTable, showInMoreInfo, type }: AuditColumn) =>
  type !== 'Json' && (showInTable || !['', 'false'].includes(String(showInMoreInfo)))

const Facts = ({ state, t, row }: DetailsProps) => {
  const columns = (state.columns.value ?? FALLBACK_COLUMNS).filter(isShown)
  return (
    <dl>
      {columns.map((column) => (
        <Value key={column.name} column={column} row={row} t={t} />
      ))}
      {row.seq !== undefined && <Fact label={t('seq')}>{row.seq}</Fact>}
      {row.hash && (
        <Fact label={t('hash')}>
          <Copyable label={t('hash')} text={row.hash} t={t} />
        </Fact>
      )}
    </dl>
  )
}

const Copyable = ({ label, text, t }: { label: string; text: string } & Pick<DetailsProps, 't'>) => (
  <>
    <span className="fe-audits-code">{text}</span>
    <CopyButton size="s" text={text} label={t('copyOf', { label })} />
  </>
)

const isCopied = ({ name, type }: AuditColumn) => ['Email', 'IpAddress'].includes(type) || name === 'tenantId'

const Value = ({ column, row, t }: { column: AuditColumn } & Pick<DetailsProps, 'row' | 't'>) => {
  const { dates } = useLocale()
  const text = textOf(cellValue(row, column.name))
  const label = headerOf(column, t)
  if (!text) return null
  if (column.type === 'Timestamp') {
    return <Fact label={label}>{formatDate(text, { ...dates, time: 'full' }) || text}</Fact>
  }
  if (column.type === 'Severity') {
    return (
      <Fact label={label}>
        <SeverityBadge severity={text} />
      </Fact>
    )
  }
  return <Fact label={label}>{isCopied(column) ? <Copyable label={label} text={text} t={t} /> : text}</Fact>
}
