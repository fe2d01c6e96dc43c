import { federation } from '../../../contract/federation.ts'
import { appLink } from '../../call/app-links.ts'
import type { Ports } from '../../ports.ts'
import { escapeMarkup } from '../mail/shown-text.ts'
import { samlKeysOf } from './saml-keys.ts'
import { acsUrlOf, spEntityIdOf } from './sso.ts'

const BINDINGS = 'urn:oasis:names:tc:SAML:2.0:bindings'

export const logoutUrlOf = (apiUrl: string): string => new URL(federation.receiveLogout.path, apiUrl).href

/**
 * Returns the URL to which an OpenID Connect provider redirects after a logout. It is registered with the provider, so
 * it has no fragment.
 */
export const oidcLogoutReturn = (config: Ports['config']): string => {
  const url = new URL(appLink(config, 'loginUrl'))
  url.hash = ''
  return url.href
}

const keyXml = (use: 'signing' | 'encryption', certificate: string): string =>
  `<md:KeyDescriptor use="${use}"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate.replace(/-----[^-]+-----|\s/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`

const serviceXml = (name: string, binding: string, url: string): string =>
  `<md:${name} Binding="${BINDINGS}:${binding}" Location="${escapeMarkup(url)}"/>`

/**
 * Returns whether logouts are turned on. If the metadata lists the service, providers send logouts to it, which a
 * connection without it refuses.
 */
const isLogoutOn = async ({ store }: Ports, tenantId: string): Promise<boolean> =>
  (await store.samlSettings.list({ tenantId })).some(({ logoutUrl }) => logoutUrl !== '')

/**
 * Returns our metadata for an identity provider (SAML Metadata 2.4.4). It contains only the newest encryption key of
 * the tenant.
 */
export const serviceProviderXml = async (ports: Ports, tenantId: string | undefined): Promise<string> => {
  const { apiUrl } = ports.config
  const [newest] = tenantId === undefined ? [] : await samlKeysOf(ports, tenantId)
  const keys = [
    keyXml('signing', await ports.saml.signingCertificate()),
    newest && keyXml('encryption', newest.certificate),
  ]
  const hasLogout = tenantId !== undefined && (await isLogoutOn(ports, tenantId))
  const logout = (hasLogout ? ['HTTP-Redirect', 'HTTP-POST'] : []).map((each) =>
    serviceXml('SingleLogoutService', each, logoutUrlOf(apiUrl)),
  )
  return `<?xml version="1.0"?>\n<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${escapeMarkup(spEntityIdOf(apiUrl))}"><md:SPSSODescriptor WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.filter(Boolean).join('')}${logout.join('')}<md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat><md:AssertionConsumerService index="0" isDefault="true" Binding="${BINDINGS}:HTTP-POST" Location="${escapeMarkup(acsUrlOf(apiUrl))}"/></md:SPSSODescriptor></md:EntityDescriptor>\n`
}
