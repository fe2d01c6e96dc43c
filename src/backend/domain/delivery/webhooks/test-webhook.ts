import type { JsonValue } from '../../../../entities/wire.ts'
import { parseJson } from '../../../../kernel/safe-json.ts'
import type { SignedRequest } from '../../../call/auth.ts'
import { badRequest } from '../../../call/refusal.ts'
import { type Limit, takeAttempt } from '../../base/limits/limits.ts'
import { webhookUrl } from './webhook-fields.ts'
import { signingSecrets, typedSecret } from './webhook-secrets.ts'

/** Limits tests, because they make the server send requests to URLs of the caller's choice. */
const TESTS_PER_ACCOUNT: Limit = { name: 'webhook-tests', tries: 60, windowMs: 900_000 }
const MAX_PAYLOAD = 65_536

interface GivenTest {
  url: unknown
  secret: unknown
  payload?: unknown
}

/** Returns the secret that was typed, or else those of the account's own webhook with this URL. */
const secretsFor = async ({ ports, auth }: SignedRequest, url: string, secret: unknown): Promise<string[]> => {
  const typed = typedSecret(secret)
  if (typed !== undefined) return [typed]
  const own = await ports.store.webhooks.find({ tenantId: auth.tenantId, url })
  return own ? signingSecrets(ports, own) : []
}

const bodyOf = ({ ports, auth }: SignedRequest, payload: unknown): string => {
  if (payload === undefined || payload === null) {
    const createdAt = new Date(ports.clock.now()).toISOString()
    const eventContext = { vendorId: ports.config.vendorId, tenantId: auth.tenantId, userId: auth.user.id, createdAt }
    return JSON.stringify({ eventKey: 'frontegg.webhook.test', eventContext })
  }
  const body = JSON.stringify(payload)
  if (body.length > MAX_PAYLOAD) throw badRequest('payload is too long')
  return body
}

const jsonOrText = (text: string): JsonValue => (parseJson(text) ?? text) as JsonValue

/** Sends one signed request now and returns the response to the caller. */
export const sendTest = async (call: SignedRequest, given: GivenTest) => {
  const { ports, auth } = call
  const url = await webhookUrl(ports, given.url)
  const body = bodyOf(call, given.payload)
  const secrets = await secretsFor(call, url, given.secret)
  await takeAttempt(ports, TESTS_PER_ACCOUNT, auth.tenantId)
  const exchange = await ports.webhooks.send({ url, secrets, id: `test-${ports.random.uuid()}`, body })
  if (exchange.error !== null) throw badRequest(exchange.error)
  return { url, result: { statusCode: exchange.statusCode, body: jsonOrText(exchange.responseBody) } }
}
