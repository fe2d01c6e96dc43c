import { certificatesIn, checkCertificate } from './check-certificate.ts'
import { bytesOf } from './decode.ts'
import { readCertificate } from './der.ts'
import { createReport, type Finding } from './findings.ts'

/** One certificate in the text, with anything the user should know before saving it. */
export interface TypedCertificate {
  subject: string
  /** ISO 8601; `undefined` when unreadable. */
  expiresAt: string | undefined
  /** SHA-256 in hexadecimal, as provider consoles show it. */
  fingerprint: string
  /** Findings, such as expired, weak or unreadable. */
  findings: readonly Finding[]
}

/** Same as the number that the server stores. */
const MAX_SHOWN = 10

const fingerprintOf = async (bytes: Uint8Array): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':')
}

const typedCertificate = async (base64: string, now: number): Promise<TypedCertificate> => {
  const report = createReport()
  checkCertificate(report, base64, { now })
  const bytes = bytesOf(base64)
  const facts = bytes && readCertificate(bytes)
  return {
    subject: facts?.subject ?? '',
    expiresAt: facts && new Date(facts.notAfter).toISOString(),
    fingerprint: bytes && facts ? await fingerprintOf(bytes) : '',
    findings: report.findings,
  }
}

/** Reads each certificate in the text, in order; nothing leaves the page. */
export const readTypedCertificates = (text: string, now: number): Promise<TypedCertificate[]> =>
  Promise.all(
    certificatesIn(text)
      .slice(0, MAX_SHOWN)
      .map((base64) => typedCertificate(base64, now)),
  )
