import type { login } from '../../contract/login.ts'
import { normalizeEmail } from '../../rules/email.ts'
import { optionalText, text } from '../call/read.ts'
import { badRequest, forbidden, notFound } from '../call/refusal.ts'
import { assertMayEnter } from '../domain/access/entry.ts'
import { signIn } from '../domain/access/sessions.ts'
import { issueCode, redeemCode } from '../domain/credentials/codes.ts'
import { codeText, sendText } from '../domain/credentials/phones.ts'
import { issueTicket, liveTicket, spendTicket, TICKET_LIFE_MS } from '../domain/credentials/tickets.ts'
import { CODE_MESSAGES, LOGIN_PER_NETWORK, takeNetworkTry, takeTry } from '../domain/limits/limits.ts'
import { codeMail, magicLinkMail, post } from '../domain/mail/mails.ts'
import { joinByLink } from '../domain/members/invite-link.ts'
import { updateCopies } from '../domain/members/member-copies.ts'
import { masked } from '../domain/mfa/factors.ts'
import { vendorPolicy } from '../domain/policies/policies.ts'
import { byCookie, type Call, type Handlers, type InnerPorts } from '../http/handler.ts'
import type { Ports } from '../ports.ts'
import type { UserRecord } from '../store/records.ts'

/** The path has the strategy in lower case. */
const STRATEGIES = { code: 'Code', magiclink: 'MagicLink', smscode: 'SmsCode' } as const
type Type = keyof typeof STRATEGIES

const typeOf = async (ports: Ports, path: string): Promise<Type> => {
  const type = (Object.keys(STRATEGIES) as Type[]).find((one) => one === path)
  if (!type) throw notFound()
  const { authStrategy } = await vendorPolicy(ports.store, 'public-policy')
  const { mainAuthStrategies, secondaryAuthStrategies } = await vendorPolicy(ports.store, 'auth-strategies')
  const others = [...mainAuthStrategies, ...secondaryAuthStrategies.filter(({ isActive }) => isActive)]
  const offered: readonly string[] = [authStrategy, ...others.map(({ strategy }) => strategy)]
  if (!offered.includes(STRATEGIES[type])) throw forbidden('This way of signing in is turned off')
  return type
}

/** Only the browser that asked may use the code: six digits alone would fit somebody else's too. */
const cookieName = (ports: Ports) => `fe_otc_${ports.config.clientId.replaceAll('-', '')}`

