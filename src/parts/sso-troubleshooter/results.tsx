import type { Translate } from '../../i18n/messages.ts'
import { type AttributeMapping, MAPPED_FIELDS, mappedUser } from '../../rules/saml-attributes.ts'
import { type Diagnosis, type Finding, type InputKind, WARNINGS } from '../../rules/sso-troubleshooter/findings.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Card } from '../../ui/card/card.tsx'
import type { FaultTexts } from './faults.messages.ts'
import type { TroubleshooterTexts } from './sso-troubleshooter.messages.ts'

interface ResultsProps {
  diagnosis: Diagnosis
  mapping: AttributeMapping | undefined
  t: Translate<TroubleshooterTexts>
  faultText: Translate<FaultTexts>
}

const KINDS = {
  response: 'kindResponse',
  metadata: 'kindMetadata',
  certificate: 'kindCertificate',
  discovery: 'kindDiscovery',
  url: 'kindUrl',
  unknown: 'kindUnknown',
} as const satisfies Record<InputKind, keyof TroubleshooterTexts>

const FIELDS = { email: 'userEmail', name: 'userName', groups: 'userGroups' } as const

const FindingAlert = ({
  finding,
  t,
  faultText,
}: Omit<ResultsProps, 'diagnosis' | 'mapping'> & { finding: Finding }) => {
  const { id, values } = finding
  const compared = (['found', 'expected'] as const).filter((key) => values[key])
  return (
    <Alert tone={WARNINGS.includes(id) ? 'warning' : 'danger'}>
      <p>{faultText(id, values)}</p>
      {compared.length > 0 && (
        <dl className="fe-trouble-values">
          {compared.map((key) => (
            <div key={key}>
              <dt>{t(key)}</dt>
              <dd>{values[key]}</dd>
            </div>
          ))}
        </dl>
      )}
    </Alert>
  )
}

/** The user as the connection would read them. Changes of the mapping show here before they are saved. */
const MappedUser = ({ diagnosis, mapping, t }: ResultsProps) => {
  if (!diagnosis.user) return null
  const user = mappedUser(diagnosis.user, mapping)
  const shown = { email: user.email, name: user.name, groups: user.groups.join(', ') }
  return (
    <Card title={t('userTitle')}>
      <dl className="fe-trouble-values">
        {MAPPED_FIELDS.map((field) => (
          <div key={field}>
            <dt>{t(FIELDS[field])}</dt>
            <dd>
              {shown[field] || t('userNone')} {user.from[field] && t('userFrom', { attribute: user.from[field] })}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

export const Results = (props: ResultsProps) => {
  const { diagnosis, t, faultText } = props
  const { kind, findings } = diagnosis
  const values = { kind: t(KINDS[kind]), count: findings.length }
  return (
    <div className="fe-trouble-results">
      {findings.length === 0 ? (
        <Alert tone="success" title={t('noProblemTitle', values)}>
          <p>{t('noProblemText')}</p>
        </Alert>
      ) : (
        <p role="status">{t('resultTitle', values)}</p>
      )}
      {findings.map((finding) => (
        <FindingAlert key={finding.id} finding={finding} t={t} faultText={faultText} />
      ))}
      <MappedUser {...props} />
    </div>
  )
}
