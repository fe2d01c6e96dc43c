import type { WebAuthnAssertion, WebAuthnAttestation, WebAuthnCreate, WebAuthnGet } from '../../../../entities/mfa.ts'
import { toText } from '../../../../kernel/base64url.ts'
import { fieldsOf, text } from '../../../call/read.ts'
import { badRequest } from '../../../call/refusal.ts'
import type { BackendConfig, Ports } from '../../../ports.ts'
import { jsonOf } from '../../../store/json-text.ts'
import type { FactorRecord, UserRecord } from '../../../store/records.ts'
import { keepSecret, liveTicket, spendTicket, TICKET_LIFE_MS } from '../../base/tickets.ts'
import { vendorSetting } from '../../settings/vendor.ts'
import { factsOf } from './factors.ts'

/** Returns the relying party id: the host of the app, regardless of port (WebAuthn Level 3 §5.1.2). */
export const rpIdOf = (config: Pick<BackendConfig, 'appUrl'>): string => new URL(config.appUrl).hostname

/** COSE algorithms Ed25519, ES256 and RS256 (RFC 9053). */
const ALGORITHMS = [-8, -7, -257]
const TIMEOUT_MS = TICKET_LIFE_MS.webauthn

/** Issues a challenge that is valid once, for one use, and only for the given user if one is known. */
const newChallenge = async (ports: Ports, use: string, userId: string | null): Promise<string> => {
  const challenge = ports.random.token(32)
  const lifeMs = TICKET_LIFE_MS.webauthn
  await keepSecret(ports, challenge, { purpose: 'webauthn', userId, tenantId: null, lifeMs, detail: { use } })
  return challenge
}

export const passkeyRefused = () =>
  badRequest('This passkey or security key wasn’t accepted. Try again.').as('passkey-refused')

const decoded = (base64url: string): string => {
  try {
    return toText(base64url)
  } catch {
    throw passkeyRefused()
  }
}

/** Uses up the challenge that the browser signed, before anything else is verified. */
const takeChallenge = async (
  ports: Ports,
  clientDataJSON: unknown,
  wanted: { use: string; userId: string | null; token?: unknown },
): Promise<{ challenge: string; userId: string | null }> => {
  const challenge = String(jsonOf(decoded(text(clientDataJSON, 'clientDataJSON', 10_000))).challenge)
  if (wanted.token !== undefined && wanted.token !== challenge) throw passkeyRefused()
  const ticket = await liveTicket(ports, 'webauthn', challenge)
  const fits = ticket && jsonOf(ticket.detail).use === wanted.use
  if (!fits || (wanted.userId !== null && ticket.userId !== wanted.userId)) throw passkeyRefused()
  await spendTicket(ports.store, ticket, ports.clock.now())
  return { challenge, userId: ticket.userId }
}

const credentialIds = (factors: readonly FactorRecord[]) =>
  factors.flatMap(({ credentialId }) => (credentialId === null ? [] : [{ type: 'public-key', id: credentialId }]))

const base64url = (value: string): string => btoa(value).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')

/** Returns the options of a registration ceremony. A passkey must be discoverable and verify its user. */
export const creationOptions = async (
  ports: Ports,
  user: UserRecord,
  { use, known, isPasskey }: { use: string; known: readonly FactorRecord[]; isPasskey: boolean },
): Promise<WebAuthnCreate> => ({
  rp: { id: rpIdOf(ports.config), name: (await vendorSetting.ofVendor(ports.store)).name },
  user: { id: base64url(user.id), name: user.email, displayName: user.name || user.email },
  challenge: await newChallenge(ports, use, user.id),
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
  excludeCredentials: credentialIds(known),
  timeout: TIMEOUT_MS,
  authenticatorSelection: {
    residentKey: isPasskey ? 'required' : 'discouraged',
    requireResidentKey: isPasskey,
    userVerification: isPasskey ? 'required' : 'preferred',
  },
})

export const requestOptions = async (
  ports: Ports,
  given: { use: string; userId: string | null; ids: readonly { type: string; id: string }[]; isPasskey: boolean },
): Promise<WebAuthnGet> => ({
  challenge: await newChallenge(ports, given.use, given.userId),
  allowCredentials: [...given.ids],
  timeout: TIMEOUT_MS,
  rpId: rpIdOf(ports.config),
  userVerification: given.isPasskey ? 'required' : 'preferred',
})

/** Returns the credentials to offer. Emails without a passkey get an invented credential, which is always the same. */
export const shownCredentials = async (ports: Ports, subject: string, factors: readonly FactorRecord[]) => {
  const invented = [{ type: 'public-key', id: await ports.keyedHash('no-passkey', subject) }]
  return factors.length ? credentialIds(factors) : invented
}

export const idsOfFactors = credentialIds

/** Verifies a new credential: origin, host, challenge and, for passkeys, that the user was verified. */
export const registeredCredential = async (
  ports: Ports,
  attestation: WebAuthnAttestation,
  wanted: { use: string; userId: string; token?: unknown; isPasskey: boolean },
): Promise<{ id: string; publicKey: string; counter: number }> => {
  fieldsOf(attestation, 'options')
  const { challenge } = await takeChallenge(ports, attestation.response?.clientDataJSON, wanted)
  const isUserVerified = wanted.isPasskey
  const credential = await ports.webauthn.verifyRegistration({ attestation, challenge, isUserVerified })
  const taken = credential && (await ports.store.factors.find({ credentialId: credential.id }))
  if (!credential || taken) throw passkeyRefused()
  return credential
}

/**
 * Returns the factor whose key signed the challenge. A signature is accepted once, and the counter reveals a copied
 * key.
 */
export const assertedFactor = async (
  ports: Ports,
  assertion: WebAuthnAssertion,
  wanted: { use: string; userId: string | null; token?: unknown; kind: 'passkey' | 'webauthn' },
): Promise<FactorRecord> => {
  fieldsOf(assertion, 'options')
  const { challenge, userId } = await takeChallenge(ports, assertion.response?.clientDataJSON, wanted)
  const factor = await ports.store.factors.find({ credentialId: text(assertion.id, 'id'), kind: wanted.kind })
  const owner = wanted.userId ?? userId
  if (!factor?.credentialId || (owner !== null && factor.userId !== owner)) throw passkeyRefused()
  const counter = await ports.webauthn.verifyAssertion({
    assertion,
    challenge,
    credential: { id: factor.credentialId, publicKey: String(factsOf(factor).publicKey), counter: factor.counter },
    isUserVerified: wanted.kind === 'passkey',
  })
  const handle = assertion.response.userHandle
  if (counter === undefined || (handle && decoded(handle) !== factor.userId)) throw passkeyRefused()
  const patch = { counter, lastUsedAt: ports.clock.now() }
  if (!(await ports.store.factors.update({ id: factor.id, counter: factor.counter }, patch))) throw passkeyRefused()
  return factor
}
