import type { ReactNode } from 'react'
import type { AuditColumn } from '../../../entities/audits.ts'
import type { JsonValue } from '../../../entities/wire.ts'
import { isRecord, jsonText } from '../../../kernel/safe-json.ts'
import { formatDate } from '../../../rules/account-date.ts'
import { Button } from '../../../ui/button/button.tsx'
import { CopyButton } from '../../../ui/copy-button/copy-button.tsx'
import { Drawer } from '../../../ui/drawer/drawer.tsx'
import { IconButton } from '../../../ui/icon-button/icon-button.tsx'
import { useLocale } from '../../../ui/locale/locale.tsx'
import type { AuditsViewProps } from '../audits.actions.ts'
import { cellValue, FALLBACK_COLUMNS, headerOf, SeverityBadge, textOf } from '../audits.columns.tsx'
import type { ListedAudit } from '../audits.state.ts'

type DetailsProps = AuditsViewProps & { row: ListedAudit }

const jsonOf = ({ id: _id, ...row }: ListedAudit): string => jsonText(row, 2)

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

/** The changes of an event, with the values before and after side by side. Other values are shown as recorded. */
const Changes = ({ value, t }: { value: JsonValue; t: AuditsViewProps['t'] }) => {
  const isChange = isRecord(value) && ('before' in value || 'after' in value)
  if (!isChange) return <Code value={value} t={t} />
  const { before, after, ...rest } = value
  return (
    <>
      <Comparison before={before} after={after} t={t} />
      {Object.keys(rest).length > 0 && <Code value={rest as JsonValue} t={t} />}
    </>
  )
}

const Code = ({ value, t }: { value: JsonValue; t: AuditsViewProps['t'] }) => (
  <section className="fe-audits-section" aria-label={t('json')}>
    <h3 className="fe-audits-heading">{t('json')}</h3>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled part must be reachable by keyboard */}
    <pre className="fe-audits-json" tabIndex={0}>
      {jsonText(value, 2)}
    </pre>
  </section>
)

const Comparison = ({ before, after, t }: { before: unknown; after: unknown; t: AuditsViewProps['t'] }) => (
  <section className="fe-audits-section" aria-label={t('changes')}>
    <h3 className="fe-audits-heading">{t('changes')}</h3>
    <table className="fe-audits-changes">
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          <th scope="col">{t('before')}</th>
          <th scope="col">{t('after')}</th>
        </tr>
      </thead>
      <tbody>
        {changedFields(before, after).map(({ name, from, to, isChanged }) => (
          <tr key={name} data-changed={isChanged || undefined}>
            <th scope="row">{name}</th>
            <td>{from}</td>
            <td>{to}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

interface ChangedField {
  name: string
  from: string
  to: string
  isChanged: boolean
}

const NOTHING = '–'

const writtenValue = (value: unknown): string => {
  if (value === undefined || value === null) return NOTHING
  return typeof value === 'string' ? value : jsonText(value, 1)
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> => {
  if (isRecord(value)) return value
  return value === undefined || value === null ? {} : { '': value }
}

/** Returns the fields of both sides, with the changed ones first. */
export const changedFields = (before: unknown, after: unknown): ChangedField[] => {
  const [left, right] = [fieldsOf(before), fieldsOf(after)]
  const fields = [...new Set([...Object.keys(left), ...Object.keys(right)])].map((name) => {
    const [from, to] = [left, right].map((side) => writtenValue(Object.hasOwn(side, name) ? side[name] : undefined))
    return { name, from: from ?? NOTHING, to: to ?? NOTHING, isChanged: from !== to }
  })
  return fields.sort((one, other) => Number(other.isChanged) - Number(one.isChanged))
}
