import type { SsoConfig } from '../../entities/sso.ts'
import type { SsoConnectionDetails } from '../../entities/sso-setup.ts'
import type { Connection } from './sso.state.ts'

/** Incomplete and turned off, as a connection starts. */
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

/** Those of a draft. */
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

/** As an older backend returns it: without details. */
export const aConnection = (facts: Partial<Connection> = {}): Connection => ({
  ...anSsoConfig(),
  type: 'okta',
  name: 'Staff',
  ...facts,
})
