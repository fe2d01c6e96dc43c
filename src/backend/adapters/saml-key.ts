import 'reflect-metadata'
import { createPrivateKey, createPublicKey, randomBytes, webcrypto } from 'node:crypto'
import { X509CertificateGenerator } from '@peculiar/x509'
import { rereading } from '../../kernel/lazy.ts'
import type { SamlKeyPair } from '../ports/saml.ts'
import type { SecretBox } from '../ports.ts'
import { type KeyStore, loadKeys } from './sealing-key.ts'

const DAY_MS = 86_400_000
/** Providers trust the key itself; most warn when a certificate has expired. */
const CERTIFICATE_DAYS = 3_650
const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
} as const

/** Secrets are sealed for this use only. */
const USE = { purpose: 'saml-request-key', owner: 'saml-request' }

const pemOf = (key: Buffer): string =>
  createPrivateKey({ key, format: 'der', type: 'pkcs8' }).export({ type: 'pkcs8', format: 'pem' }).toString()

/** Creates a certificate that only names the key. */
const certify = async (privateKey: string, name: string): Promise<string> => {
  const secret = createPrivateKey(privateKey).export({ type: 'pkcs8', format: 'der' })
  const open = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const keys = {
    privateKey: await webcrypto.subtle.importKey('pkcs8', secret, RSA, false, ['sign']),
    publicKey: await webcrypto.subtle.importKey('spki', open, RSA, true, ['verify']),
  }
  const now = Date.now()
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: `01${randomBytes(8).toString('hex')}`,
    name: [{ CN: [name] }],
    notBefore: new Date(now - DAY_MS),
    notAfter: new Date(now + CERTIFICATE_DAYS * DAY_MS),
    signingAlgorithm: RSA,
    // Node.js and the DOM have different types for the same object.
    keys: keys as CryptoKeyPair,
  })
  return certificate.toString('pem')
}

const makeKey = async (): Promise<string> => {
  const { privateKey } = await webcrypto.subtle.generateKey(RSA, true, ['sign', 'verify'])
  return pemOf(Buffer.from(await webcrypto.subtle.exportKey('pkcs8', privateKey)))
}

export const newKeyPair = async (name: string): Promise<SamlKeyPair> => {
  const privateKey = await makeKey()
  return { privateKey, certificate: await certify(privateKey, name) }
}

const keyOf = async (store: KeyStore, kind: string, make: () => Promise<string>): Promise<string> => {
  const [key] = await loadKeys(store, kind, make)
  if (!key) throw new Error('There is no key for SAML requests')
  return key.value
}

/** Creates the key that our SAML messages are signed with, and its certificate, on first use. */
export const createSamlKey = (store: KeyStore, box: SecretBox): (() => Promise<SamlKeyPair>) =>
  rereading(async () => {
    const stored = await keyOf(store, 'saml-request', async () => box.seal(await makeKey(), USE))
    const { text: privateKey } = await box.open(stored, USE)
    const certificate = await keyOf(store, 'saml-request-certificate', () => certify(privateKey, 'SAML requests'))
    return { privateKey, certificate }
  })
