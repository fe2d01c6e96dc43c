import { constants, createCipheriv, publicEncrypt, randomBytes, X509Certificate } from 'node:crypto'
import type { Credentials } from '../../../demo-host/identity-provider/credentials.ts'
import { encryptedAssertion, encryptedResponse } from '../../../demo-host/identity-provider/saml-encryption.ts'
import {
  type AssertionFacts,
  assertionXml,
  responseXml,
  samlResponse,
  signed,
} from '../../../demo-host/identity-provider/saml-response.ts'

const ENCRYPTED = /<saml:EncryptedAssertion[\s\S]*<\/saml:EncryptedAssertion>/
const ASSERTION = /<saml:Assertion[\s\S]*<\/saml:Assertion>/
const VICTIM = 'ada@saml.test'
const ATTACKER = 'eve@saml.test'

const encode = (xml: string): string => Buffer.from(xml).toString('base64')
const decode = (response: string): string => Buffer.from(response, 'base64').toString()

interface Hands {
  keys: Credentials
  strangers: Credentials
  /** The certificate of the receiver, with which anyone can encrypt. */
  certificate: string
}

/** Returns contents that a forger could encrypt, because the key is published. */
const forgedContents = async (facts: AssertionFacts, { keys, strangers, certificate }: Hands) => {
  const plain = assertionXml(facts)
  const good = ASSERTION.exec(decode(samlResponse(facts, keys)))?.[0] ?? ''
  const evil = good.replaceAll(ATTACKER, VICTIM)
  const signature = /<Signature[\s\S]*?<\/Signature>/.exec(good)?.[0] ?? ''
  const bare = good.replace(signature, '')
  const evilId = evil.replace('ID="_', 'ID="_evil')
  const contents: Record<string, string> = {
    'unsigned inside': plain,
    'changed inside after signing': evil,
    'signed by another provider inside': ASSERTION.exec(decode(samlResponse(facts, strangers)))?.[0] ?? '',
    'wrapped inside the signature': evilId.replace('</Signature>', `<Object>${bare}</Object></Signature>`),
    'a second assertion inside': evilId.replace('</saml:Assertion>', `${good}</saml:Assertion>`),
    'two signatures inside': good.replace(signature, `${signature}${signature}`),
    'comment inside': good.replace(ATTACKER, `${ATTACKER}<!---->.evil`),
    'DTD inside': `<!DOCTYPE x [<!ENTITY a "b">]>${good}`,
    'no XML inside': 'Jane Doe',
    'a response inside': responseXml(facts, good),
    'encrypted twice': await encryptedAssertion(good, { certificate }),
  }
  return Promise.all(
    Object.entries(contents).map(
      async ([name, content]): Promise<[string, string]> => [
        name,
        responseXml(facts, await encryptedAssertion(content, { certificate })),
      ],
    ),
  )
}

