import { createHash } from 'node:crypto'
import { logoutUrlOf } from '../../src/backend/domain/sso/saml-metadata.ts'
import { acsUrlOf, spEntityIdOf } from '../../src/backend/domain/sso/sso.ts'
import type { Ports } from '../../src/backend/ports.ts'
import type { Origins } from '../server/pages.ts'
import type { Dns } from './dns.ts'
import { connectForeignProvider } from './sample-connections.ts'
import { type IdentityProvider, type IdentityProviderSettings, startIdentityProvider } from './start.ts'

const CLIENT_ID = 'front-entry-demo'

/** Returns a secret shared by both sides of the demo, which run on this machine; useless anywhere else. */
const secretOf = ({ api }: Origins): string => createHash('sha256').update(`demo ${api}`).digest('base64url')

/** Starts the foreign identity provider next to the demo host, which is one of its applications. */
export const startForDemo = (
  origins: Origins,
  dns: Dns,
  services: IdentityProviderSettings['services'] = [],
): Promise<IdentityProvider> => {
  const { host, api, idp } = origins
  const entityId = spEntityIdOf(api)
  const login = `${host}/account/login`
  return startIdentityProvider({
    port: Number(new URL(idp).port),
    services,
    clients: [
      {
        client_id: CLIENT_ID,
        client_name: 'Front Entry demo',
        client_secret: secretOf(origins),
        redirect_uris: [host, `${api}/oauth`].flatMap((origin) => [
          `${origin}/account/oidc/callback`,
          `${origin}/account/social/success`,
        ]),
        post_logout_redirect_uris: [login],
      },
    ],
    serviceProviders: [{ entityId, acsUrl: acsUrlOf(api), logoutUrl: logoutUrlOf(api), name: 'Front Entry demo' }],
    console: { clientId: CLIENT_ID, clientSecret: secretOf(origins), dns },
    links: [
      { label: 'Application settings, for the setup of single sign-on', href: '/console' },
      { label: 'DNS, for the validation of domains', href: '/dns' },
      { label: 'Directory, which pushes users and groups by SCIM', href: '/directory' },
      { label: 'Webhook receivers, with what arrived', href: '/hooks' },
      { label: 'Slack workspace, with the messages it received', href: '/slack' },
      // The application starts a normal sign-in (OpenID Connect Core 4).
      {
        label: 'Front Entry demo, as Sue (OpenID Connect)',
        href: `${login}?${new URLSearchParams({ iss: idp, login_hint: 'sue@sso.test' })}`,
      },
      { label: 'Front Entry demo (SAML)', href: `/saml/start?${new URLSearchParams({ sp: entityId })}` },
    ],
  })
}

/** Connects the sample tenants with the provider. */
export const connectDemo = (ports: Ports, { issuer, saml }: IdentityProvider, origins: Origins): Promise<void> =>
  connectForeignProvider(ports, {
    issuer,
    saml,
    client: { id: CLIENT_ID, secret: secretOf(origins) },
    apiUrl: origins.api,
  })
