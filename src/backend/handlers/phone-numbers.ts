import type { quickPhone } from '../../contract/login.ts'
import type { phoneNumbers } from '../../contract/me.ts'
import type { phoneReset } from '../../contract/password.ts'
import { normalizeEmail } from '../../rules/email.ts'
import type { SignedRequest } from '../call/auth.ts'
import { inOneTransaction } from '../call/one-transaction.ts'
import { readPage, text } from '../call/read.ts'
import { badRequest, conflict, notFound } from '../call/refusal.ts'
import { CODE_MESSAGES, MAIL_PER_ACCOUNT, takeAttempt } from '../domain/base/limits/limits.ts'
import { maySendTo } from '../domain/base/limits/mailbox.ts'
import { issueTicket, liveTicket, spendTicket, wrongCode } from '../domain/base/tickets.ts'
import { iso } from '../domain/base/wire/wire.ts'
import { vouchedMark } from '../domain/identity/access/provider-credentials.ts'
import { assertMayEnroll } from '../domain/identity/access/recent-proof.ts'
import { proveEmail } from '../domain/identity/accounts/email-proof.ts'
import { verifyCaptcha } from '../domain/identity/credentials/captcha.ts'
import { issueCode, redeemCode } from '../domain/identity/credentials/codes.ts'
import { keepPendingPhone, setLoginPhone } from '../domain/identity/credentials/login-phone.ts'
import { phoneNumber, takeTextToTypedNumber, textCode } from '../domain/identity/credentials/phones.ts'
import { addFactor, factorsOf, factsOf } from '../domain/identity/mfa/factors.ts'
import { isLockedHere } from '../domain/identity/mfa/known-device.ts'
import { pageMeta } from '../domain/identity/team/user-list.ts'
import { codeMail, post } from '../domain/mail/mails.ts'
import { type Handlers, open, signedIn } from '../http/handler.ts'
import type { FactorRecord } from '../store/records.ts'

/** Keeps these codes separate from those for the profile's phone numbers. */
const USE = 'quick-login'

/** The number that receives codes instead of a password, set by its owner. */
export const quickPhoneHandlers = {
  setPhoneNumber: signedIn(async (call) => {
    const { ports, auth, body } = call
    await assertMayEnroll(call)
    const phone = phoneNumber(ports, body.phoneNumber)
    await takeTextToTypedNumber(ports, auth.user.id, phone)
    const facts = { phone, use: USE }
    const { token, code } = await issueCode(ports, { purpose: 'phone-code', userId: auth.user.id, facts })
    await textCode(ports, phone, code)
    return { changePhoneId: token }
  }),
  verifyPhoneNumberChange: signedIn(async (call) => {
    const { ports, auth, audit, body } = call
    await assertMayEnroll(call)
    const { facts } = await redeemCode(call, {
      purpose: 'phone-code',
      userId: auth.user.id,
      token: text(body.changePhoneId, 'changePhoneId'),
      code: text(body.code, 'code', 20),
      facts: { use: USE },
    })
    await setLoginPhone(ports, auth.user.id, String(facts.phone), {
      mark: await vouchedMark(ports, auth.session),
      alsoWrite: (inside) =>
        audit({
          inside,
          action: 'Phone number changed',
          resource: 'Users',
          severity: 'Medium',
          description: 'Set the phone number that signs in by text message',
        }),
    })
    return {}
  }),
} satisfies Handlers<typeof quickPhone>

const MAX_NUMBERS = 20

const numbersOf = ({ ports, auth }: SignedRequest): Promise<FactorRecord[]> =>
  factorsOf(ports.store, auth.user.id, ['phone'])

const numberOf = (factor: FactorRecord): string => String(factsOf(factor).phone)

const verifiedAt = (factor: FactorRecord): number | null => factor.lastUsedAt

/** Reads a number, and finds the factor that has it already; older rules may have stored it in another form. */
const findByNumber = ({ ports }: SignedRequest, factors: readonly FactorRecord[], given: unknown) => {
  const phone = phoneNumber(ports, given, { stored: factors.map(numberOf) })
  const hasNumber = (factor: FactorRecord) =>
    [numberOf(factor), ports.readPhone(numberOf(factor)).phone].includes(phone)
  return { phone, found: factors.find(hasNumber) }
}

const byNumber = async (call: SignedRequest, given: unknown): Promise<FactorRecord> => {
  const { found } = findByNumber(call, await numbersOf(call), given)
  if (!found) throw notFound("This phone number doesn't exist")
  return found
}

const sendCode = async (call: SignedRequest, factor: FactorRecord, use: 'verify' | 'delete'): Promise<string> => {
  const { ports, auth } = call
  if (verifiedAt(factor) === null) await takeTextToTypedNumber(ports, auth.user.id, numberOf(factor))
  else await takeAttempt(ports, CODE_MESSAGES, auth.user.id)
  const facts = { phoneId: factor.id, use }
  const { token, code } = await issueCode(ports, { purpose: 'phone-code', userId: auth.user.id, facts })
  await textCode(ports, numberOf(factor), code)
  return token
}

const redeem = (call: SignedRequest, body: { otcToken: string; code: string }, facts: Record<string, string>) =>
  redeemCode(call, {
    purpose: 'phone-code',
    userId: call.auth.user.id,
    token: text(body.otcToken, 'otcToken'),
    code: text(body.code, 'code', 20),
    facts,
  })

const numbersRow = (description: string) =>
  ({ action: 'Phone numbers changed', resource: 'Users', description }) as const

