import { createPublicKey, KeyObject, webcrypto } from 'node:crypto'
import 'reflect-metadata'
import { X509CertificateGenerator } from '@peculiar/x509'

export interface Credentials {
  privateKey: KeyObject
  publicKey: KeyObject
  /** In PEM format. */
  certificate: string
}

const DAY = 86_400_000
const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
} as const

/** Creates a key and a certificate that only names it: SAML trusts the key, not the certificate's signer. */
export const createCredentials = async (name: string): Promise<Credentials> => {
  const keys = await webcrypto.subtle.generateKey(RSA, true, ['sign', 'verify'])
  const now = Date.now()
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name: `CN=${name}`,
    notBefore: new Date(now - DAY),
    notAfter: new Date(now + 3650 * DAY),
    signingAlgorithm: RSA,
    // Node.js and the DOM have different types for the same object.
    keys: keys as CryptoKeyPair,
  })
  const privateKey = KeyObject.from(keys.privateKey)
  return { privateKey, publicKey: createPublicKey(privateKey), certificate: certificate.toString('pem') }
}
