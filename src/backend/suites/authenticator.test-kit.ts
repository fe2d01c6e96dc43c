import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { WebAuthnAssertion, WebAuthnAttestation } from '../../entities/mfa.ts'
import { APP } from './kit.test-kit.ts'

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest()

/** Encodes the CBOR (RFC 8949 §3) that an attestation needs. */
const head = (major: number, size: number): Buffer => {
  if (size < 24) return Buffer.from([(major << 5) | size])
  if (size < 256) return Buffer.from([(major << 5) | 24, size])
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}
const int = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value))
const bytes = (value: Buffer): Buffer => Buffer.concat([head(2, value.length), value])
const words = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)])
const map = (...entries: [Buffer, Buffer][]): Buffer => Buffer.concat([head(5, entries.length), ...entries.flat()])

interface Quirks {
  origin?: string
  rpId?: string
  isVerified?: boolean
  type?: string
}

/** Creates a security key in software: one P-256 key, a counter, and faults that a test can request. */
export const createAuthenticator = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0

  const clientData = (type: string, challenge: string, { origin = APP }: Quirks): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  const authenticatorData = (attested: Buffer, { rpId = 'localhost', isVerified = true }: Quirks): Buffer => {
    counter++
    const flags = 1 | (isVerified ? 4 : 0) | (attested.length ? 64 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested])
  }

  const coordinate = (name: 'x' | 'y') => bytes(Buffer.from(jwk[name] ?? '', 'base64url'))

  return {
    id: id.toString('base64url'),
    register(challenge: string, quirks: Quirks = {}): WebAuthnAttestation {
      const key = map(
        [int(1), int(2)],
        [int(3), int(-7)],
        [int(-1), int(1)],
        [int(-2), coordinate('x')],
        [int(-3), coordinate('y')],
      )
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const object = map(
        [words('fmt'), words('none')],
        [words('attStmt'), map()],
        [words('authData'), bytes(authenticatorData(attested, quirks))],
      )
      return {
        id: id.toString('base64url'),
        response: {
          clientDataJSON: clientData(quirks.type ?? 'webauthn.create', challenge, quirks).toString('base64url'),
          attestationObject: object.toString('base64url'),
        },
      }
    },
    sign(challenge: string, quirks: Quirks = {}): WebAuthnAssertion {
      const data = authenticatorData(Buffer.alloc(0), quirks)
      const client = clientData(quirks.type ?? 'webauthn.get', challenge, quirks)
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        id: id.toString('base64url'),
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}
