import { DEFAULT_ROUTES } from '../../../rules/auth-routes.ts'
import type { Mail, Ports } from '../../ports.ts'
import { vendorPolicy } from '../policies/policies.ts'
import { escapeMarkup } from './escape-markup.ts'

type LinkedPage = 'activateUrl' | 'acceptInvitationUrl' | 'resetPasswordUrl' | 'loginUrl' | 'magicLinkCallbackUrl'

/** A page of the host application; its origin comes from the configuration, never from a request. */
const linkTo = (ports: Ports, page: LinkedPage, query: Record<string, string>): string => {
  const url = new URL(DEFAULT_ROUTES[page], ports.config.appUrl)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

/** One line: a name or subject must not be able to start a header or a line of its own. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

interface Letter {
  to: string
  subject: string
  greeting: string
  paragraphs: readonly string[]
  action?: { label: string; href: string }
}

const compose = ({ to, subject, greeting, paragraphs, action }: Letter): Mail => {
  const lines = [greeting, ...paragraphs].map(oneLine)
  const html = lines.map((line) => `<p>${escapeMarkup(line)}</p>`).join('\n')
  const button = action ? `\n<p><a href="${escapeMarkup(action.href)}">${escapeMarkup(action.label)}</a></p>` : ''
  return {
    to,
    subject: oneLine(subject),
    text: [...lines, ...(action ? [`${action.label}:\n${action.href}`] : [])].join('\n\n'),
    html: `<!doctype html>\n<html lang="en"><body>\n${html}${button}\n</body></html>`,
  }
}

interface Addressee {
  userId: string
  email: string
  name: string
  token: string
}

const hello = (name: string) => (name ? `Hello ${name},` : 'Hello,')

export const activationMail = async (ports: Ports, { userId, email, name, token }: Addressee): Promise<Mail> => {
  const { name: product } = await vendorPolicy(ports.store, 'vendor')
  return compose({
    to: email,
    subject: `Activate your ${product} account`,
    greeting: hello(name),
    paragraphs: ['Please confirm your email address to activate your account. The link works once, for 7 days.'],
    action: { label: 'Activate your account', href: linkTo(ports, 'activateUrl', { userId, token }) },
  })
}

/** `isNew`: she has no password yet, so the link leads to where she sets one. */
export const invitationMail = async (
  ports: Ports,
  { userId, email, name, token }: Addressee,
  invitation: { tenantName: string; inviterName: string; isNew: boolean },
): Promise<Mail> => {
  const { name: product } = await vendorPolicy(ports.store, 'vendor')
  const page = invitation.isNew ? 'activateUrl' : 'acceptInvitationUrl'
  return compose({
    to: email,
    subject: `Join ${invitation.tenantName} on ${product}`,
    greeting: hello(name),
    paragraphs: [
      `${invitation.inviterName || 'A colleague'} has invited you to join ${invitation.tenantName}. The link works once, for 7 days.`,
      'If you did not expect this, you can ignore this message.',
    ],
    action: { label: 'Accept the invitation', href: linkTo(ports, page, { userId, token }) },
  })
}

export const passwordResetMail = async (ports: Ports, { userId, email, name, token }: Addressee): Promise<Mail> =>
  compose({
    to: email,
    subject: 'Reset your password',
    greeting: hello(name),
    paragraphs: [
      'Somebody, hopefully you, asked to reset your password. The link works once, for one hour.',
      'If it was not you, you can ignore this message: nothing has changed.',
    ],
    action: { label: 'Choose a new password', href: linkTo(ports, 'resetPasswordUrl', { userId, token }) },
  })

export const passwordChangedMail = async (ports: Ports, user: { email: string; name: string }): Promise<Mail> =>
  compose({
    to: user.email,
    subject: 'Your password was changed',
    greeting: hello(user.name),
    paragraphs: ['Your password was changed. If it was not you, reset it now and tell your administrator.'],
    action: { label: 'Sign in', href: linkTo(ports, 'loginUrl', {}) },
  })

/** One code, for a second factor or in place of a password. */
export const codeMail = async (ports: Ports, to: { email: string; name: string }, code: string): Promise<Mail> => {
  const { name: product } = await vendorPolicy(ports.store, 'vendor')
  return compose({
    to: to.email,
    subject: `Your ${product} code`,
    greeting: hello(to.name),
    paragraphs: [
      `Your code is ${code}. It works once, for 10 minutes. Tell it to nobody.`,
      'If you did not ask for it, you can ignore this message.',
    ],
  })
}

export const magicLinkMail = async (
  ports: Ports,
  to: { email: string; name: string },
  query: { token: string; invitationToken?: string },
): Promise<Mail> => {
  const { name: product } = await vendorPolicy(ports.store, 'vendor')
  return compose({
    to: to.email,
    subject: `Sign in to ${product}`,
    greeting: hello(to.name),
    paragraphs: [
      'Here is your link to sign in. It works once, for 15 minutes.',
      'If you did not ask for it, you can ignore this message.',
    ],
    action: { label: 'Sign in', href: linkTo(ports, 'magicLinkCallbackUrl', query) },
  })
}

/** To the owner of an address with which somebody signed up again. */
export const alreadyMemberMail = (ports: Ports, user: { email: string; name: string }): Mail =>
  compose({
    to: user.email,
    subject: 'You have an account already',
    greeting: hello(user.name),
    paragraphs: [
      'Somebody, hopefully you, tried to sign up with this address. You have an account already: please sign in.',
      'If it was not you, you can ignore this message: nothing has changed.',
    ],
    action: { label: 'Sign in', href: linkTo(ports, 'loginUrl', {}) },
  })

export const factorsRemovedMail = (ports: Ports, user: { email: string; name: string }): Mail =>
  compose({
    to: user.email,
    subject: 'A second factor was removed from your account',
    greeting: hello(user.name),
    paragraphs: [
      'A second factor was removed from your account. If it was not you, reset your password now and tell your administrator.',
    ],
    action: { label: 'Sign in', href: linkTo(ports, 'loginUrl', {}) },
  })

export const inviteLinkMail = (to: { email: string; name: string; tenantName: string; link: string }): Mail =>
  compose({
    to: to.email,
    subject: `Invitation link of ${to.tenantName}`,
    greeting: hello(to.name),
    paragraphs: [`Whoever opens this link can join ${to.tenantName}. Share it with care.`],
    action: { label: 'Invitation link', href: to.link },
  })

export const inviteLinkOf = (ports: Ports, token: string): string =>
  linkTo(ports, 'loginUrl', { invitationToken: token })

/** A mail that cannot be sent is logged; the record stands and the mail can be asked for again. */
export const post = async (ports: Ports, mail: Mail): Promise<void> => {
  try {
    await ports.mailer.send(mail)
  } catch (error) {
    ports.log.error('A mail could not be sent', error)
  }
}
