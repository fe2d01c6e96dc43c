import { everywhere, isLarge, parseXml, signedOnes } from './saml-xml.ts'
import { ciphertextIn, decrypted } from './xml-decryption.ts'

export interface OpenedAssertion {
  /** The private key that opened the assertion. */
  key: string
  text: string
  isSigned: boolean
}

/** Checks quickly whether a trusted key signed an assertion; verifying takes longer. */
type Trust = (assertion: Element) => boolean

const read = (text: string, isTrusted?: Trust): Omit<OpenedAssertion, 'key'> | undefined => {
  const assertion = parseXml(text)
  if (isTrusted && isLarge(text) && !isTrusted(assertion)) return undefined
  if (everywhere(assertion, 'Assertion').length > 0 || everywhere(assertion, 'EncryptedAssertion').length > 0)
    return undefined
  return { text, isSigned: signedOnes(assertion, [assertion]).has(assertion) }
}

/** Opens an encrypted assertion to find the key that fits and whether it is signed inside. */
export const openAssertion = (
  encrypted: Element,
  keys: readonly string[],
  /** Called for a large assertion, which takes long to verify. */
  isTrusted?: Trust,
): OpenedAssertion | undefined => {
  const ciphertext = ciphertextIn(encrypted)
  if (!ciphertext) return undefined
  for (const key of keys) {
    try {
      const found = read(decrypted(ciphertext, key), isTrusted)
      if (found) return { key, ...found }
    } catch {
      // Encrypted for another key, or damaged: both look alike to the sender.
    }
  }
  return undefined
}
