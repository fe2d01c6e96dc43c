const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** Returns the certificates in PEM blocks, or in the bare base64 of metadata files. */
export const certificatesOf = (text: string): string[] => {
  const blocks = text.match(BLOCK)
  return blocks ? [...blocks] : [text.trim()].filter(Boolean)
}

/** Formats a certificate as PEM (RFC 7468 §5). */
export const pemOf = (certificate: string): string => {
  if (certificate.startsWith('-----')) return certificate
  const lines = certificate.replace(/\s/g, '').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
