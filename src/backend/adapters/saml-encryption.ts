import { promisify } from 'node:util'
import { XMLSerializer } from '@xmldom/xmldom'
import { decrypt } from 'xml-encryption'
import { everywhere, isLarge, parseXml, signedOnes } from './saml-xml.ts'

/** CBC is accepted because providers still use it by default; RSA 1.5 and 3DES are broken. */
const ALGORITHMS = [
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
]

const openWith = promisify((xml: string, key: string, done: (error: Error | null, text?: string) => void): void =>
  decrypt(xml, { key, disallowDecryptionWithInsecureAlgorithm: true }, (error, text) =>
    error ? done(error) : done(null, text),
  ),
)

export interface OpenedAssertion {
  /** The private key that opened the assertion. */
  key: string
  isSigned: boolean
}

/** Returns whether there is one ciphertext and one key for it, both with secure algorithms. */
const isAcceptable = (encrypted: Element): boolean => {
  const methods = everywhere(encrypted, 'EncryptionMethod').map((method) => method.getAttribute('Algorithm') ?? '')
  return (
    everywhere(encrypted, 'EncryptedData').length === 1 &&
    everywhere(encrypted, 'EncryptedKey').length === 1 &&
    everywhere(encrypted, 'CipherValue').length === 2 &&
    methods.length === 2 &&
    methods.every((method) => ALGORITHMS.includes(method))
  )
}

/** Checks quickly whether a trusted key signed an assertion; verifying takes longer. */
type Trust = (assertion: Element) => boolean

const read = (text: string, isTrusted?: Trust): Pick<OpenedAssertion, 'isSigned'> | undefined => {
  const assertion = parseXml(text)
  if (isTrusted && isLarge(text) && !isTrusted(assertion)) return undefined
  if (everywhere(assertion, 'Assertion').length > 0 || everywhere(assertion, 'EncryptedAssertion').length > 0)
    return undefined
  return { isSigned: signedOnes(assertion, [assertion]).has(assertion) }
}

/** Opens an encrypted assertion (XML Encryption 1.1 §3) to find the key that fits and whether it is signed inside. */
export const openAssertion = async (
  encrypted: Element,
  keys: readonly string[],
  /** Called for a large assertion, which takes long to verify. */
  isTrusted?: Trust,
): Promise<OpenedAssertion | undefined> => {
  if (!isAcceptable(encrypted)) return undefined
  const xml = new XMLSerializer().serializeToString(encrypted)
  for (const key of keys) {
    try {
      const found = read((await openWith(xml, key)) ?? '', isTrusted)
      if (found) return { key, ...found }
    } catch {
      // Encrypted for another key, or damaged: both look alike to the sender.
    }
  }
  return undefined
}
