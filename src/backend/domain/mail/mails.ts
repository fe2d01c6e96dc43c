import type { Mail, Ports } from '../../ports.ts'
import type { Collections } from '../../store/store.ts'
import { vendorSetting } from '../settings/vendor.ts'
import { compose, expiryOf, type LinkRecipient, linkTo, NOT_YOU, type Recipient } from './letter.ts'
import { shownName } from './shown-text.ts'

const IGNORE = 'If you didn’t request this, you can ignore this email.'

export const activationMail = async (ports: Ports, { userId, email, name, token }: LinkRecipient): Promise<Mail> => {
  const { name: product } = await vendorSetting.ofVendor(ports.store)
  return compose({
    to: { email, name },
    subject: `Activate your ${product} account`,
    isAwaited: true,
    expiresAt: expiryOf(ports, 'activation'),
    reason: 'requested',
    paragraphs: ['Confirm your email to activate your account. The link works once and expires in 7 days.', IGNORE],
    action: { label: 'Activate your account', href: linkTo(ports, 'activateUrl', { userId, token }) },
  })
}

/** Composes an invitation. If `isNew`, the user has no password yet, so the link opens the page that sets one. */
export const invitationMail = async (
  ports: Ports,
  { userId, email, name, token }: LinkRecipient,
  invitation: { tenantName: string; inviterName: string; isNew: boolean },
): Promise<Mail> => {
  const { name: product } = await vendorSetting.ofVendor(ports.store)
  const page = invitation.isNew ? 'activateUrl' : 'acceptInvitationUrl'
  const tenantName = shownName(invitation.tenantName) || product
  const inviter = shownName(invitation.inviterName) || 'A colleague'
  return compose({
    to: { email, name },
    subject: `Join ${tenantName} on ${product}`,
    expiresAt: expiryOf(ports, 'invitation'),
    reason: 'invited',
    account: tenantName,
    paragraphs: [
      `${inviter} invited you to join ${tenantName}. The link works once and expires in 7 days.`,
      'If you didn’t expect this invitation, you can ignore this email.',
    ],
    action: { label: 'Accept invitation', href: linkTo(ports, page, { userId, token }) },
  })
}

/** Composes an invitation for the owner of an email that created an account before the email was verified. */
export const founderInvitationMail = async (
  ports: Ports,
  { userId, email, name, token }: LinkRecipient,
  accountName: string,
): Promise<Mail> => {
  const { name: product } = await vendorSetting.ofVendor(ports.store)
  const tenantName = shownName(accountName) || product
  return compose({
    to: { email, name },
    subject: `Rejoin ${tenantName} on ${product}`,
    expiresAt: expiryOf(ports, 'invitation'),
    reason: 'invited',
    account: tenantName,
    paragraphs: [
      `${tenantName} was created with your email before you confirmed it, and others have joined since. If you created it, accept this invitation to get back in. The link works once and expires in 7 days.`,
      'If you don’t know this account, ignore this email.',
    ],
    action: { label: 'Accept invitation', href: linkTo(ports, 'acceptInvitationUrl', { userId, token }) },
  })
}

/** Composes an email for a new password. If it `keepsSessions`, the user asked for it in a session that must last. */
export const passwordResetMail = async (
  ports: Ports,
  { userId, email, name, token, keepsSessions }: LinkRecipient & { keepsSessions?: boolean },
): Promise<Mail> =>
  compose({
    to: { email, name },
    subject: 'Reset your password',
    isAwaited: true,
    expiresAt: expiryOf(ports, 'password-reset'),
    reason: 'requested',
    paragraphs: [
      'We received a request to reset your password. The link works once and expires in 1 hour.',
      ...(keepsSessions
        ? ['Stay signed in where you asked for it, and leave “Sign out everywhere” unchecked on the page that opens.']
        : []),
      'If you didn’t request this, you can ignore this email. Your password hasn’t changed.',
    ],
    action: {
      label: 'Reset password',
      href: linkTo(ports, 'resetPasswordUrl', { userId, token, ...(keepsSessions && { keepSessions: 'true' }) }),
    },
  })

export const breachedPasswordMail = async (
  ports: Ports,
  { userId, email, name, token }: LinkRecipient,
): Promise<Mail> =>
  compose({
    to: { email, name },
    subject: 'Choose a new password',
    isAwaited: true,
    expiresAt: expiryOf(ports, 'password-reset'),
    reason: 'user',
    paragraphs: [
      'Your password appears in a list of passwords from data breaches, so others may know it. Choose a new one. The link works once and expires in 1 hour.',
      'If you use the same password elsewhere, change it there too.',
    ],
    action: { label: 'Choose a new password', href: linkTo(ports, 'resetPasswordUrl', { userId, token }) },
  })

export const passwordChangedMail = (ports: Ports, user: Recipient): Mail =>
  compose({
    to: user,
    subject: 'Your password was changed',
    reason: 'user',
    paragraphs: ['The password of your account was changed.', NOT_YOU],
    action: { label: 'Sign in', href: linkTo(ports, 'loginUrl') },
  })