/** Returns forged responses, none of which may create a session. */
export const encryptedForgeries = async (facts: AssertionFacts, hands: Hands): Promise<[string, string][]> => {
  const { keys, strangers, certificate } = hands
  const good = decode(await encryptedResponse(facts, keys, { certificate }))
  const sealed = ENCRYPTED.exec(good)?.[0] ?? ''
  const plain = ASSERTION.exec(decode(samlResponse(facts, keys)))?.[0] ?? ''
  const unsigned = await encryptedAssertion(assertionXml(facts), { certificate })
  const responseSigned = signed(responseXml(facts, unsigned), facts.responseId ?? '', keys)
  const weak = (choice: { algorithm?: string; keyAlgorithm?: string }) =>
    encryptedResponse(facts, keys, { certificate, ...choice }).then(decode)
  const { inResponseTo: _none, ...unasked } = facts
  const all: [string, string][] = [
    ...(await forgedContents(facts, hands)),
    ['encrypted for another key', decode(await encryptedResponse(facts, keys, { certificate: strangers.certificate }))],
    ['two encrypted assertions', good.replace(sealed, () => `${sealed}${sealed}`)],
    ['a plain one beside it', good.replace(sealed, () => `${sealed}${plain.replaceAll(ATTACKER, VICTIM)}`)],
    [
      'damaged',
      good
        .replace(/<e:CipherValue>(....)/, '<e:CipherValue>AAAA')
        .replace(/<xenc:CipherValue>(....)/, '<xenc:CipherValue>AAAA'),
    ],
    ['exchanged under a signed response', responseSigned.replace(ENCRYPTED, () => sealed)],
    ['RSA 1.5', await weak({ keyAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-1_5' })],
    ['triple DES', await weak({ algorithm: 'http://www.w3.org/2001/04/xmlenc#tripledes-cbc' })],
    [
      'another audience',
      decode(await encryptedResponse({ ...facts, audience: 'https://other.test' }, keys, { certificate })),
    ],
    ['unsolicited', decode(await encryptedResponse(unasked, keys, { certificate }))],
    ['empty', responseXml(facts, '<saml:EncryptedAssertion/>')],
  ]
  return all.map(([name, xml]) => [name, encode(xml)])
}

const XENC = 'http://www.w3.org/2001/04/xmlenc#'
const XENC11 = 'http://www.w3.org/2009/xmlenc11#'

/** A form in which a provider encrypts an assertion, or a part of it. */
export interface EncryptionForm {
  /** @default 'EncryptedAssertion' */
  element?: 'EncryptedAssertion' | 'EncryptedID' | 'EncryptedAttribute'
  /** Such as `aes-256-gcm`. */
  cipher: string
  /** The hash of RSA-OAEP; with any hash but SHA-1, the newer form is written, which names its mask too. */
  hash: 'sha1' | 'sha256' | 'sha384' | 'sha512'
  /** Whether the key is outside the data, which refers to it, as Shibboleth can send it. */
  isKeyBeside?: boolean
}

const DIGESTS = {
  sha1: 'http://www.w3.org/2000/09/xmldsig#sha1',
  sha256: `${XENC}sha256`,
  sha384: 'http://www.w3.org/2001/04/xmldsig-more#sha384',
  sha512: `${XENC}sha512`,
}

const sealed = (text: string, cipher: string, secret: Buffer): Buffer => {
  if (cipher.endsWith('gcm')) {
    const nonce = randomBytes(12)
    const gcm = createCipheriv(cipher as 'aes-256-gcm', secret, nonce)
    return Buffer.concat([nonce, gcm.update(text), gcm.final(), gcm.getAuthTag()])
  }
  const start = randomBytes(16)
  const cbc = createCipheriv(cipher, secret, start)
  return Buffer.concat([start, cbc.update(text), cbc.final()])
}

const cipherData = (bytes: Buffer) =>
  `<x:CipherData><x:CipherValue>${bytes.toString('base64')}</x:CipherValue></x:CipherData>`

/** Encrypts an element in the forms of current providers, which the library of the demo's provider lacks. */
export const encryptedAs = (text: string, certificate: string, form: EncryptionForm): string => {
  const { cipher, hash, isKeyBeside = false, element = 'EncryptedAssertion' } = form
  const keyId = `_key${randomBytes(8).toString('hex')}`
  const secret = randomBytes(Number(/\d{3}/.exec(cipher)?.[0]) / 8)
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'pem' })
  const wrapped = publicEncrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: hash }, secret)
  const mask = hash === 'sha1' ? '' : `<y:MGF xmlns:y="${XENC11}" Algorithm="${XENC11}mgf1${hash}"/>`
  const transport = hash === 'sha1' ? `${XENC}rsa-oaep-mgf1p` : `${XENC11}rsa-oaep`
  const digest = `<d:DigestMethod xmlns:d="http://www.w3.org/2000/09/xmldsig#" Algorithm="${DIGESTS[hash]}"/>`
  const method = `<x:EncryptionMethod Algorithm="${transport}">${digest}${mask}</x:EncryptionMethod>`
  const encryptedKey = `<x:EncryptedKey xmlns:x="${XENC}" Id="${keyId}">${method}${cipherData(wrapped)}</x:EncryptedKey>`
  const [name, mode] = [cipher.replace(/^aes-(\d+)-/, 'aes$1-'), cipher.endsWith('gcm') ? XENC11 : XENC]
  const inside = isKeyBeside ? `<d:RetrievalMethod URI="#${keyId}"/>` : encryptedKey
  const info = `<d:KeyInfo xmlns:d="http://www.w3.org/2000/09/xmldsig#">${inside}</d:KeyInfo>`
  const data = `<x:EncryptedData xmlns:x="${XENC}"><x:EncryptionMethod Algorithm="${mode}${name}"/>${info}${cipherData(sealed(text, cipher, secret))}</x:EncryptedData>`
  return `<saml:${element} xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${data}${isKeyBeside ? encryptedKey : ''}</saml:${element}>`
}