export const phoneNumbersHandlers = {
  listPhoneNumbers: signedIn(async (call) => {
    const { offset, limit } = readPage(call.query, { fallback: 10 })
    const all = (await numbersOf(call)).sort((left, right) => left.createdAt - right.createdAt)
    const items = all.slice(offset, offset + limit).map((factor) => ({
      id: factor.id,
      phoneNumber: numberOf(factor),
      verified: verifiedAt(factor) !== null,
      createdAt: iso(factor.createdAt),
      updatedAt: iso(verifiedAt(factor) ?? factor.createdAt),
    }))
    return { items, _metadata: pageMeta(all.length, limit) }
  }),
  createPhoneNumber: signedIn(async (call) => {
    const { ports, auth, body } = call
    const all = await numbersOf(call)
    const { phone, found } = findByNumber(call, all, body.phoneNumber)
    if (found) throw conflict('This phone number already exists.').as('taken')
    if (all.length >= MAX_NUMBERS)
      throw badRequest('You’ve reached the maximum number of phone numbers. Delete one first.').as('limit-reached')
    await addFactor(ports, auth.user.id, { kind: 'phone', value: { phone } }, (inside) =>
      call.audit({ ...numbersRow('Added a phone number'), inside }),
    )
    return body.verify === true ? { otcToken: await sendCode(call, await byNumber(call, phone), 'verify') } : {}
  }),
  preVerifyPhoneNumber: signedIn(async (call) => {
    const factor = await byNumber(call, call.body.phoneNumber)
    return { otcToken: await sendCode(call, factor, 'verify') }
  }),
  verifyPhoneNumber: signedIn(async (call) => {
    const { ports, auth, body } = call
    const { facts } = await redeem(call, body, { use: 'verify' })
    const where = { id: String(facts.phoneId), userId: auth.user.id, kind: 'phone' } as const
    await inOneTransaction(call, async (inner) => {
      await inner.ports.store.factors.update(where, { lastUsedAt: ports.clock.now() })
      await inner.audit(numbersRow('Verified a phone number'))
    })
    return {}
  }),
  deletePhoneNumber: signedIn(async (call) => {
    const factor = (await numbersOf(call)).find(({ id }) => id === call.path.phoneId)
    if (!factor) throw notFound("This phone number doesn't exist")
    return { phoneId: factor.id, otcToken: await sendCode(call, factor, 'delete') }
  }),
  verifyDeletePhoneNumber: signedIn(async (call) => {
    const { auth, body, path } = call
    await redeem(call, body, { use: 'delete', phoneId: path.phoneId })
    await inOneTransaction(call, async (inner) => {
      await inner.ports.store.factors.delete({ id: path.phoneId, userId: auth.user.id, kind: 'phone' })
      await inner.audit(numbersRow('Deleted a phone number'))
    })
    return {}
  }),
} satisfies Handlers<typeof phoneNumbers>

/** Changes the number that signs in by text message; a phone that is a second factor stays unchanged. */
export const phoneResetHandlers = {
  /** Every email gets the same response and the same work. */
  resetPhoneNumber: open(async ({ ports, body, caller }) => {
    const email = normalizeEmail(text(body.email, 'email')) ?? ''
    await verifyCaptcha(ports, caller, body.recaptchaToken)
    await takeAttempt(ports, MAIL_PER_ACCOUNT, `phone-reset:${email}`)
    const user = await ports.store.users.find({ email })
    const facts = { subject: email }
    const { token, code } = await issueCode(ports, { purpose: 'phone-reset', userId: user?.id ?? null, facts })
    const mail = await codeMail(ports, { email: user?.email ?? '', name: user?.name ?? '' }, code)
    const maySend = await maySendTo(ports, email, { isProven: user?.verified === true })
    if (maySend && user) void post(ports, mail)
    return { resetPhoneNumberToken: token }
  }),

  /** The code was sent by email, so it proves the email too. */
  verifyResetPhoneNumber: open(async (call) => {
    const { ports, body } = call
    const token = text(body.resetPhoneNumberToken, 'resetPhoneNumberToken')
    const { userId } = await redeemCode(call, { purpose: 'phone-reset', token, code: text(body.code, 'code', 20) })
    const user = userId === null ? undefined : await ports.store.users.get(userId)
    if (userId === null || !user) throw wrongCode()
    await proveEmail(call, user)
    return { changePhoneNumberToken: await issueTicket(ports, { purpose: 'phone-change', userId, tenantId: null }) }
  }),

  /** The new number can sign in once a code sent to it was entered in this browser; until then the old one can. */
  changePhoneNumber: open(async (call) => {
    const { ports, body } = call
    const phone = phoneNumber(ports, body.phoneNumber)
    const token = text(body.changePhoneNumberToken, 'changePhoneNumberToken')
    const ticket = await liveTicket(ports, 'phone-change', token)
    const user = ticket?.userId ? await ports.store.users.get(ticket.userId) : undefined
    if (!ticket || !user || (await isLockedHere(call, user)))
      throw badRequest('This took too long. Start over.').as('start-over')
    await ports.store.transaction(async (store) => {
      await spendTicket(store, ticket, ports.clock.now())
      await store.users.update({ id: user.id }, { phone })
      await call.audit({
        inside: store,
        user,
        action: 'Phone number change requested',
        resource: 'Users',
        severity: 'Medium',
        description: 'Chose another phone number after a mailed code',
      })
    })
    await keepPendingPhone(call, { userId: user.id, phone })
    return {}
  }),
} satisfies Handlers<typeof phoneReset>
