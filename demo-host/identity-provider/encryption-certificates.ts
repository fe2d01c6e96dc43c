import { X509Certificate } from 'node:crypto'

/**
 * The users whose assertions are encrypted, and the receiver's certificate: each account of an application has its own
 * key.
 */
export interface EncryptionCertificates {
  /** Encrypts for users of this email domain from now on; returns `false` if the text isn't a certificate. */
  add(domain: string, certificate: string): boolean
  /** Returns the PEM; `undefined` for users whose assertions are only signed. */
  of(email: string): string | undefined
}

const pemOf = (text: string): string | undefined => {
  try {
    return new X509Certificate(text).toString()
  } catch {
    return undefined
  }
}

export const createEncryptionCertificates = (): EncryptionCertificates => {
  const byDomain = new Map<string, string>()
  return {
    add(domain, text) {
      const certificate = pemOf(text)
      if (certificate) byDomain.set(domain, certificate)
      return certificate !== undefined
    },
    of: (email) => byDomain.get(email.split('@').at(-1) ?? ''),
  }
}
