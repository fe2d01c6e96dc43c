import type { mfaLogin } from '../../contract/mfa.ts'
import { text } from '../call/read.ts'
import { badRequest } from '../call/refusal.ts'
import type { Exchange } from '../domain/identity/access/sessions.ts'
import { activeStrategies, addFactor, factorsOf } from '../domain/identity/mfa/factors.ts'
import { type Challenge, readMfaToken, takeMfaTry } from '../domain/identity/mfa/mfa-challenge.ts'
import {
  assertedFactor,
  creationOptions,
  idsOfFactors,
  registeredCredential,
  requestOptions,
} from '../domain/identity/mfa/webauthn.ts'
import { completeMfa } from '../domain/identity/sign-in/entry.ts'
import { byCookie, type Handlers, open } from '../http/handler.ts'
import { auditEnrollment } from './factor-audit.ts'

const challengeOf = (
  call: Pick<Exchange, 'ports' | 'caller'>,
  value: unknown,
  uses: Parameters<typeof readMfaToken>[2],
): Promise<Challenge> => readMfaToken(call, text(value, 'mfaToken', 4_000), uses)

/** Binds a challenge to one sign-in, so that it can't be completed in another. */
const scopeOf = ({ id }: Challenge): string => `mfa:${id}`

export const mfaLoginWebauthnHandlers = {
  preEnrollWebauthn: open(async (call) => {
    const { ports, body } = call
    const challenge = await challengeOf(call, body.mfaToken, ['enroll'])
    const strategies: readonly string[] = await activeStrategies(ports)
    if (!strategies.some((strategy) => strategy.startsWith('WebAuthn'))) {
      throw badRequest('Security keys are turned off')
    }
    const given = { use: scopeOf(challenge), known: [], isPasskey: false }
    const options = await creationOptions(ports, challenge.user, given)
    return { webauthnToken: options.challenge, options }
  }),
  enrollWebauthn: byCookie(async (call) => {
    const { ports, body } = call
    const challenge = await challengeOf(call, body.mfaToken, ['enroll'])
    await takeMfaTry(call, challenge)
    const { user } = challenge
    const wanted = { use: scopeOf(challenge), userId: user.id, token: body.webauthnToken, isPasskey: false }
    const { id, publicKey, counter } = await registeredCredential(ports, body.options, wanted)
    const value = { publicKey, deviceType: body.deviceType }
    const factor = { kind: 'webauthn', credentialId: id, counter, value } as const
    const recoveryCode = await addFactor(ports, user.id, factor, auditEnrollment(call, challenge, 'a security key'))
    const proven = { challenge, method: 'hwk', rememberDevice: body.rememberDevice } as const
    return { ...(await completeMfa(call, proven)), recoveryCode }
  }),
  /** Any of the user's keys is accepted: the browser finds the one that is present. */
  preVerifyWebauthn: open(async (call) => {
    const { ports, body } = call
    const challenge = await challengeOf(call, body.mfaToken, ['login', 'step-up'])
    const factors = await factorsOf(ports.store, challenge.user.id, ['webauthn'])
    if (factors.length === 0) throw badRequest("This security key doesn't exist")
    const given = { use: scopeOf(challenge), userId: challenge.user.id, ids: idsOfFactors(factors), isPasskey: false }
    const options = await requestOptions(ports, given)
    return { webauthnToken: options.challenge, options }
  }),
  verifyWebauthn: byCookie(async (call) => {
    const { ports, body } = call
    const challenge = await challengeOf(call, body.mfaToken, ['login', 'step-up'])
    await takeMfaTry(call, challenge)
    const wanted = { use: scopeOf(challenge), userId: challenge.user.id, token: body.webauthnToken }
    await assertedFactor(ports, body.options, { ...wanted, kind: 'webauthn' })
    return completeMfa(call, { challenge, method: 'hwk', rememberDevice: body.rememberDevice })
  }),
} satisfies Partial<Handlers<typeof mfaLogin>>
