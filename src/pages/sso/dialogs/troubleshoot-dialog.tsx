import { useTexts } from '../../../feature/feature-context.tsx'
import type { Translate } from '../../../feature/messages.ts'
import { faultMessages } from '../../../parts/sso-troubleshooter/faults.messages.ts'
import { troubleshooterMessages } from '../../../parts/sso-troubleshooter/sso-troubleshooter.messages.ts'
import {
  SsoTroubleshooter,
  type SsoTroubleshooterProps,
} from '../../../parts/sso-troubleshooter/sso-troubleshooter.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import type { SsoTexts } from '../sso.messages.ts'
import { type Connection, isOidc } from '../sso.state.ts'

export interface TroubleshootDialogProps {
  /** What is pasted is compared with it. @default any connection */
  connection?: Connection
  t: Translate<SsoTexts>
  onClose(): void
}

const expectedOf = (connection: Connection): SsoTroubleshooterProps['expected'] => {
  const { acsUrl, spEntityId, publicCertificate, ssoEndpoint, details } = connection
  const domains = connection.domains.filter(({ validated }) => validated).map(({ domain }) => domain)
  const shared = domains.length > 0 ? { domains } : {}
  if (isOidc(connection)) return { ...shared, ...(ssoEndpoint && { issuer: ssoEndpoint }) }
  return {
    ...shared,
    acsUrl,
    spEntityId,
    ...(publicCertificate && { certificates: publicCertificate }),
    ...(details?.idpEntityId && { idpEntityId: details.idpEntityId }),
    ...(details && { allowIdpInitiated: details.allowIdpInitiated }),
  }
}

/** Explains what an identity provider sends; nothing that is pasted leaves the page. */
export const TroubleshootDialog = ({ connection, t, onClose }: TroubleshootDialogProps) => {
  const texts = useTexts(troubleshooterMessages)
  const faultText = useTexts(faultMessages)
  return (
    <Dialog
      open
      size="l"
      title={t('troubleshootTitle')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <SsoTroubleshooter
        expected={connection ? expectedOf(connection) : {}}
        now={Date.now}
        t={texts}
        faultText={faultText}
      />
    </Dialog>
  )
}