const otcCookie = (ports: Ports, token: string): string => {
  const seconds = TICKET_LIFE_MS['login-code'] / 1_000
  const secure = ports.config.apiUrl.startsWith('https:') ? '; Secure' : ''
  return `${cookieName(ports)}=${token}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

type PreLogin = Call<(typeof login)['passwordlessPreLogin']>

/** Whom the request names; a number alone names nobody, because several people may share one. */
const personOf = async ({ ports, body }: PreLogin): Promise<{ subject: string; user: UserRecord | undefined }> => {
  const userId = optionalText(body.userId, 'userId')
  if (userId) return { subject: userId, user: await ports.store.users.get(userId) }
  const email = normalizeEmail(text(body.email ?? body.phoneNumber, 'email')) ?? ''
  return { subject: email, user: await ports.store.users.find({ email }) }
}

/** Somebody without a phone gets the same answer as everybody, always with the same last digits. */
const shownPhone = async (ports: Ports, subject: string, user: UserRecord | undefined): Promise<string> => {
  const hash = await ports.keyedHash('no-phone', subject)
  const invented = String((hash.charCodeAt(0) * 31 + hash.charCodeAt(1)) % 100).padStart(2, '0')
  return masked(user?.phone ?? invented)
}

/** The same work for everybody; the message itself is not waited for. */
const sendCode = async (call: PreLogin, type: Type, user: UserRecord | undefined): Promise<void> => {
  const { ports, reply } = call
  const userId = user && (type !== 'smscode' || user.phone) ? user.id : null
  const { token, code } = await issueCode(ports, { purpose: 'login-code', userId, facts: { type } })
  reply.headers.append('Set-Cookie', otcCookie(ports, token))
  const mail = await codeMail(ports, { email: user?.email ?? '', name: user?.name ?? '' }, code)
  const message = await codeText(ports, code)
  if (userId === null || !user) return
  void (type === 'smscode' ? sendText(ports, user.phone ?? '', message) : post(ports, mail))
}

const sendLink = async ({ ports, body }: PreLogin, user: UserRecord | undefined): Promise<void> => {
  const token = await issueTicket(ports, { purpose: 'magic-link', userId: user?.id ?? null, tenantId: null })
  const invitationToken = optionalText(body.invitationToken, 'invitationToken')
  const to = { email: user?.email ?? '', name: user?.name ?? '' }
  const mail = await magicLinkMail(ports, to, { token, ...(invitationToken && { invitationToken }) })
  if (user) void post(ports, mail)
}

const WRONG = 'The code is wrong or no longer valid'
const OLD_LINK = 'This link is no longer valid. Please ask for a new one'

/** Opening the link uses nothing; this call, made by the page behind it, does (RELIABILITY row 44). */
const userOfLink = async (ports: InnerPorts, token: string): Promise<UserRecord> => {
  const ticket = await liveTicket(ports, 'magic-link', token)
  const user = ticket?.userId ? await ports.store.users.get(ticket.userId) : undefined
  if (!ticket || !user) throw badRequest(OLD_LINK)
  await spendTicket(ports.store, ticket, ports.clock.now())
  return user
}

const userOfCode = async (
  { ports, caller }: Pick<Call<unknown>, 'ports' | 'caller'>,
  type: Type,
  code: string,
): Promise<UserRecord> => {
  const token = caller.cookie(cookieName(ports))
  if (!token) throw badRequest(WRONG)
  const { userId } = await redeemCode(ports, { purpose: 'login-code', token, code, facts: { type } })
  const user = userId === null ? undefined : await ports.store.users.get(userId)
  if (!user) throw badRequest(WRONG)
  return user
}

/** A mail that was read proves the address. */
const proveAddress = async (ports: Ports, user: UserRecord): Promise<UserRecord> => {
  if (user.verified) return user
  await ports.store.transaction(async (store) => {
    // Whoever signed up with this address before it was proven need not have been its owner.
    await store.users.update({ id: user.id }, { verified: true, passwordHash: null })
    await updateCopies(store, user.id, { verified: true })
  })
  return { ...user, verified: true, passwordHash: null }
}

export const passwordlessHandlers = {
  passwordlessPreLogin: byCookie(async (call) => {
    const { ports, path, body } = call
    const type = await typeOf(ports, path.type)
    const { subject, user } = await personOf(call)
    await takeNetworkTry(call, LOGIN_PER_NETWORK)
    await takeTry(ports, CODE_MESSAGES, `login:${subject}`)
    if (type === 'magiclink') await sendLink(call, user)
    else await sendCode(call, type, user)
    if (type !== 'smscode') return {}
    return { phoneNumber: body.phoneNumber ?? (await shownPhone(ports, subject, user)) }
  }),

  passwordlessPostLogin: byCookie(async (call) => {
    const { ports, path, body, caller } = call
    const type = await typeOf(ports, path.type)
    const code = text(body.code ?? body.token, 'code')
    const invitationToken = optionalText(body.invitationToken, 'invitationToken')
    await takeNetworkTry(call, LOGIN_PER_NETWORK)
    const found = type === 'magiclink' ? await userOfLink(ports, code) : await userOfCode(call, type, code)
    await assertMayEnter(ports, { lockedAt: found.lockedAt, verified: found.verified || type !== 'smscode' })
    const user = type === 'smscode' ? found : await proveAddress(ports, found)
    if (invitationToken) await joinByLink(ports, caller, user, invitationToken)
    return signIn(call, { ...user, ...(await ports.store.users.get(user.id)) }, [type === 'smscode' ? 'sms' : 'otp'])
  }),
} satisfies Pick<Handlers<typeof login>, 'passwordlessPreLogin' | 'passwordlessPostLogin'>
