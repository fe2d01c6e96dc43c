import type { IncomingMessage, ServerResponse } from 'node:http'
import { inflateRawSync } from 'node:zlib'
import { DOMParser } from '@xmldom/xmldom'
import { sendHtml } from './http.ts'
import { page } from './login-page.ts'
import { entityIdOf, type SamlSettings } from './saml.ts'
import { logoutResponseXml, signedQuery } from './saml-logout.ts'

const MAX_REQUEST_BYTES = 20_000

/** Accepts logout requests by the redirect binding and confirms them (SAML Profiles 4.4.4). */
export const createSamlLogout =
  ({ origin, serviceProviders, credentials }: SamlSettings) =>
  (request: IncomingMessage, response: ServerResponse) => {
    const { searchParams } = new URL(request.url ?? '/', origin)
    const encoded = Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')
    const text = inflateRawSync(encoded, { maxOutputLength: MAX_REQUEST_BYTES }).toString('utf8')
    const root = new DOMParser().parseFromString(text, 'text/xml').documentElement
    const issuer = root.getElementsByTagName('*')[0]?.textContent?.trim()
    const destination = serviceProviders.find(({ entityId }) => entityId === issuer)?.logoutUrl
    if (!destination || root.localName !== 'LogoutRequest')
      return sendHtml(response, page('Not accepted', '<h1>Not accepted</h1>'), 400)
    const facts = { issuer: entityIdOf(origin), destination, inResponseTo: root.getAttribute('ID') ?? '' }
    const relayState = searchParams.get('RelayState') ?? ''
    const query = signedQuery(logoutResponseXml(facts), credentials, { field: 'SAMLResponse', relayState })
    return response.writeHead(302, { location: `${destination}?${query}`, 'cache-control': 'no-store' }).end()
  }
