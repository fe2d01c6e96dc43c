import { createSign, randomUUID } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { escapeHtml as xml } from '../server/html.ts'
import type { Credentials } from './credentials.ts'
import { signed } from './saml-response.ts'

const NAMES = 'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"'
const SIGNATURE = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const at = (time: number) => new Date(time).toISOString()

/** Facts of a logout message; tests change single ones. */
interface LogoutFacts {
  issuer: string
  destination: string
  id?: string
  now?: number
}

export interface LogoutRequestFacts extends LogoutFacts {
  nameId: string
  sessionIndex?: string
  lifeMs?: number
}

const headOf = ({ id = `_${randomUUID()}`, now = Date.now(), destination }: LogoutFacts): string =>
  `ID="${xml(id)}" Version="2.0" IssueInstant="${at(now)}" Destination="${xml(destination)}"`

/** Returns a logout request (SAML Core 3.7.1). */
export const logoutRequestXml = (facts: LogoutRequestFacts): string => {
  const { now = Date.now(), lifeMs = 300_000, sessionIndex, issuer, nameId } = facts
  const index = sessionIndex === undefined ? '' : `<samlp:SessionIndex>${xml(sessionIndex)}</samlp:SessionIndex>`
  return `<samlp:LogoutRequest ${NAMES} ${headOf(facts)} NotOnOrAfter="${at(now + lifeMs)}"><saml:Issuer>${xml(issuer)}</saml:Issuer><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">${xml(nameId)}</saml:NameID>${index}</samlp:LogoutRequest>`
}

/** Returns a logout response (SAML Core 3.7.2). */
export const logoutResponseXml = (facts: LogoutFacts & { inResponseTo: string }): string =>
  `<samlp:LogoutResponse ${NAMES} ${headOf(facts)} InResponseTo="${xml(facts.inResponseTo)}"><saml:Issuer>${xml(facts.issuer)}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status></samlp:LogoutResponse>`

type Field = 'SAMLRequest' | 'SAMLResponse'

/** Returns the query of the redirect binding, signed in its encoded form (SAML Bindings 3.4.4.1). */
export const signedQuery = (
  text: string,
  { privateKey }: Pick<Credentials, 'privateKey'>,
  { field, relayState = '' }: { field: Field; relayState?: string },
): string => {
  const value = encodeURIComponent(deflateRawSync(text).toString('base64'))
  const state = relayState && `&RelayState=${encodeURIComponent(relayState)}`
  const covered = `${field}=${value}${state}&SigAlg=${encodeURIComponent(SIGNATURE)}`
  const signature = createSign('RSA-SHA256').update(covered).sign(privateKey, 'base64')
  return `${covered}&Signature=${encodeURIComponent(signature)}`
}

/** Returns the value of the POST binding, signed inside. */
export const signedMessage = (text: string, credentials: Credentials): string =>
  Buffer.from(signed(text, / ID="([^"]+)"/.exec(text)?.[1] ?? '', credentials)).toString('base64')
