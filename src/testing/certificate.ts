import { webcrypto } from 'node:crypto'
import 'reflect-metadata'
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509'

const DAY_MS = 86_400_000
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** A private key and its certificate, as PEM. */
export interface Certificate {
  key: string
  cert: string
}

/** Returns a certificate for a host that no authority signed, and that has expired if it is `ended`. */
export const certify = async (host: string, { ended = false } = {}): Promise<Certificate> => {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const now = Date.now()
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: [{ CN: [host] }],
    notBefore: new Date(now - 10 * DAY_MS),
    notAfter: new Date(now + (ended ? -DAY_MS : DAY_MS)),
    signingAlgorithm: ALGORITHM,
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: host }])],
    keys: keys as CryptoKeyPair,
  })
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  return {
    key: `-----BEGIN PRIVATE KEY-----\n${der}\n-----END PRIVATE KEY-----\n`,
    cert: certificate.toString('pem'),
  }
}
