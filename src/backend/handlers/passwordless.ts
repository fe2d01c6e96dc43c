import type { login } from '../../contract/login.ts'
import { normalizeEmail } from '../../rules/email.ts'
import { cookieNameOf, onlyOpened, privateCookie } from '../call/cookies.ts'
import { optionalText, text } from '../call/read.ts'
import { forbidden, notFound } from '../call/refusal.ts'
import {
  CODE_MESSAGES,
  LOGIN_PER_NETWORK,
  TEXTS_PER_TYPED_NUMBER,
  takeAttempt,
  takeNetworkTry,
} from '../domain/base/limits/limits.ts'
import { maySendTo } from '../domain/base/limits/mailbox.ts'
import {
  issueTicket,
  liveTicket,
  NO_USER,
  spendTicket,
  spent,
  TICKET_LIFE_MS,
  wrongCode,
} from '../domain/base/tickets.ts'
import { assertFactorCounts, markMethodsOf } from '../domain/identity/access/provider-credentials.ts'
import { reread, signIn } from '../domain/identity/access/sessions.ts'
import { proveEmail } from '../domain/identity/accounts/email-proof.ts'
import { verifyCaptcha } from '../domain/identity/credentials/captcha.ts'
import { issueCode, redeemCode } from '../domain/identity/credentials/codes.ts'
import {
  loginPhoneFactor,
  loginPhoneOf,
  pendingPhoneOf,
  setLoginPhone,
} from '../domain/identity/credentials/login-phone.ts'
import { codeText, sendText } from '../domain/identity/credentials/phones.ts'
import { factsOf, masked } from '../domain/identity/mfa/factors.ts'
import { limitedUser } from '../domain/identity/mfa/known-device.ts'
import { assertMayEnter } from '../domain/identity/sign-in/entry.ts'
import { joinByLink } from '../domain/identity/team/invite-link.ts'
import { codeMail, magicLinkMail, post } from '../domain/mail/mails.ts'
import { authStrategiesSetting } from '../domain/settings/auth-strategies.ts'
import { publicPolicySetting } from '../domain/settings/public-policy.ts'
import { byCookie, type Call, type Handlers, type InnerPorts } from '../http/handler.ts'
import type { Ports } from '../ports.ts'
import type { UserRecord } from '../store/records.ts'

/** The path has the strategy in lowercase. */
const STRATEGIES = { code: 'Code', magiclink: 'MagicLink', smscode: 'SmsCode' } as const
type Type = keyof typeof STRATEGIES

const typeOf = async (ports: Ports, path: string): Promise<Type> => {
  const type = (Object.keys(STRATEGIES) as Type[]).find((one) => one === path)
  if (!type) throw notFound()
  const { authStrategy } = await publicPolicySetting.ofVendor(ports.store)
  const { mainAuthStrategies, secondaryAuthStrategies } = await authStrategiesSetting.ofVendor(ports.store)
  const others = [...mainAuthStrategies, ...secondaryAuthStrategies.filter(({ isActive }) => isActive)]
  const offered: readonly string[] = [authStrategy, ...others.map(({ strategy }) => strategy)]
  if (!offered.includes(STRATEGIES[type])) throw forbidden('This sign-in method is turned off.').as('way-off')
  return type
}

/** Only the browser that requested a code may use it: six digits alone could match another user's code. */
const cookieName = (ports: Ports): string => cookieNameOf(ports.config, 'otc')

const otcCookie = (ports: Ports, value: string): string =>
  privateCookie(ports.config, { name: cookieName(ports), value, seconds: TICKET_LIFE_MS['login-code'] / 1_000 })

type PreLogin = Call<(typeof login)['passwordlessPreLogin']>

/** Returns the user that the request names; a phone number alone names none, because several users may share it. */
const subjectOf = async ({ ports, body }: PreLogin): Promise<{ subject: string; user: UserRecord | undefined }> => {
  const userId = optionalText(body.userId, 'userId')
  if (userId) return { subject: userId, user: await ports.store.users.get(userId) }
  const email = normalizeEmail(text(body.email ?? body.phoneNumber, 'email')) ?? ''
  return { subject: email, user: await ports.store.users.find({ email }) }
}

/** A user without a proven phone gets the same response as others, always with the same last digits. */
const shownPhone = async (ports: Ports, subject: string, phone: string | undefined): Promise<string> => {
  const hash = await ports.keyedHash('no-phone', subject)
  const invented = String((hash.charCodeAt(0) * 31 + hash.charCodeAt(1)) % 100).padStart(2, '0')
  return masked(phone ?? invented)
}

interface LoginPhone {
  number: string
  state: 'pending' | 'proven'
}

interface CodeTarget {
  type: Type
  subject: string
  user: UserRecord | undefined
  phone: LoginPhone | undefined
}

const maySendEmail = (ports: Ports, subject: string, user: UserRecord | undefined): Promise<boolean> =>
  maySendTo(ports, user?.email ?? subject, { isProven: user?.verified === true })

/** Does the same work for every user, known or not; the response doesn't wait for the message. */
const sendCode = async (call: PreLogin, { type, subject, user, phone }: CodeTarget): Promise<void> => {
  const { ports, reply } = call
  const userId = user && (type !== 'smscode' || phone) ? user.id : null
  const facts = { type, subject, phone: phone?.number ?? '', state: phone?.state ?? '' }
  const { token, code } = await issueCode(ports, { purpose: 'login-code', userId, facts })
  reply.headers.append('Set-Cookie', otcCookie(ports, token))
  const mail = await codeMail(ports, { email: user?.email ?? '', name: user?.name ?? '' }, code)
  const message = await codeText(ports, code)
  const maySend = type === 'smscode' || (await maySendEmail(ports, subject, user))
  if (userId === null || !maySend) return
  void (type === 'smscode' ? sendText(ports, facts.phone, message) : post(ports, mail))
}

