import type { mfaLogin } from '../../contract/mfa.ts'
import { normalizeEmail } from '../../rules/email.ts'
import { onlyOpened } from '../call/cookies.ts'
import { text } from '../call/read.ts'
import { badRequest, unauthorized } from '../call/refusal.ts'
import {
  CODE_MESSAGES,
  forgetAttempts,
  MFA_MESSAGES_PER_NETWORK,
  RECOVERY_PER_ACCOUNT,
  TEXTS_PER_TYPED_NUMBER,
  takeAttempt,
  takeNetworkTry,
} from '../domain/base/limits/limits.ts'
import { maySendTo } from '../domain/base/limits/mailbox.ts'
import { wrongCode } from '../domain/base/tickets.ts'
import type { Exchange } from '../domain/identity/access/sessions.ts'
import { issueCode, redeemCode } from '../domain/identity/credentials/codes.ts'
import { phoneNumber, textCode } from '../domain/identity/credentials/phones.ts'
import {
  activeStrategies,
  addFactor,
  factorsOf,
  factsOf,
  masked,
  recover,
  verifyTotp,
} from '../domain/identity/mfa/factors.ts'
import { limitedUser } from '../domain/identity/mfa/known-device.ts'
import {
  type Challenge,
  enrollmentScope,
  firstFactorsOf,
  readMfaToken,
  takeMfaTry,
} from '../domain/identity/mfa/mfa-challenge.ts'
import { finishTotp, startTotp } from '../domain/identity/mfa/totp-enrollment.ts'
import {
  assertedFactor,
  creationOptions,
  idsOfFactors,
  registeredCredential,
  requestOptions,
} from '../domain/identity/mfa/webauthn.ts'
import { completeMfa } from '../domain/identity/sign-in/entry.ts'
import { codeMail, post } from '../domain/mail/mails.ts'
import { byCookie, type Call, type Handlers, type InnerPorts, open } from '../http/handler.ts'
import type { Collections } from '../store/store.ts'
import { auditEnrollment } from './factor-audit.ts'

/** Binds a challenge to one sign-in, so that it can't be completed in another. */
const scopeOf = ({ id }: Challenge): string => `mfa:${id}`

