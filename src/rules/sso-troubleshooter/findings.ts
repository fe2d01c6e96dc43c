/** Kind of a pasted text. */
export type InputKind = 'response' | 'metadata' | 'certificate' | 'discovery' | 'url' | 'unknown'

/** Every fault that is detected; each has a text in `parts/sso-troubleshooter`. */
export const FAULTS = [
  // Any input.
  'unrecognized',
  'tooLarge',
  'base64Damaged',
  'inflateDamaged',
  'xmlMalformed',
  'doctype',
  'htmlPasted',
  'privateKeyPasted',
  // SAML responses.
  'requestPasted',
  'oldProtocol',
  'redirectBinding',
  'statusFailed',
  'noAssertion',
  'severalAssertions',
  'encryptedWithoutKey',
  'weakEncryption',
  'destination',
  'recipient',
  'noRecipient',
  'audience',
  'noAudience',
  'issuer',
  'expired',
  'clockAhead',
  'tooOld',
  'unsolicited',
  'httpUrl',
  'unsigned',
  'sha1',
  'weakSignature',
  'signatureElsewhere',
  'wrongCertificate',
  'noNameId',
  'transientNameId',
  'noEmail',
  'malformedEmail',
  'emailDomain',
  'mappedAttributeMissing',
  // SAML metadata.
  'serviceProviderMetadata',
  'severalEntities',
  'noEntityId',
  'noIdentityProvider',
  'noSigningCertificate',
  'noSignInUrl',
  'noRedirectBinding',
  'metadataExpired',
  'metadataIssuer',
  // Certificates.
  'requestForCertificate',
  'publicKeyPasted',
  'certificateUnreadable',
  'certificateExpired',
  'certificateExpiresSoon',
  'certificateNotYetValid',
  'certificateKeyTooShort',
  'certificateKeyKind',
  // OpenID Connect discovery.
  'discoveryUrl',
  'innerUrl',
  'discoveryMalformed',
  'noIssuer',
  'discoveryIssuer',
  'endpointMissing',
  'noCodeFlow',
  'noPkce',
  'noEmailScope',
  'noSignedIdToken',
] as const

export type FaultId = (typeof FAULTS)[number]

/** Faults with which sign-ins still work for now. */
export const WARNINGS: readonly FaultId[] = ['certificateExpiresSoon', 'unsolicited', 'noPkce', 'noEmailScope']

export interface Finding {
  id: FaultId
  /** Found and expected values, for the text. */
  values: Readonly<Record<string, string>>
}

/** Values that a connection expects; unknown ones aren't compared. */
export interface Expected {
  now: number
  acsUrl?: string
  spEntityId?: string
  idpEntityId?: string
  /** PEM of all accepted certificates. */
  certificates?: string
  /** Whether the account has a key for encrypted assertions. */
  hasEncryptionKey?: boolean
  /** Whether sign-ins may start at the provider. */
  allowIdpInitiated?: boolean
  /** Verified domains. */
  domains?: readonly string[]
  attributes?: { email?: string; name?: string; groups?: string }
  /** Issuer of an OpenID Connect connection. */
  issuer?: string
}

export interface Diagnosis {
  kind: InputKind
  findings: readonly Finding[]
  /** User that was read, for the attribute preview. */
  user?: { nameId: string; nameIdFormat: string; attributes: Readonly<Record<string, readonly string[]>> }
}

/** Collects findings; duplicates count once. */
export const createReport = () => {
  const findings: Finding[] = []
  const add = (id: FaultId, values: Finding['values'] = {}): void => {
    if (!findings.some((one) => one.id === id)) findings.push({ id, values })
  }
  return { findings, add }
}

export type Report = ReturnType<typeof createReport>
