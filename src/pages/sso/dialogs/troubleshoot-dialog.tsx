import { useEffect } from 'react'
import { useTexts } from '../../../feature/feature-context.tsx'
import { faultMessages } from '../../../parts/sso-troubleshooter/faults.messages.ts'
import { troubleshooterMessages } from '../../../parts/sso-troubleshooter/sso-troubleshooter.messages.ts'
import {
  SsoTroubleshooter,
  type SsoTroubleshooterProps,
} from '../../../parts/sso-troubleshooter/sso-troubleshooter.tsx'
import { Alert } from '../../../ui/alert/alert.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Skeleton } from '../../../ui/skeleton/skeleton.tsx'
import type { SsoViewProps } from '../sso.actions.ts'
import { type Connection, isOidc, type SamlPanel } from '../sso.state.ts'

type Expected = SsoTroubleshooterProps['expected']

/** Returns the settings that are loaded separately from the connection. */
const loadedOf = ({ id }: Connection, saml: SamlPanel | undefined): Expected => {
  if (saml?.connectionId !== id || !saml.options || !saml.keys) return {}
  return { attributes: saml.options.attributes, hasEncryptionKey: saml.keys.keys.length > 0 }
}

/** Returns the values that the troubleshooter compares with; unknown settings are left out. */
export const expectedOf = (connection: Connection, saml: SamlPanel | undefined): Expected => {
  const { acsUrl, spEntityId, publicCertificate, ssoEndpoint, details } = connection
  const domains = connection.domains.filter(({ validated }) => validated).map(({ domain }) => domain)
  const shared = domains.length > 0 ? { domains } : {}
  if (isOidc(connection)) return { ...shared, ...(ssoEndpoint && { issuer: ssoEndpoint }) }
  return {
    ...shared,
    ...loadedOf(connection, saml),
    acsUrl,
    spEntityId,
    ...(publicCertificate && { certificates: publicCertificate }),
    ...(details?.idpEntityId && { idpEntityId: details.idpEntityId }),
    ...(details && { allowIdpInitiated: details.allowIdpInitiated }),
  }
}

export interface TroubleshootDialogProps extends SsoViewProps {
  /** The connection that pasted text is compared with. @default any connection */
  connection?: Connection
  onClose(): void
}

/**
 * Returns whether further settings are compared. An older backend has none, and those of OpenID Connect aren't
 * compared.
 */
const hasComparedSettings = (connection: Connection | undefined): connection is Connection =>
  connection?.details !== undefined && !isOidc(connection)

/** Returns the connection's keys and mapping. Loaded data isn't reloaded, because one of its forms may be open. */
const useSaml = ({ connection, state, actions }: TroubleshootDialogProps): SamlPanel | undefined => {
  const { loadSaml } = actions
  const saml = state.saml?.connectionId === connection?.id ? state.saml : undefined
  const wanted = hasComparedSettings(connection) && !saml ? connection : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once for each connection, not after each of its changes
  useEffect(() => {
    if (wanted) void loadSaml(wanted)
  }, [wanted?.id, loadSaml])
  return saml
}

/** Explains the data that an identity provider sends. Pasted text never leaves the page. */
export const TroubleshootDialog = (props: TroubleshootDialogProps) => {
  const { t, onClose } = props
  return (
    <Dialog
      open
      size="l"
      title={t('troubleshootTitle')}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <Body {...props} saml={useSaml(props)} />
    </Dialog>
  )
}

const Body = ({ connection, actions, t, saml }: TroubleshootDialogProps & { saml: SamlPanel | undefined }) => {
  const texts = useTexts(troubleshooterMessages)
  const faultText = useTexts(faultMessages)
  const isLoading = saml?.phase === 'loading'
  // Pasted text stays while a failed load is retried.
  if (hasComparedSettings(connection) && (!saml || (isLoading && saml.error === undefined))) {
    return (
      <div role="status" aria-label={t('troubleshootLoading')}>
        <Skeleton height="240px" />
      </div>
    )
  }
  return (
    <>
      {connection && saml?.error !== undefined && (
        <Alert
          tone="warning"
          action={
            <Button busy={isLoading} onClick={() => void actions.loadSaml(connection)}>
              {t('troubleshootRetry')}
            </Button>
          }
        >
          {t('troubleshootPartly')}
        </Alert>
      )}
      <SsoTroubleshooter
        expected={connection ? expectedOf(connection, saml) : {}}
        now={Date.now}
        t={texts}
        faultText={faultText}
      />
    </>
  )
}
