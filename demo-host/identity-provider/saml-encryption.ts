import { createPublicKey, X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import { encrypt } from 'xml-encryption'
import type { Credentials } from './credentials.ts'
import { type AssertionFacts, assertionXml, responseXml, signed } from './saml-response.ts'

interface EncryptionChoice {
  /** PEM of the receiver. */
  certificate: string
  /** Algorithm of the content. @default AES-256-GCM */
  algorithm?: string
  /** Algorithm of the key. @default RSA-OAEP */
  keyAlgorithm?: string
}

const encryptText = promisify(encrypt)
const ASSERTION = /<saml:Assertion[\s\S]*<\/saml:Assertion>/

/** Encrypts any text by XML Encryption 1.1 (SAML Core 2.3.4). */
export const encryptedAssertion = async (
  text: string,
  { certificate, algorithm, keyAlgorithm }: EncryptionChoice,
): Promise<string> => {
  const publicKey = createPublicKey(new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'pem' }))
  const data = await encryptText(text, {
    rsa_pub: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    pem: certificate,
    encryptionAlgorithm: algorithm ?? 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    keyEncryptionAlgorithm: keyAlgorithm ?? 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
    warnInsecureAlgorithm: false,
  } as Parameters<typeof encrypt>[1])
  return `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${data}</saml:EncryptedAssertion>`
}

/** Returns a complete response whose signed assertion only the receiver can read, as base64 for the POST binding. */
export const encryptedResponse = async (
  facts: AssertionFacts,
  credentials: Credentials,
  to: EncryptionChoice,
): Promise<string> => {
  const assertionId = facts.assertionId ?? '_encrypted'
  const plain = signed(responseXml(facts, assertionXml({ ...facts, assertionId })), assertionId, credentials)
  const sealed = await encryptedAssertion(ASSERTION.exec(plain)?.[0] ?? '', to)
  return Buffer.from(plain.replace(ASSERTION, () => sealed)).toString('base64')
}
