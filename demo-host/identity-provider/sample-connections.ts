import type { CustomSocialSetting } from '../../src/backend/domain/settings/custom-social-providers.ts'
import type { SocialSetting } from '../../src/backend/domain/settings/social-providers.ts'
import { EMPTY_SETUP } from '../../src/backend/domain/sso/setup/setups.ts'
import { SOCIAL_PROVIDERS } from '../../src/backend/domain/sso/social-providers.ts'
import { acsUrlOf, spEntityIdOf } from '../../src/backend/domain/sso/sso.ts'
import { applyVendorSettings } from '../../src/backend/domain/vendor-settings/apply.ts'
import { pathText } from '../../src/backend/domain/vendor-settings/canonical.ts'
import type { VendorSettings } from '../../src/backend/domain/vendor-settings/kinds.ts'
import { secretReferences } from '../../src/backend/domain/vendor-settings/secrets.ts'
import { readStored } from '../../src/backend/domain/vendor-settings/stored.ts'
import type { Ports } from '../../src/backend/ports.ts'
import { tenantIdOf } from '../../src/backend/sample/tenants.ts'
import { userIdOf } from '../../src/backend/sample/users.ts'
import { stableId } from '../../src/backend/stable-id.ts'
import type { SsoConnectionRecord, SsoSetupRecord } from '../../src/backend/store/records.ts'
import { type Collections, unlessDuplicate } from '../../src/backend/store/store.ts'
import { addEmptyDirectory, addSampleDirectory } from './sample-directory.ts'

/** The identity provider of the sample users of `sso.test` and `saml.test`, also used for social logins. */
interface ForeignProvider {
  issuer: string
  saml: { entityId: string; ssoUrl: string; certificate: string }
  client: { id: string; secret: string }
  apiUrl: string
}

/** Reference to the secret that a vendor with this file would set; the demo includes it. */
const SECRET_REFERENCE = 'env:DEMO_PROVIDER_SECRET'

const OIDC_ID = stableId('sso connection oidc')
const SAML_ID = stableId('sso connection saml')
const DRAFT_ID = stableId('sso connection draft')
const INITECH_ID = stableId('sso connection initech')

const blank = (given: ForeignProvider, now: number) => ({
  tenantId: tenantIdOf('solstice'),
  enabled: true,
  idpEntityId: '',
  publicCertificate: '',
  signRequest: false,
  acsUrl: acsUrlOf(given.apiUrl),
  spEntityId: spEntityIdOf(given.apiUrl),
  oidcClientId: '',
  oidcSecret: '',
  roleIds: '[]',
  groups: '[]',
  skipEmailDomainValidation: false,
  allowIdpInitiated: false,
  configMetadata: '{}',
  guarantorId: null,
  createdAt: now,
  updatedAt: now,
})

/** Facts that depend on the provider's URL and key. */
const oidcFacts = ({ issuer, client }: ForeignProvider) => ({
  ssoEndpoint: issuer,
  oidcClientId: client.id,
  oidcSecret: client.secret,
})

const samlFacts = ({ saml, apiUrl }: ForeignProvider) => ({
  ssoEndpoint: saml.ssoUrl,
  idpEntityId: saml.entityId,
  publicCertificate: saml.certificate,
  acsUrl: acsUrlOf(apiUrl),
  spEntityId: spEntityIdOf(apiUrl),
})

const connections = (given: ForeignProvider, now: number): SsoConnectionRecord[] => [
  {
    ...blank(given, now),
    id: OIDC_ID,
    type: 'oidc',
    generatedVerification: `front-entry=${stableId('verification oidc')}`,
    ...oidcFacts(given),
  },
  {
    ...blank(given, now),
    id: SAML_ID,
    type: 'saml',
    generatedVerification: `front-entry=${stableId('verification saml')}`,
    allowIdpInitiated: true,
    ...samlFacts(given),
  },
]

/** Returns a connection that an administrator has started, besides those in use. */
const draft = (given: ForeignProvider, now: number): SsoConnectionRecord => ({
  ...blank(given, now),
  id: DRAFT_ID,
  enabled: false,
  type: 'okta',
  ssoEndpoint: '',
  generatedVerification: `front-entry=${stableId('verification draft')}`,
})

