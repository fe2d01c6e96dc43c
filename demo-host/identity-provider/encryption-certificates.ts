import { X509Certificate } from 'node:crypto'

/** Whose assertions are encrypted, and for which receiver: each account of an application has a key of its own. */
export interface EncryptionCertificates {
  /** Encrypts for users of this email domain from now on; `false` if the text is no certificate. */
  add(domain: string, certificate: string): boolean
  /** PEM; `undefined` for users whose assertions are only signed. */
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
