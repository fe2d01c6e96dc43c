import { ASSERTION, childrenOf, parseXml, refuse } from './saml-xml.ts'
import { ciphertextIn, decrypted } from './xml-decryption.ts'

/** Opens an encrypted element with the first of the keys that fits; `undefined` if none does. */
const opened = (encrypted: Element, name: string, keys: readonly string[]): Element | undefined => {
  const ciphertext = ciphertextIn(encrypted)
  for (const key of ciphertext ? keys : []) {
    try {
      const element = ciphertext && parseXml(decrypted(ciphertext, key))
      if (element?.localName === name && element.namespaceURI === ASSERTION) return element
    } catch {
      // Encrypted for another key, or damaged.
    }
  }
  return undefined
}

/** Returns the one name of a subject or request, plain or encrypted (SAML Core 2.2.4); `undefined` if no key opens it. */
export const nameIn = (parent: Element, keys: readonly string[]): Element | undefined => {
  const names = ['NameID', 'EncryptedID'].flatMap((name) => childrenOf(parent, ASSERTION, name))
  const [name] = names
  if (!name || names.length > 1) return refuse()
  return name.localName === 'NameID' ? name : opened(name, 'NameID', keys)
}

/** Attributes that are decrypted one by one, which takes about a millisecond for each and for each key. */
const MAX_ENCRYPTED = 50

/**
 * Returns the attributes of an assertion, including those that are encrypted one by one (SAML Core 2.7.3.2), and
 * whether that is all of them: no key may open some, and those beyond the limit stay closed.
 */
export const attributesIn = (
  assertion: Element,
  keys: readonly string[],
): { attributes: Element[]; areAllRead: boolean } => {
  const statements = childrenOf(assertion, ASSERTION, 'AttributeStatement')
  const encrypted = statements.flatMap((statement) => childrenOf(statement, ASSERTION, 'EncryptedAttribute'))
  const plain = statements.flatMap((statement) => childrenOf(statement, ASSERTION, 'Attribute'))
  const read = encrypted.slice(0, MAX_ENCRYPTED).flatMap((each) => opened(each, 'Attribute', keys) ?? [])
  return { attributes: [...plain, ...read], areAllRead: read.length === encrypted.length }
}
