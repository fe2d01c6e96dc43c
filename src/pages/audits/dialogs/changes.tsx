import type { JsonValue } from '../../../entities/wire.ts'
import { isRecord } from '../../../kernel/safe-json.ts'
import type { AuditsViewProps } from '../audits.props.ts'
import { changedFields } from './changed-fields.ts'

/** The changes of an event, with the values before and after side by side. Other values are shown as recorded. */
export const Changes = ({ value, t }: { value: JsonValue; t: AuditsViewProps['t'] }) => {
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
      {JSON.stringify(value, null, 2)}
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