const webauthnHandlers = {
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

const VERIFY = ['login', 'step-up'] as const
const ENROLL = ['enroll'] as const

type Uses = Parameters<typeof readMfaToken>[2]

const challengeOf = (call: Pick<Exchange, 'ports' | 'caller'>, value: unknown, uses: Uses): Promise<Challenge> =>
  readMfaToken(call, text(value, 'mfaToken', 4_000), uses)

/** Returns the first factor that the caller names, or the one that this browser has proven. */
const firstFactorOf = async (call: Pick<Exchange, 'ports' | 'caller'>, named: unknown): Promise<Challenge> => {
  const kept = await onlyOpened(named ? [] : firstFactorsOf(call), (token) =>
    challengeOf(call, token, VERIFY).catch(() => undefined),
  )
  return kept ?? challengeOf(call, named || 'none', VERIFY)
}

/** Counts an attempt and returns the challenge whose code is about to be checked. */
const tried = async (call: Pick<Exchange, 'ports' | 'caller'>, value: unknown, uses: Uses): Promise<Challenge> => {
  const challenge = await challengeOf(call, value, uses)
  await takeMfaTry(call, challenge)
  return challenge
}

interface Remember {
  rememberDevice?: boolean
  invitationToken?: string
}

const byApp = async (exchange: Exchange, challenge: Challenge, given: Remember & { code: string }) => {
  if (!(await verifyTotp(exchange.ports, challenge.user.id, given.code))) throw wrongCode()
  return completeMfa(exchange, { challenge, method: 'otp', ...given })
}

const enrollApp = async (
  call: Pick<Call<unknown>, 'ports' | 'caller' | 'reply' | 'audit'>,
  challenge: Challenge,
  given: Remember & { code: string },
) => {
  const scope = enrollmentScope(challenge.id)
  const alsoWrite = auditEnrollment(call, challenge, 'an authenticator app')
  const recoveryCode = await finishTotp(call.ports, challenge.user, { scope, code: given.code }, alsoWrite)
  return { ...(await completeMfa(call, { challenge, method: 'otp', ...given })), recoveryCode }
}

/** Returns the phone number that a text message goes to; other users' phones are not found. */
const phoneOf = async (ports: InnerPorts, { user }: Challenge, deviceId: string): Promise<string> => {
  const factor = (await factorsOf(ports.store, user.id, ['sms'])).find(({ id }) => id === deviceId)
  if (!factor) throw badRequest("This phone doesn't exist")
  return String(factsOf(factor).phone)
}

/**
 * Counts against the user's own limit first, so that a user who has reached it doesn't use up the shared limit of their
 * network.
 */
const takeMessage = async (call: Pick<Call<unknown>, 'ports' | 'caller'>, { user }: Challenge): Promise<void> => {
  await takeAttempt(call.ports, CODE_MESSAGES, await limitedUser(call, user.id))
  await takeNetworkTry(call, MFA_MESSAGES_PER_NETWORK)
}

/** Sends a code by text message that is valid for this challenge only. */
const sendText = async (ports: InnerPorts, challenge: Challenge, phone: string) => {
  const facts = { challenge: challenge.id, phone }
  const { token, code } = await issueCode(ports, { purpose: 'mfa-code', userId: challenge.user.id, facts })
  await textCode(ports, phone, code)
  return token
}

interface CodeBody {
  otcToken: string
  code: string
}

const redeem = (call: Pick<Call<unknown>, 'ports' | 'caller'>, challenge: Challenge, body: CodeBody) =>
  redeemCode(call, {
    purpose: 'mfa-code',
    userId: challenge.user.id,
    token: text(body.otcToken, 'otcToken'),
    code: text(body.code, 'code', 20),
    facts: { challenge: challenge.id },
  })

export const mfaLoginHandlers = {
  verifyCode: byCookie(async (call) => {
    const { body } = call
    const challenge = await tried(call, body.mfaToken, [...VERIFY, ...ENROLL])
    const given = { ...body, code: text(body.value, 'value', 20) }
    return challenge.use === 'enroll' ? enrollApp(call, challenge, given) : byApp(call, challenge, given)
  }),
  verifyAuthenticator: byCookie(async (call) => {
    const challenge = await tried(call, call.body.mfaToken, VERIFY)
    return byApp(call, challenge, { ...call.body, code: text(call.body.value, 'value', 20) })
  }),
  preEnrollAuthenticator: open(async (call) => {
    const { ports, body } = call
    const challenge = await challengeOf(call, body.mfaToken, ENROLL)
    return { qrCode: await startTotp(ports, challenge.user, enrollmentScope(challenge.id)) }
  }),
  enrollAuthenticator: byCookie(async (call) => {
    const challenge = await tried(call, call.body.mfaToken, ENROLL)
    return enrollApp(call, challenge, { ...call.body, code: text(call.body.token, 'token', 20) })
  }),

  preVerifySms: open(async (call) => {
    const { ports, body, path } = call
    const challenge = await challengeOf(call, body.mfaToken, VERIFY)
    const phone = await phoneOf(ports, challenge, path.deviceId)
    await takeMessage(call, challenge)
    return { otcToken: await sendText(ports, challenge, phone), phoneNumber: masked(phone) }
  }),
  verifySms: byCookie(async (call) => {
    const { body } = call
    const challenge = await tried(call, body.mfaToken, VERIFY)
    await redeem(call, challenge, body)
    return completeMfa(call, { challenge, method: 'sms', rememberDevice: body.rememberDevice })
  }),
  preEnrollSms: open(async (call) => {
    const { ports, body } = call
    const challenge = await challengeOf(call, body.mfaToken, ENROLL)
    if (!(await activeStrategies(ports)).includes('SMS')) throw badRequest('Text messages are turned off')
    const phone = phoneNumber(ports, body.phoneNumber)
    await takeMessage(call, challenge)
    await takeAttempt(ports, TEXTS_PER_TYPED_NUMBER, phone)
    return { otcToken: await sendText(ports, challenge, phone), phoneNumber: phone }
  }),
  enrollSms: byCookie(async (call) => {
    const { ports, body } = call
    const challenge = await tried(call, body.mfaToken, ENROLL)
    const { facts } = await redeem(call, challenge, body)
    const value = { phone: String(facts.phone) }
    const alsoWrite = auditEnrollment(call, challenge, 'a phone')
    const recoveryCode = await addFactor(ports, challenge.user.id, { kind: 'sms', value }, alsoWrite)
    const proven = { challenge, method: 'sms', rememberDevice: body.rememberDevice } as const
    return { ...(await completeMfa(call, proven)), recoveryCode }
  }),

  preVerifyEmailCode: open(async (call) => {
    const { ports, body } = call
    const challenge = await challengeOf(call, body.mfaToken, [...VERIFY, ...ENROLL])
    await assertEmailFactor(ports, challenge)
    await takeMessage(call, challenge)
    const facts = { challenge: challenge.id, email: challenge.user.email }
    const { token, code } = await issueCode(ports, { purpose: 'mfa-code', userId: challenge.user.id, facts })
    const { email, verified } = challenge.user
    const mail = await codeMail(ports, challenge.user, code)
    if (await maySendTo(ports, email, { isProven: verified })) await post(ports, mail)
    return { otcToken: token }
  }),
  verifyEmailCode: byCookie(async (call) => {
    const { ports, body } = call
    const challenge = await tried(call, body.mfaToken, [...VERIFY, ...ENROLL])
    await assertEmailFactor(ports, challenge)
    const { facts } = await redeem(call, challenge, body)
    if (facts.email !== challenge.user.email) throw wrongCode()
    const isNew = challenge.use === 'enroll'
    const alsoWrite = auditEnrollment(call, challenge, 'email codes')
    const factor = { kind: 'email', value: {} } as const
    const recoveryCode = isNew ? await addFactor(ports, challenge.user.id, factor, alsoWrite) : undefined
    const proven = { challenge, method: 'otp', rememberDevice: body.rememberDevice } as const
    return { ...(await completeMfa(call, proven)), recoveryCode }
  }),

  /** Removes the second factors with the recovery code, after the first factor was proven in this browser. */
  recover: byCookie(async (call) => {
    const { ports, body } = call
    const email = normalizeEmail(text(body.email, 'email')) ?? ''
    const code = text(body.recoveryCode, 'recoveryCode', 100)
    const { user } = await firstFactorOf(call, body.mfaToken)
    const limited = await limitedUser(call, user.id)
    await takeAttempt(ports, RECOVERY_PER_ACCOUNT, limited)
    const alsoWrite = (inside: Collections) =>
      call.audit({
        inside,
        user,
        action: 'MFA recovered',
        resource: 'MFA',
        severity: 'High',
        description: 'Used the recovery code: all second factors were removed',
      })
    const isRight = user.email === email && (await recover(ports, user, code, alsoWrite))
    if (!isRight) throw badRequest('This recovery code is incorrect.').as('wrong-code')
    await forgetAttempts(ports, RECOVERY_PER_ACCOUNT, limited)
    return {}
  }),
  ...webauthnHandlers,
} satisfies Partial<Handlers<typeof mfaLogin>>

/** Allows email codes only for users who chose them, or may choose them now. */
const assertEmailFactor = async (ports: InnerPorts, { user, use }: Challenge): Promise<void> => {
  const mayUse =
    use === 'enroll'
      ? (await activeStrategies(ports)).includes('EmailCode')
      : (await factorsOf(ports.store, user.id, ['email'])).length > 0
  if (!mayUse) throw unauthorized('Email codes are turned off.')
}
