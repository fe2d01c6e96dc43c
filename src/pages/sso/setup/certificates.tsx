import { Badge } from '../../../ui/badge/badge.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { RelativeTime } from '../../../ui/relative-time/relative-time.tsx'
import type { StepProps } from '../setup.props.ts'

/** The certificates with which responses are verified, as parsed by the server. */
export const Certificates = ({ connection, s }: Pick<StepProps, 'connection' | 's'>) => {
  const certificates = connection.details?.certificates
  if (!certificates) return null
  return (
    <Card title={s('certificates')}>
      {certificates.length === 0 && <p className="fe-sso-muted">{s('noCertificates')}</p>}
      <ul className="fe-sso-list">
        {certificates.map(({ subject, expiresAt, fingerprint }) => (
          <li key={fingerprint} className="fe-sso-certificate">
            <b>{subject}</b>
            <span>
              {s('certificateDates')} <RelativeTime at={expiresAt} absolute />{' '}
              {Date.parse(String(expiresAt)) < Date.now() && <Badge tone="danger">{s('expired')}</Badge>}
            </span>
            <span className="fe-sso-muted">{s('fingerprint')}</span>
            <code>{fingerprint}</code>
          </li>
        ))}
      </ul>
    </Card>
  )
}
