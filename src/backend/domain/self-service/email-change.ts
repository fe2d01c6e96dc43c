import type { SignedRequest } from '../../call/auth.ts'
import { readEmail, text } from '../../call/read.ts'
import { badRequest, conflict, forbidden, refuseDuplicate } from '../../call/refusal.ts'
import type { Ports } from '../../ports.ts'
import type { UserRecord } from '../../store/records.ts'
import type { Collections } from '../../store/store.ts'
import { beforeAndAfter } from '../audit/before-and-after.ts'
import { CODE_MESSAGES, takeAttempt } from '../base/limits/limits.ts'
import { EMAIL_CHANGES_PER_MAILBOX, mailboxOf } from '../base/limits/mailbox.ts'
import { keepSecret, TICKET_LIFE_MS, wrongCode } from '../base/tickets.ts'
import { asksPassword, assertUserConfirmed } from '../identity/access/confirm-user.ts'
import { assertOwnProof, assertOwnSignIn } from '../identity/access/recent-proof.ts'
import { issueCode, redeemCode } from '../identity/credentials/codes.ts'
import { dropMailedTickets } from '../identity/credentials/mailed-links.ts'
import { assertEmailAccepted } from '../identity/restrictions/email-domains.ts'
import { endOtherSessions } from '../identity/sessions/end-session.ts'
import { codeMail, post, postWith } from '../mail/mails.ts'
import { emailChangedMail, emailTakenMail } from '../mail/self-service-mails.ts'
import { connectionFor } from '../sso/sso.ts'

type EmailManager = 'directory' | 'sso' | null

/**
 * Returns whether a directory or an identity provider manages the email. It would overwrite a changed email, or no
 * longer find the user by it.
 */
export const emailManagerOf = async (ports: Ports, user: UserRecord): Promise<EmailManager> => {
  const places = await ports.store.members.list({ userId: user.id })
  if (places.some(({ directoryId }) => directoryId !== null)) return 'directory'
  return user.provider === 'saml' || (await connectionFor(ports, user.email)) ? 'sso' : null
}

const MANAGED = {
  directory: 'Your company directory manages your email. Ask your administrator to change it.',
  sso: 'Your company’s single sign-on manages your email. Ask your administrator to change it.',
} as const

/**
 * Requires a verified email that the user manages. An unverified email may belong to someone else, and so may
 * invitations sent to it, which must not follow the user to another email.
 */
const assertMayChange = async (ports: Ports, user: UserRecord): Promise<void> => {
  if (!user.verified) throw forbidden('Verify your current email first. Open the link we sent you.').as('not-verified')
  const manager = await emailManagerOf(ports, user)
  if (manager) throw conflict(MANAGED[manager]).as('managed-elsewhere')
}

const newEmailOf = (value: unknown, user: UserRecord): string => {
  const email = readEmail(value, 'email', 320)
  if (email === user.email) throw badRequest('This is already your email.')
  return email
}

/**
 * Sends a code to the new email. If the email is taken, its owner receives a notice and no code is sent. The response
 * and the work are the same in both cases.
 */
export const startEmailChange = async (
  call: SignedRequest,
  body: { email: unknown; password?: unknown },
): Promise<{ token: string }> => {
  const { ports, auth } = call
  const { user } = auth
  await assertOwnSignIn(call)
  await assertUserConfirmed(call, body.password)
  await assertMayChange(ports, user)
  // A reset of the password by the new email would otherwise become a proof of the user's own.
  if (!asksPassword(auth)) assertOwnProof(call)
  const email = newEmailOf(body.email, user)
  for (const { tenantId } of await ports.store.members.list({ userId: user.id, activated: true })) {
    await assertEmailAccepted(ports, tenantId, email)
  }
  await takeAttempt(ports, CODE_MESSAGES, user.id)
  await takeAttempt(ports, EMAIL_CHANGES_PER_MAILBOX, mailboxOf(email))
  const owner = await ports.store.users.find({ email })
  const { token, code } = await issueCode(ports, { purpose: 'email-change', userId: user.id, facts: { email } })
  const mail = await codeMail(ports, { email, name: owner?.name ?? user.name }, code)
  void post(ports, owner ? emailTakenMail(ports, owner) : mail)
  return { token }
}

/**
 * Sets the email of a user, and that of their memberships. An open invitation keeps the email that its inviter typed.
 */
export const setEmail = async (store: Collections, userId: string, email: string): Promise<void> => {
  await store.users.update({ id: userId }, { email })
  await store.members.update({ userId, activated: true }, { email })
}

const change = (
  call: SignedRequest,
  { email, keep }: { email: string; keep(store: Collections): Promise<void> },
): Promise<void> => {
  const { ports, auth } = call
  const { id, email: oldEmail } = auth.user
  return ports.store.transaction(async (store) => {
    // If two changes run at once, only one finds the email it began with.
    if (!(await store.users.update({ id, email: oldEmail, verified: true }, { email }))) throw wrongCode()
    await setEmail(store, id, email)
    await dropMailedTickets(store, id)
    await endOtherSessions(store, auth.session, ports.clock.now())
    await call.audit({
      inside: store,
      action: 'Email changed',
      resource: 'Users',
      severity: 'High',
      description: `Changed the own email from ${oldEmail} to ${email}; all other sessions were ended`,
      detail: beforeAndAfter({ email: oldEmail }, { email }),
    })
    await keep(store)
  })
}

/**
 * Stores the link that undoes the change. Links of earlier changes stay valid, because an intruder may have changed the
 * email more than once.
 */
const keepUndo = async (ports: Ports, { id, email }: UserRecord): Promise<string> => {
  const token = ports.random.token(32)
  const lifeMs = TICKET_LIFE_MS['email-undo']
  await keepSecret(ports, token, { purpose: 'email-undo', userId: id, tenantId: null, lifeMs, detail: { email } })
  return token
}

/** Changes the email to the one that the code was sent to. */
export const verifyEmailChange = async (
  call: SignedRequest,
  body: { token: unknown; code: unknown },
): Promise<{ email: string }> => {
  const { ports, auth } = call
  await assertMayChange(ports, auth.user)
  const { facts } = await redeemCode(call, {
    purpose: 'email-change',
    userId: auth.user.id,
    token: text(body.token, 'token'),
    code: text(body.code, 'code', 20),
  })
  const email = String(facts.email)
  const token = await keepUndo(ports, auth.user)
  // Another user may have taken the email in the meantime, which the response must not reveal.
  await postWith(ports, [emailChangedMail(ports, { ...auth.user, userId: auth.user.id, token }, email)], (keep) =>
    change(call, { email, keep }).catch(refuseDuplicate(wrongCode)),
  )
  return { email }
}