/** Returns the proven number, or the one that this browser may prove now after a reset. */
const phoneOf = async (call: PreLogin, user: UserRecord | undefined): Promise<LoginPhone | undefined> => {
  const userId = user?.id ?? NO_USER
  const pending = await pendingPhoneOf(call, userId)
  if (pending !== undefined) return { number: pending, state: 'pending' }
  const proven = await loginPhoneOf(call.ports.store, userId)
  return proven === undefined ? undefined : { number: proven, state: 'proven' }
}

const sendLink = async ({ ports, body }: PreLogin, subject: string, user: UserRecord | undefined): Promise<void> => {
  const token = await issueTicket(ports, { purpose: 'magic-link', userId: user?.id ?? null, tenantId: null })
  const invitationToken = optionalText(body.invitationToken, 'invitationToken')
  const to = { email: user?.email ?? '', name: user?.name ?? '' }
  const mail = await magicLinkMail(ports, to, { token, ...(invitationToken && { invitationToken }) })
  if ((await maySendEmail(ports, subject, user)) && user) void post(ports, mail)
}

interface Proven {
  user: UserRecord
  /** The phone that the code was sent to; `undefined` if it was sent by email. */
  phone: LoginPhone | undefined
}

/** Opening the link doesn't use it up, because scanners open links; this call, made by the link's page, does. */
const userOfLink = async (ports: InnerPorts, token: string): Promise<Proven> => {
  const ticket = await liveTicket(ports, 'magic-link', token)
  const user = ticket?.userId ? await ports.store.users.get(ticket.userId) : undefined
  if (!ticket || !user) throw spent()
  await spendTicket(ports.store, ticket, ports.clock.now())
  return { user, phone: undefined }
}

const userOfCode = async (call: Pick<Call<unknown>, 'ports' | 'caller'>, type: Type, code: string): Promise<Proven> => {
  const { ports, caller } = call
  const token = await onlyOpened(caller.cookies(cookieName(ports)), async (each) =>
    (await liveTicket(ports, 'login-code', each)) ? each : undefined,
  )
  if (token === undefined) throw wrongCode()
  const { userId, facts } = await redeemCode(call, { purpose: 'login-code', token, code, facts: { type } })
  const user = userId === null ? undefined : await ports.store.users.get(userId)
  if (!user) throw wrongCode()
  const phone: LoginPhone = { number: String(facts.phone), state: facts.state === 'pending' ? 'pending' : 'proven' }
  return { user, phone: type === 'smscode' ? phone : undefined }
}

interface Settled {
  user: UserRecord
  amr: string[]
}

/** Marks the email as proven by an emailed code, or the phone number by a texted one. */
const settled = async (call: Pick<Call<unknown>, 'ports' | 'caller'>, { user, phone }: Proven): Promise<Settled> => {
  if (phone === undefined) return { user: await proveEmail(call, user), amr: ['otp'] }
  const { ports } = call
  if (phone.state === 'pending') await setLoginPhone(ports, user.id, phone.number)
  const factor = await loginPhoneFactor(ports.store, user.id)
  // The code was sent before the number was replaced.
  if (!factor || factsOf(factor).phone !== phone.number) throw wrongCode()
  await assertFactorCounts(call, factor)
  return { user, amr: [...markMethodsOf(factor), 'sms'] }
}

export const passwordlessHandlers = {
  passwordlessPreLogin: byCookie(async (call) => {
    const { ports, path, body } = call
    const type = await typeOf(ports, path.type)
    const { subject, user } = await subjectOf(call)
    await verifyCaptcha(ports, call.caller, body.recaptchaToken)
    await takeNetworkTry(call, LOGIN_PER_NETWORK)
    // Counted per user whether they use their email or id, so that two names don't allow more codes.
    await takeAttempt(ports, CODE_MESSAGES, `login:${user ? await limitedUser(call, user.id) : subject}`)
    const phone = await phoneOf(call, user)
    if (type === 'smscode' && phone?.state === 'pending') await takeAttempt(ports, TEXTS_PER_TYPED_NUMBER, phone.number)
    if (type === 'magiclink') await sendLink(call, subject, user)
    else await sendCode(call, { type, subject, user, phone })
    if (type !== 'smscode') return {}
    return { phoneNumber: body.phoneNumber ?? (await shownPhone(ports, subject, phone?.number)) }
  }),

  passwordlessPostLogin: byCookie(async (call) => {
    const { ports, path, body, caller } = call
    const type = await typeOf(ports, path.type)
    const code = text(body.code ?? body.token, 'code')
    const invitationToken = optionalText(body.invitationToken, 'invitationToken')
    await takeNetworkTry(call, LOGIN_PER_NETWORK)
    const found = type === 'magiclink' ? await userOfLink(ports, code) : await userOfCode(call, type, code)
    const { id, lockedAt, verified } = found.user
    await assertMayEnter(call, { id, lockedAt, verified: verified || type !== 'smscode' })
    const { user, amr } = await settled(call, found)
    if (invitationToken) await joinByLink(ports, caller, user, invitationToken)
    return signIn(call, await reread(ports, user), { amr })
  }),
} satisfies Pick<Handlers<typeof login>, 'passwordlessPreLogin' | 'passwordlessPostLogin'>
