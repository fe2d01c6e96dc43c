import { bytesOf } from './decode.ts'
import { readCertificate } from './der.ts'
import type { Expected, Report } from './findings.ts'

const PEM = /-----BEGIN CERTIFICATE-----([^-]*)-----END CERTIFICATE-----/g
const SOON_MS = 30 * 86_400_000
const MIN_BITS = 2_048

/** Returns the base64 of each certificate in the text, without spaces. */
export const certificatesIn = (text: string): string[] => {
  const blocks = [...text.matchAll(PEM)].map(([, body = '']) => body)
  return (blocks.length > 0 ? blocks : [text]).map((body) => body.replace(/\s/g, '')).filter(Boolean)
}

export const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Reports whether a certificate can be used now. */
export const checkCertificate = ({ add }: Report, base64: string, { now }: Expected): void => {
  const bytes = bytesOf(base64)
  const facts = bytes && readCertificate(bytes)
  if (!facts) {
    add('certificateUnreadable')
    return
  }
  const { subject, notBefore, notAfter, key, bits } = facts
  if (notAfter <= now) add('certificateExpired', { subject, date: dateOf(notAfter) })
  else if (notAfter <= now + SOON_MS) add('certificateExpiresSoon', { subject, date: dateOf(notAfter) })
  if (notBefore > now) add('certificateNotYetValid', { subject, date: dateOf(notBefore) })
  if (key !== 'rsa') add('certificateKeyKind', { subject })
  else if (bits < MIN_BITS) add('certificateKeyTooShort', { subject, bits: String(bits) })
}

/** Checks a pasted certificate, possibly with private data that must never be pasted. */
export const checkCertificateText = (report: Report, text: string, expected: Expected): void => {
  const { add } = report
  if (/-----BEGIN (NEW )?CERTIFICATE REQUEST-----/.test(text)) {
    add('requestForCertificate')
    return
  }
  if (/-----BEGIN (RSA )?PUBLIC KEY-----/.test(text)) {
    add('publicKeyPasted')
    return
  }
  const found = certificatesIn(text)
  for (const certificate of found) checkCertificate(report, certificate, expected)
  const known = expected.certificates ? certificatesIn(expected.certificates) : []
  const isKnown = known.length === 0 || found.some((certificate) => known.includes(certificate))
  if (report.findings.length === 0 && !isKnown) add('wrongCertificate')
}
