import type { SsoTroubleshooterProps } from '../../../parts/sso-troubleshooter/sso-troubleshooter.tsx'
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
