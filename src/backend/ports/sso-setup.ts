import type { MetadataWarning, SsoCertificate } from '../../entities/sso.ts'

/** A certificate in the form in which it is stored, with facts from its content. */
export interface ReadCertificate {
  pem: string
  facts: SsoCertificate
}

/** Facts from the metadata of a SAML identity provider (SAML Metadata 2.4.3). */
export interface ReadMetadata {
  entityId: string
  /** URL for sign-in requests, of the redirect binding if there is one. */
  ssoUrl: string
  /** URL for logout messages, and the one for responses if it is another. */
  logout: { url: string; binding: 'redirect' | 'post'; responseUrl?: string } | undefined
  warnings: readonly MetadataWarning[]
  certificates: readonly ReadCertificate[]
  wantsSignedRequests: boolean
}

/** Text that a user entered can't be used; the message is shown to them. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError'
}

/** Functions for setting up a connection that signing in doesn't need. */
export interface SsoSetupPort {
  /**
   * Returns every certificate in the text: PEM blocks, base64 of DER, or base64 of PEM.
   *
   * @throws UnreadableError
   */
  readCertificates(text: string): ReadCertificate[]
  /** @throws UnreadableError */
  readMetadata(xml: string, now: number): ReadMetadata
  /**
   * Fetches the text at a URL that a user entered; never one inside the server's network.
   *
   * @throws UnreadableError
   */
  fetchText(url: string): Promise<string>
  /** Returns the TXT records of a domain, an empty list if it has none. */
  resolveTxt(domain: string): Promise<readonly string[]>
}