/** Composes an email with a verification code, for a second factor or in place of a password. */
export const codeMail = async (ports: Ports, to: Recipient, code: string): Promise<Mail> => {
  const { name: product } = await vendorSetting.ofVendor(ports.store)
  return compose({
    to,
    subject: `Your ${product} verification code`,
    isAwaited: true,
    expiresAt: expiryOf(ports, 'login-code'),
    reason: 'requested',
    paragraphs: [
      `Your verification code is ${code}. It works once and expires in 10 minutes. Don’t share it with anyone.`,
      IGNORE,
    ],
  })
}

export const magicLinkMail = async (
  ports: Ports,
  to: Recipient,
  query: { token: string; invitationToken?: string },
): Promise<Mail> => {
  const { name: product } = await vendorSetting.ofVendor(ports.store)
  return compose({
    to,
    subject: `Sign in to ${product}`,
    isAwaited: true,
    expiresAt: expiryOf(ports, 'magic-link'),
    reason: 'requested',
    paragraphs: ['Use this link to sign in. It works once and expires in 15 minutes.', IGNORE],
    action: { label: 'Sign in', href: linkTo(ports, 'magicLinkCallbackUrl', query) },
  })
}

/** Composes an email to the owner of an email that was used to sign up again. */
export const alreadyMemberMail = (ports: Ports, user: Recipient): Mail =>
  compose({
    to: user,
    subject: 'You already have an account',
    isAwaited: true,
    reason: 'requested',
    paragraphs: [
      'We received a request to sign up with this email, but you already have an account. Sign in instead.',
      'If you didn’t request this, you can ignore this email. Nothing has changed.',
    ],
    action: { label: 'Sign in', href: linkTo(ports, 'loginUrl') },
  })

export const accountLockedMail = (ports: Ports, user: Recipient): Mail =>
  compose({
    to: user,
    subject: 'Your account is locked',
    reason: 'user',
    paragraphs: [
      'We locked your account after too many failed sign-in attempts, so that no one can guess your password.',
      'To unlock it, reset your password on the sign-in page, or ask your administrator to unlock it.',
    ],
    action: { label: 'Sign in', href: linkTo(ports, 'loginUrl') },
  })

export const factorsRemovedMail = (ports: Ports, user: Recipient): Mail =>
  compose({
    to: user,
    subject: 'A second factor was removed from your account',
    reason: 'user',
    paragraphs: ['A second factor for two-factor authentication was removed from your account.', NOT_YOU],
    action: { label: 'Sign in', href: linkTo(ports, 'loginUrl') },
  })

/** Composes an email to an administrator. */
export const webhookDisabledMail = (ports: Ports, user: Recipient, displayName: string): Mail => {
  const name = shownName(displayName) || 'A webhook'
  return compose({
    to: user,
    subject: `Webhook turned off: ${name}`,
    reason: 'administrator',
    paragraphs: [
      `We turned off the webhook “${name}” because every delivery failed for 24 hours.`,
      'Fix the receiver, turn the webhook on again, and resend the events it missed.',
    ],
    action: { label: 'Sign in', href: linkTo(ports, 'loginUrl') },
  })
}

export const inviteLinkMail = (to: Recipient & { tenantName: string; link: string }): Mail => {
  const tenantName = shownName(to.tenantName) || 'your account'
  return compose({
    to,
    subject: `Invite link for ${tenantName}`,
    reason: 'member',
    account: tenantName,
    paragraphs: [`Anyone with this link can join ${tenantName}. Share it with care.`],
    action: { label: 'Invite link', href: to.link },
  })
}

export const inviteLinkOf = (ports: Ports, token: string): string =>
  linkTo(ports, 'loginUrl', { invitationToken: token })

/** Queues an email in the outbox, if there is one, so that requests don't wait for the mail server. */
export const sendLater = ({ outbox, mailer }: Pick<Ports, 'outbox' | 'mailer'>, mail: Mail): Promise<void> =>
  (outbox ?? mailer).send(mail)

/**
 * Sends an email and logs a failure instead of throwing. The change stays, and the user can request the email again.
 */
export const post = async (ports: Ports, mail: Mail): Promise<void> => {
  try {
    await sendLater(ports, mail)
  } catch (error) {
    ports.log.error('An email could not be sent', error)
  }
}

/**
 * Makes a change that `keep`s the emails about it: it stores them in its own transaction, so that none is lost if the
 * process is killed after the commit. Without an outbox they are sent after the change.
 */
export const postWith = async <Result>(
  ports: Ports,
  mails: readonly Mail[],
  change: (keep: (store: Collections) => Promise<void>) => Promise<Result>,
): Promise<Result> => {
  const prepared = await ports.outbox?.prepare(mails)
  let unsent: readonly Mail[] = []
  const result = await change(async (store) => {
    if (prepared) await prepared.keep(store)
    else unsent = mails
  })
  prepared?.sendSoon()
  for (const mail of unsent) await post(ports, mail)
  return result
}

/** Sends emails, and fails only if none could be sent: the others must not arrive again. */
export const sendSome = async (ports: Ports, mails: readonly Mail[]): Promise<void> => {
  const sendings = await Promise.allSettled(mails.map((mail) => sendLater(ports, mail)))
  const failures = sendings.flatMap((sending) => (sending.status === 'rejected' ? [sending.reason] : []))
  if (failures.length > 0 && failures.length === mails.length) throw failures[0]
  for (const failure of failures) ports.log.error('An email could not be sent', failure)
}
