import type { MetadataWarning, SsoCertificate } from '../../entities/sso-setup.ts'

/** A certificate as it is stored, and what it says about itself. */
export interface ReadCertificate {
  pem: string
  facts: SsoCertificate
}

/** What the metadata of a SAML identity provider says (SAML Metadata 2.4.3). */
export interface ReadMetadata {
  entityId: string
  /** Where sign-ins are requested, by the redirect binding if there is one. */
  ssoUrl: string
  /** Where logout messages are taken. */
  logout: { url: string; binding: 'redirect' | 'post' } | undefined
  warnings: readonly MetadataWarning[]
  certificates: readonly ReadCertificate[]
  wantsSignedRequests: boolean
}

/** Why text that a user gave can't be used; the message is shown to them. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError'
}

/** What setting up a connection needs besides signing in by it. */
export interface SsoSetupPort {
  /**
   * Every certificate in the text: PEM blocks, base64 of DER, or base64 of PEM.
   *
   * @throws UnreadableError
   */
  readCertificates(text: string): ReadCertificate[]
  /** @throws UnreadableError */
  readMetadata(xml: string, now: number): ReadMetadata
  /**
   * The text at a URL that a user typed in; never one inside the server's network.
   *
   * @throws UnreadableError
   */
  fetchText(url: string): Promise<string>
  /** The TXT records of a domain, an empty list when it has none. */
  resolveTxt(domain: string): Promise<readonly string[]>
}
