import type { Policies } from '../domain/policies/policies.ts'
import { SOCIAL_PROVIDERS } from '../domain/sso/social-providers.ts'
import type { CustomSocialSetting, SocialSetting } from '../domain/sso/social-settings.ts'
import { acsUrlOf, spEntityIdOf } from '../domain/sso/sso.ts'
import { EMPTY_SETUP } from '../domain/sso-setup/setups.ts'
import type { SsoConnectionRecord, SsoSetupRecord } from '../store/records.ts'
import { type Collections, DuplicateError, type Store } from '../store/store.ts'
import { addSampleDirectory } from './directory.ts'
import { idOf } from './seeded.ts'
import { tenantIdOf } from './tenants.ts'

/** The identity provider the sample users of `sso.test` and `saml.test` have, and social logins go to. */
export interface ForeignProvider {
  issuer: string
  saml: { entityId: string; ssoUrl: string; certificate: string }
  client: { id: string; secret: string }
  apiUrl: string
}

const OIDC_ID = idOf('sso connection oidc')
const SAML_ID = idOf('sso connection saml')
const DRAFT_ID = idOf('sso connection draft')

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
  createdAt: now,
  updatedAt: now,
})

/** What changes with the provider's address and key. */
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
    generatedVerification: `front-entry=${idOf('verification oidc')}`,
    ...oidcFacts(given),
  },
  {
    ...blank(given, now),
    id: SAML_ID,
    type: 'saml',
    generatedVerification: `front-entry=${idOf('verification saml')}`,
    allowIdpInitiated: true,
    ...samlFacts(given),
  },
]

/** One that an administrator has begun, beside those in use. */
const draft = (given: ForeignProvider, now: number): SsoConnectionRecord => ({
  ...blank(given, now),
  id: DRAFT_ID,
  enabled: false,
  type: 'okta',
  ssoEndpoint: '',
  generatedVerification: `front-entry=${idOf('verification draft')}`,
})

const setups = (now: number): SsoSetupRecord[] =>
  [
    { id: OIDC_ID, name: 'Harbour ID', enabledAt: now },
    { id: SAML_ID, name: 'Harbour ID (SAML)', enabledAt: now },
    { id: DRAFT_ID, name: 'Okta for contractors', enabledAt: null },
  ].map((facts) => ({
    ...EMPTY_SETUP,
    ...facts,
    tenantId: tenantIdOf('solstice'),
    createdAt: now,
    updatedAt: now,
  }))

const domainOf = (connectionId: string, domain: string, now: number) => ({
  id: idOf(`sso domain ${domain}`),
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
    clientSecret: client.secret,
    issuer,
    customised: false,
    additionalScopes: [],
    prompt: 'select_account',
  }))

const customProviders = ({ issuer, client }: ForeignProvider): CustomSocialSetting[] => [
  {
    id: idOf('custom provider'),
    displayName: 'Harbour ID',
    active: true,
    clientId: client.id,
    clientSecret: client.secret,
    scopes: 'openid email profile',
    ssoLogoUrl: null,
    issuer,
    authorizationUrl: `${issuer}/auth`,
    userInfoUrl: `${issuer}/me`,
  },
]

const savePolicies = async (store: Collections, given: ForeignProvider, now: number): Promise<void> => {
  const values: Partial<Policies> = {
    'social-providers': { providers: socialProviders(given) },
    'custom-social-providers': { providers: customProviders(given) },
  }
  for (const [kind, value] of Object.entries(values)) {
    const patch = { value: JSON.stringify(value), updatedAt: now }
    if (await store.policies.update({ tenantId: null, kind }, patch)) continue
    await store.policies.insert({ id: idOf(`policy ${kind} null`), tenantId: null, kind, createdAt: now, ...patch })
  }
}

/** Adds the connections on the first start; later ones only learn the provider's new address and key. */
export const connectForeignProvider = async (store: Store, given: ForeignProvider, now: number): Promise<void> => {
  const connect = async (inside: Collections) => {
    const isFirst = (await inside.policies.count({ tenantId: null, kind: 'social-providers' })) === 0
    await savePolicies(inside, given, now)
    if (!isFirst) {
      await inside.ssoConnections.update({ id: OIDC_ID }, oidcFacts(given))
      await inside.ssoConnections.update({ id: SAML_ID }, samlFacts(given))
      return
    }
    await inside.ssoConnections.insertMany([...connections(given, now), draft(given, now)])
    await inside.ssoSetups.insertMany(setups(now))
    await inside.ssoDomains.insertMany([domainOf(OIDC_ID, 'sso.test', now), domainOf(SAML_ID, 'saml.test', now)])
    await addSampleDirectory(inside, now)
  }
  try {
    await store.transaction(connect)
  } catch (error) {
    // Another process was quicker; its rows are the same.
    if (!(error instanceof DuplicateError)) throw error
  }
}