/** Returns a connection that is ready to be tested and turned on; until then the administrator signs in by password. */
const ofInitech = (given: ForeignProvider, now: number): SsoConnectionRecord => ({
  ...blank(given, now),
  id: INITECH_ID,
  tenantId: tenantIdOf('initech'),
  enabled: false,
  type: 'saml',
  generatedVerification: `front-entry=${stableId('verification initech')}`,
  guarantorId: userIdOf('ian@it.test'),
  ...samlFacts(given),
})

const setups = (now: number): SsoSetupRecord[] =>
  [
    { id: OIDC_ID, name: 'Harbour ID', enabledAt: now },
    { id: SAML_ID, name: 'Harbour ID (SAML)', enabledAt: now },
    { id: DRAFT_ID, name: 'Okta for contractors', enabledAt: null },
    { id: INITECH_ID, name: 'Initech staff', enabledAt: null, tenantId: tenantIdOf('initech') },
  ].map((facts) => ({
    ...EMPTY_SETUP,
    tenantId: tenantIdOf('solstice'),
    ...facts,
    createdAt: now,
    updatedAt: now,
  }))

const domainOf = (connectionId: string, domain: string, now: number) => ({
  id: stableId(`sso domain ${domain}`),
  connectionId,
  tenantId: tenantIdOf('solstice'),
  domain,
  validated: true,
  createdAt: now,
})

const socialProviders = ({ issuer, client }: ForeignProvider): SocialSetting[] =>
  SOCIAL_PROVIDERS.map((type) => ({
    type,
    active: true,
    clientId: client.id,
    clientSecret: SECRET_REFERENCE,
    issuer,
    customised: false,
    additionalScopes: [],
    prompt: 'select_account',
  }))

const customProviders = ({ issuer, client }: ForeignProvider): CustomSocialSetting[] => [
  {
    id: stableId('custom provider'),
    displayName: 'Harbour ID',
    active: true,
    clientId: client.id,
    clientSecret: SECRET_REFERENCE,
    scopes: 'openid email profile',
    ssoLogoUrl: null,
    issuer,
    authorizationUrl: `${issuer}/auth`,
    userInfoUrl: `${issuer}/me`,
  },
]

/** Sets up the social providers, and keeps the vendor's other settings. */
const setUpProviders = async (ports: Ports, given: ForeignProvider): Promise<void> => {
  const { settings, secrets } = await readStored(ports)
  const wanted: VendorSettings = {
    ...settings,
    socialProviders: { providers: socialProviders(given) },
    customSocialProviders: { providers: customProviders(given) },
  }
  const own = secretReferences(wanted).filter(({ reference }) => reference === SECRET_REFERENCE)
  const all = new Map([...secrets, ...own.map(({ path }) => [pathText(path), given.client.secret] as const)])
  await applyVendorSettings(ports, { settings: wanted, secrets: all })
}

/** Adds the connections on the first start; later starts only update the provider's URL and key. */
export const connectForeignProvider = async (ports: Ports, given: ForeignProvider): Promise<void> => {
  const { store, clock } = ports
  const now = clock.now()
  const connect = async (inside: Collections) => {
    if (await inside.ssoConnections.get(OIDC_ID)) {
      await inside.ssoConnections.update({ id: OIDC_ID }, oidcFacts(given))
      await inside.ssoConnections.update({ id: { in: [SAML_ID, INITECH_ID] } }, samlFacts(given))
      return
    }
    await inside.ssoConnections.insertMany([...connections(given, now), draft(given, now), ofInitech(given, now)])
    await inside.ssoSetups.insertMany(setups(now))
    await inside.ssoDomains.insertMany([domainOf(OIDC_ID, 'sso.test', now), domainOf(SAML_ID, 'saml.test', now)])
    await addSampleDirectory(inside, now)
    await addEmptyDirectory(inside, now)
  }
  await setUpProviders(ports, given)
  // Another process that adds them at the same time adds the same rows.
  await unlessDuplicate(store.transaction(connect))
}
