import { badRequest } from '../../../call/refusal.ts'
import type { Ports, SecretUse } from '../../../ports.ts'
import type { WebhookRecord } from '../../../store/records.ts'

const GENERATED = 'whsec_'
const SECRET_BYTES = 24
const MIN_LENGTH = 8
const MAX_LENGTH = 256

/** The longest time that a receiver has to switch to a new secret. */
export const ROTATION_MS = 86_400_000

const useOf = (webhookId: string): SecretUse => ({ purpose: 'webhook', owner: webhookId })

/** Creates a secret in the format of Standard Webhooks: Base64 with a prefix. */
export const newSecret = ({ random }: Pick<Ports, 'random'>): string => GENERATED + btoa(random.token(SECRET_BYTES))

const isBase64 = (text: string): boolean =>
  /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)

/** Validates a secret that was typed in; returns `undefined` if there is none. */
export const typedSecret = (value: unknown): string | undefined => {
  if (value === null || value === undefined || value === '') return undefined
  if (typeof value !== 'string') throw badRequest('secret must be a string')
  if (value.length < MIN_LENGTH) throw badRequest(`secret must have at least ${MIN_LENGTH} characters`)
  if (value.length > MAX_LENGTH) throw badRequest('secret is too long')
  if (!/^[\x21-\x7e]+$/.test(value))
    throw badRequest('secret must have only letters, digits and symbols, without spaces')
  if (value.startsWith(GENERATED) && !isBase64(value.slice(GENERATED.length))) {
    throw badRequest('A secret that starts with whsec_ must continue with base64')
  }
  return value
}

export const sealSecret = (ports: Pick<Ports, 'secretBox'>, webhookId: string, secret: string): Promise<string> =>
  ports.secretBox.seal(secret, useOf(webhookId))

/** Returns the secrets that sign a request now, newest first. */
export const signingSecrets = async (
  { secretBox, clock }: Pick<Ports, 'secretBox' | 'clock'>,
  { id, secret, previousSecret, previousSecretUntil }: WebhookRecord,
): Promise<string[]> => {
  const isPreviousValid = previousSecret !== null && (previousSecretUntil ?? 0) > clock.now()
  const sealed = isPreviousValid ? [secret, previousSecret] : [secret]
  return Promise.all(sealed.map(async (each) => (await secretBox.open(each, useOf(id))).text))
}
