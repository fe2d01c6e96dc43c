const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** PEM blocks, or the bare base64 that metadata files carry. */
export const certificatesOf = (text: string): string[] => {
  const blocks = text.match(BLOCK)
  return blocks ? [...blocks] : [text.trim()].filter(Boolean)
}

/** RFC 7468 §5. */
export const pemOf = (certificate: string): string => {
  if (certificate.startsWith('-----')) return certificate
  const lines = certificate.replace(/\s/g, '').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}
