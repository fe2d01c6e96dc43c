import { selfService } from '../../../contract/me.ts'
import type { Mail, Ports } from '../../ports.ts'
import { accountFormats, dayOf } from '../base/account-dates.ts'
import { compose, expiryOf, type LinkRecipient, linkTo, NOT_YOU, type Recipient } from './letter.ts'
import { shownName } from './shown-text.ts'

/** Returns the URL of a page of the API itself, which needs no session and works while the application is down. */
const pageUrl = ({ config }: Ports, path: string, { userId, token }: LinkRecipient): string => {
  const url = new URL(path, config.apiUrl)
  url.search = String(new URLSearchParams({ userId, token }))
  return url.href
}

/** Formats a date about a user alone. It uses the format of no account, because a user may belong to several. */
const dateOf = (time: number): string => dayOf(time, accountFormats(undefined))

/** Composes an email to the user's old email. */
export const emailChangedMail = (ports: Ports, user: LinkRecipient, newEmail: string): Mail =>
  compose({
    to: user,
    subject: 'Your email was changed',
    expiresAt: expiryOf(ports, 'email-undo'),
    reason: 'user',
    paragraphs: [
      `The email of your account was changed from ${user.email} to ${newEmail}. You now sign in with the new email.`,
      'If this wasn’t you, undo the change. The link works for 7 days. It also ends all sessions and removes your password, so that you can choose a new one.',
    ],
    action: { label: 'Undo this change', href: pageUrl(ports, selfService.showEmailUndo.path, user) },
  })

/** Composes an email to the owner of an email that another user wanted to change theirs to. */
export const emailTakenMail = (ports: Ports, owner: Recipient): Mail =>
  compose({
    to: owner,
    subject: 'Your email is already in use',
    isAwaited: true,
    reason: 'requested',
    paragraphs: [
      'We received a request to use this email for another account, but you already sign in with it. Nothing has changed.',
      'If you didn’t request this, you can ignore this email.',
    ],
    action: { label: 'Sign in', href: linkTo(ports, 'loginUrl') },
  })

const RESTORE = 'To keep your account, restore it before then. You don’t need to sign in.'

export const userDeletionMail = (ports: Ports, user: LinkRecipient, dueAt: number): Mail =>
  compose({
    to: user,
    subject: 'Your account will be deleted',
    expiresAt: dueAt,
    reason: 'user',
    paragraphs: [`Your account will be deleted on ${dateOf(dueAt)}. ${RESTORE}`, NOT_YOU],
    action: { label: 'Restore your account', href: pageUrl(ports, selfService.showUserRestore.path, user) },
  })

export const userRestoredMail = (ports: Ports, user: Recipient): Mail =>
  compose({
    to: user,
    subject: 'Your account was restored',
    reason: 'user',
    paragraphs: ['Your account won’t be deleted. You can sign in again.', NOT_YOU],
    action: { label: 'Sign in', href: linkTo(ports, 'loginUrl') },
  })

export const userDeletedMail = (user: Recipient): Mail =>
  compose({
    to: user,
    subject: 'Your account was deleted',
    reason: 'user',
    paragraphs: ['Your account was deleted as requested. Thanks for having been with us.'],
  })

interface TenantNotice {
  tenantName: string
  requestedBy: string
  /** The day, in the account's date format. */
  dueOn: string
}

/** Composes an email to a member of the account. */
export const tenantDeletionMail = (ports: Ports, member: Recipient, notice: TenantNotice): Mail => {
  const name = shownName(notice.tenantName) || 'Your account'
  return compose({
    to: member,
    subject: `${name} will be deleted`,
    reason: 'member',
    account: name,
    paragraphs: [
      `${notice.requestedBy} requested to delete ${name}. It will be deleted on ${notice.dueOn}, with all of its data.`,
      'Until then you can use it as before, and its administrators can cancel the deletion on the account page.',
    ],
    action: { label: 'Sign in', href: linkTo(ports, 'loginUrl') },
  })
}

/** Composes an email to a member of the account. */
export const tenantKeptMail = (ports: Ports, member: Recipient, tenantName: string): Mail => {
  const name = shownName(tenantName) || 'Your account'
  return compose({
    to: member,
    subject: `${name} won’t be deleted`,
    reason: 'member',
    account: name,
    paragraphs: [`The deletion of ${name} was canceled. You can use it as before.`],
    action: { label: 'Sign in', href: linkTo(ports, 'loginUrl') },
  })
}
