import { useEffect, useState } from 'react'
import { useTexts } from '../../../feature/feature-context.tsx'
import type { Translate } from '../../../i18n/messages.ts'
import { faultMessages } from '../../../parts/sso-troubleshooter/faults.messages.ts'
import { readTypedCertificates, type TypedCertificate } from '../../../rules/sso-troubleshooter/typed-certificates.ts'
import { Alert } from '../../../ui/alert/alert.tsx'
import { RelativeTime } from '../../../ui/relative-time/relative-time.tsx'
import type { SetupTexts } from './setup.messages.ts'

/** Details of the typed certificates, before they are saved. */
export const TypedCertificates = ({ text, s }: { text: string; s: Translate<SetupTexts> }) => {
  const faultText = useTexts(faultMessages)
  const [found, setFound] = useState<readonly TypedCertificate[]>([])
  useEffect(() => {
    let isCurrent = true
    void readTypedCertificates(text, Date.now()).then((all) => {
      if (isCurrent) setFound(all)
    })
    return () => {
      isCurrent = false
    }
  }, [text])
  return (
    <ul className="fe-sso-list" aria-live="polite" aria-label={s('certificatesTyped')}>
      {found.map(({ subject, expiresAt, fingerprint, findings }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: unreadable ones have nothing else that names them
        <li key={`${index}${fingerprint}`} className="fe-sso-certificate">
          {subject && <b>{subject}</b>}
          {expiresAt !== undefined && (
            <span>
              {s('certificateDates')} <RelativeTime at={expiresAt} absolute />
            </span>
          )}
          {fingerprint && (
            <>
              <span className="fe-sso-muted">{s('fingerprint')}</span>
              <code>{fingerprint}</code>
            </>
          )}
          {findings.map(({ id, values }) => (
            <Alert key={id} tone={id === 'certificateUnreadable' ? 'danger' : 'warning'}>
              {faultText(id, values)}
            </Alert>
          ))}
        </li>
      ))}
    </ul>
  )
}
