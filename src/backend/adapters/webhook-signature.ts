import { createHash } from 'node:crypto'
import { SignJWT } from 'jose'
import { Webhook } from 'standardwebhooks'

/** A body to sign. */
export interface SignedContent {
  /** The same for every attempt, so that receivers recognize a repetition. */
  id: string
  body: string
  /** Each secret signs; there are two while a rotated secret is still valid, the newest first. */
  secrets: readonly string[]
}

const GENERATED = 'whsec_'

const signerOf = (secret: string): Webhook =>
  secret.startsWith(GENERATED) ? new Webhook(secret) : new Webhook(secret, { format: 'raw' })

const keyOf = (secret: string): Uint8Array =>
  secret.startsWith(GENERATED)
    ? Buffer.from(secret.slice(GENERATED.length), 'base64')
    : new TextEncoder().encode(secret)

/** Creates a token for receivers that verify a JWT (RFC 7519) instead of the signature; it can use only one secret. */
const tokenOf = ({ id, body, secrets: [secret = ''] }: SignedContent, now: number): Promise<string> =>
  new SignJWT({ jti: id, bodySha256: createHash('sha256').update(body).digest('base64url') })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt(Math.floor(now / 1_000))
    .sign(keyOf(secret))

/** Returns the headers of a JSON body that prove its sender according to Standard Webhooks. */
export const signedHeaders = async (content: SignedContent, now: number): Promise<Record<string, string>> => {
  const { id, body, secrets } = content
  const sentAt = new Date(now)
  const stamped = {
    'content-type': 'application/json',
    'user-agent': 'Front-Entry-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1_000)),
  }
  if (secrets.length === 0) return stamped
  const signatures = secrets.map((secret) => signerOf(secret).sign(id, sentAt, body))
  return {
    ...stamped,
    'webhook-signature': signatures.join(' '),
    'x-webhook-secret': await tokenOf(content, now),
  }
}
