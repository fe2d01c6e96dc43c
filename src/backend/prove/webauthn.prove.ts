import { login } from '../../contract/login.ts'
import { passkeys } from '../../contract/mfa.ts'
import type { WebAuthnAssertion } from '../../entities/mfa.ts'
import { isSteppedUp } from '../../rules/step-up.ts'
import { NOW, STEP_UP_VECTORS } from '../../rules/step-up.vectors.ts'
import { openPgliteStore } from '../adapters/postgres/pglite-store.ts'
import { createAuthenticator } from '../suites/authenticator.test-kit.ts'
import { openKit } from '../suites/kit.test-kit.ts'
import { report, scaled } from './report.test-kit.ts'

/** Number of replayed or altered assertions. */
const FORGERIES = scaled(1_000)

const kit = await openKit(() => openPgliteStore())
await kit.reset()
const post = (path: string, body: object = {}, token?: string) => kit.call('POST', path, { body, token })

const { token } = await kit.signIn('mel@acme.test')
const key = createAuthenticator()
const { challenge } = (await post(passkeys.startDeviceRegistration.path, {}, token)).body.options
const made = { ...key.register(challenge), deviceType: 'Platform' }
await post(passkeys.verifyDeviceRegistration.path, made, token)

const fresh = async (): Promise<string> => {
  // Limits on guessing are tested separately.
  await kit.store.attempts.delete({})
  return (await post(login.webauthnPreLogin.path)).body.options.challenge
}
const isIn = async (assertion: WebAuthnAssertion): Promise<boolean> =>
  Boolean((await post(login.webauthnPostLogin.path, assertion)).body?.accessToken)

const flipped = (text: string, at: number): string => {
  const bytes = Buffer.from(text, 'base64url')
  const place = at % bytes.length
  bytes[place] = (bytes[place] ?? 0) ^ (1 << (at % 8))
  return bytes.toString('base64url')
}

const withChange = (
  good: WebAuthnAssertion,
  field: 'signature' | 'authenticatorData' | 'clientDataJSON',
  at: number,
) => ({
  ...good,
  response: { ...good.response, [field]: flipped(good.response[field], at) },
})

const stranger = createAuthenticator()
let used = key.sign(await fresh())
const isGoodTaken = await isIn(used)

/** Attacks to try; each gets a new challenge if it needs one. */
const KINDS: readonly ((at: number) => Promise<WebAuthnAssertion>)[] = [
  async () => used,
  async () => ({ ...used, response: { ...key.sign('x').response, signature: used.response.signature } }),
  async (at) => withChange(key.sign(await fresh()), 'signature', at),
  async (at) => withChange(key.sign(await fresh()), 'authenticatorData', at),
  async (at) => withChange(key.sign(await fresh()), 'clientDataJSON', at),
  async () => key.sign(await fresh(), { origin: 'https://evil.test' }),
  async () => key.sign(await fresh(), { rpId: 'evil.test' }),
  async () => key.sign(await fresh(), { isVerified: false }),
  async () => key.sign(await fresh(), { type: 'webauthn.create' }),
  async () => ({ ...stranger.sign(await fresh()), id: key.id }),
  async () => stranger.sign(await fresh()),
  async (at) => key.sign(`made up ${at}`),
  async () => {
    const good = key.sign(await fresh())
    return { ...good, response: { ...good.response, userHandle: Buffer.from('ada').toString('base64url') } }
  },
  async () => {
    const good = key.sign(await fresh())
    kit.time.now += 301_000
    return good
  },
]

let refused = 0
for (let at = 0; at < FORGERIES; at++) {
  const forge = KINDS[at % KINDS.length]
  if (forge && !(await isIn(await forge(at)))) refused += 1
}
used = key.sign(await fresh())
const isStillTaken = await isIn(used)

const shown = async (email: string) => {
  await kit.store.attempts.delete({})
  return JSON.stringify((await post(login.webauthnPreLogin.path, { email })).body.options.allowCredentials)
}
const lists = await Promise.all(Array.from({ length: 10 }, () => shown('unknown@acme.test')))
const isStable = new Set(lists).size === 1 && lists[0] !== (await shown('other@acme.test'))
await kit.close()

report({
  row: 30,
  wanted: `${FORGERIES} replayed or altered assertions refused, a good one taken before and after, one stable fake list`,
  reached: `${refused} refused; good ones taken: ${isGoodTaken && isStillTaken}; fake list stable: ${isStable}`,
  ok: refused === FORGERIES && isGoodTaken && isStillTaken && isStable,
})

const right = STEP_UP_VECTORS.filter(
  ({ acr, amr, authTime, maxAge, isSatisfied }) =>
    isSteppedUp({ acr, amr, auth_time: authTime }, NOW, maxAge) === isSatisfied,
)
report({
  row: 21,
  wanted: `${STEP_UP_VECTORS.length} of ${STEP_UP_VECTORS.length} step-up vectors`,
  reached: `${right.length} of ${STEP_UP_VECTORS.length}`,
  ok: right.length === STEP_UP_VECTORS.length,
})
