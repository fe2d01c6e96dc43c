import type { SsoConfig, SsoConnectionDetails } from '../../entities/sso.ts'
import type { Connection } from './sso.state.ts'

/** Returns a connection in its initial state: incomplete and turned off. */
export const anSsoConfig = (facts: Partial<SsoConfig> = {}): SsoConfig => ({
  id: 'c1',
  enabled: false,
  type: 'okta',
  ssoEndpoint: '',
  publicCertificate: '',
  signRequest: false,
  acsUrl: 'https://api.test/acs',
  spEntityId: 'https://api.test/sp',
  oidcClientId: '',
  oidcSecret: '',
  generatedVerification: 'proof',
  domains: [],
  roleIds: [],
  groups: [],
  skipEmailDomainValidation: false,
  ...facts,
})

/** Returns the details of a draft. */
export const connectionDetails = (facts: Partial<SsoConnectionDetails> = {}): SsoConnectionDetails => ({
  id: 'c1',
  name: 'Staff',
  status: 'draft',
  idpEntityId: '',
  metadataUrl: '',
  hasSecret: false,
  allowIdpInitiated: false,
  certificates: [],
  lastSignInAt: null,
  failuresThisWeek: 0,
  test: null,
  enforced: false,
  exemptUserIds: [],
  ...facts,
})

/** Returns a connection without details, as from an older backend. */
export const aConnection = (facts: Partial<Connection> = {}): Connection => ({
  ...anSsoConfig(),
  type: 'okta',
  name: 'Staff',
  ...facts,
})
