import { constants, createDecipheriv, privateDecrypt } from 'node:crypto'
import { childrenOf, everywhere, textOf } from './saml-xml.ts'

const XENC = 'http://www.w3.org/2001/04/xmlenc#'
const XENC11 = 'http://www.w3.org/2009/xmlenc11#'
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#'
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#'

/** CBC is accepted because providers still use it by default; 3DES is broken. */
const CBC: Readonly<Record<string, string>> = {
  [`${XENC}aes128-cbc`]: 'aes-128-cbc',
  [`${XENC}aes192-cbc`]: 'aes-192-cbc',
  [`${XENC}aes256-cbc`]: 'aes-256-cbc',
}
const GCM: Readonly<Record<string, 'aes-128-gcm' | 'aes-192-gcm' | 'aes-256-gcm'>> = {
  [`${XENC11}aes128-gcm`]: 'aes-128-gcm',
  [`${XENC11}aes192-gcm`]: 'aes-192-gcm',
  [`${XENC11}aes256-gcm`]: 'aes-256-gcm',
}
/** The older OAEP always masks with SHA-1, the newer one names its function. RSA 1.5 is broken. */
const OAEP = `${XENC}rsa-oaep-mgf1p`
const OAEP11 = `${XENC11}rsa-oaep`

/** Digests of OAEP by the names of the standard, and by those that a common library writes. */
const DIGESTS: Readonly<Record<string, string>> = {
  [`${SIGNATURE}sha1`]: 'sha1',
  [`${XENC}sha256`]: 'sha256',
  [`${MORE}sha384`]: 'sha384',
  [`${XENC}sha512`]: 'sha512',
  [`${SIGNATURE}sha256`]: 'sha256',
  [`${SIGNATURE}sha512`]: 'sha512',
}
const MASKS: Readonly<Record<string, string>> = {
  [`${XENC11}mgf1sha1`]: 'sha1',
  [`${XENC11}mgf1sha256`]: 'sha256',
  [`${XENC11}mgf1sha384`]: 'sha384',
  [`${XENC11}mgf1sha512`]: 'sha512',
}

const CBC_BLOCK = 16
const GCM_NONCE = 12
const GCM_TAG = 16

/** An encrypted element, and the one key that it is encrypted with (XML Encryption 1.1 §3). */
export interface Ciphertext {
  cipher: string
  data: Buffer
  key: Buffer
  oaepHash: string
}

const algorithmOf = (parent: Element | undefined, namespace: string, name: string): string | undefined => {
  const [found] = parent ? childrenOf(parent, namespace, name) : []
  return found ? (found.getAttribute('Algorithm') ?? '') : undefined
}

const bytesOf = (parent: Element): Buffer | undefined => {
  const [data] = childrenOf(parent, XENC, 'CipherData')
  const values = data ? childrenOf(data, XENC, 'CipherValue') : []
  return values.length === 1 ? Buffer.from(textOf(values[0]), 'base64') : undefined
}

/** Returns the hash of OAEP; Node.js has one for both the digest and the mask. */
const hashOf = (key: Element): string | undefined => {
  const [method] = childrenOf(key, XENC, 'EncryptionMethod')
  const digest = DIGESTS[algorithmOf(method, SIGNATURE, 'DigestMethod') ?? `${SIGNATURE}sha1`]
  const algorithm = method?.getAttribute('Algorithm')
  if (algorithm === OAEP) return digest
  const mask = MASKS[algorithmOf(method, XENC11, 'MGF') ?? `${XENC11}mgf1sha1`]
  return algorithm === OAEP11 && mask === digest ? digest : undefined
}

/** Returns the parts of an element with one ciphertext and one key, if both have secure algorithms. */
export const ciphertextIn = (encrypted: Element): Ciphertext | undefined => {
  const [content, ...contents] = everywhere(encrypted, 'EncryptedData')
  const [wrapped, ...others] = everywhere(encrypted, 'EncryptedKey')
  if (!content || !wrapped || contents.length > 0 || others.length > 0) return undefined
  if (everywhere(encrypted, 'CipherValue').length !== 2) return undefined
  const cipher = algorithmOf(content, XENC, 'EncryptionMethod') ?? ''
  const [data, key, oaepHash] = [bytesOf(content), bytesOf(wrapped), hashOf(wrapped)]
  const isKnown = Object.hasOwn(CBC, cipher) || Object.hasOwn(GCM, cipher)
  return isKnown && data && key && oaepHash !== undefined ? { cipher, data, key, oaepHash } : undefined
}

/** Removes the padding, whose last byte is its length (XML Encryption 1.1 §5.2.2). */
const unpadded = (padded: Buffer): Buffer => {
  const length = padded.at(-1) ?? 0
  if (length < 1 || length > CBC_BLOCK) throw new RangeError('The padding is malformed')
  return padded.subarray(0, -length)
}

/** Decrypts the text. @throws if it is damaged, or encrypted for another key */
export const decrypted = ({ cipher, data, key, oaepHash }: Ciphertext, privateKey: string): string => {
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  const secret = privateDecrypt({ key: privateKey, padding, oaepHash }, key)
  const gcm = GCM[cipher]
  if (gcm) {
    const open = createDecipheriv(gcm, secret, data.subarray(0, GCM_NONCE), { authTagLength: GCM_TAG })
    open.setAuthTag(data.subarray(-GCM_TAG))
    return Buffer.concat([open.update(data.subarray(GCM_NONCE, -GCM_TAG)), open.final()]).toString('utf8')
  }
  const open = createDecipheriv(CBC[cipher] ?? '', secret, data.subarray(0, CBC_BLOCK)).setAutoPadding(false)
  return unpadded(Buffer.concat([open.update(data.subarray(CBC_BLOCK)), open.final()])).toString('utf8')
}
