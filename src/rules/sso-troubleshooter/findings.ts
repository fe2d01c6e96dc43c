/** What a pasted text turned out to be. */
export type InputKind = 'response' | 'metadata' | 'certificate' | 'discovery' | 'url' | 'unknown'

/** Every fault that is identified; each has a text in `parts/sso-troubleshooter`. */
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

/** Sign-ins still work with these, for now. */
export const WARNINGS: readonly FaultId[] = ['certificateExpiresSoon', 'unsolicited', 'noPkce', 'noEmailScope']

export interface Finding {
  id: FaultId
  /** What was found and what was expected, for the text. */
  values: Readonly<Record<string, string>>
}

/** What a connection expects; what isn't known isn't compared. */
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
  /** Of an OpenID Connect connection. */
  issuer?: string
}

export interface Diagnosis {
  kind: InputKind
  findings: readonly Finding[]
  /** What was read, for the attribute preview. */
  user?: { nameId: string; nameIdFormat: string; attributes: Readonly<Record<string, readonly string[]>> }
}

/** Collects findings; the same one counts once. */
export const createReport = () => {
  const findings: Finding[] = []
  const add = (id: FaultId, values: Finding['values'] = {}): void => {
    if (!findings.some((one) => one.id === id)) findings.push({ id, values })
  }
  return { findings, add }
}

export type Report = ReturnType<typeof createReport>
