import type { GuaranteedKind, Interruption } from '../../../entities/guarantee.ts'
import type { Mail, Ports } from '../../ports.ts'
import { compose, linkTo, type Recipient } from './letter.ts'
import { shownName } from './shown-text.ts'

interface LeftAlone {
  tenantName: string
  /** The change that left the sub-accounts without an administrator, as the beginning of a sentence. */
  cause: string
  /** Names of the first sub-accounts. */
  names: readonly string[]
  count: number
}

/** Composes an email to an administrator: a change that no dialog asked about left sub-accounts without an administrator. */
export const leftAloneMail = (ports: Ports, to: Recipient, { tenantName, cause, names, count }: LeftAlone): Mail => {
  const account = shownName(tenantName) || 'your account'
  const shown = names.map((name) => shownName(name)).filter(Boolean)
  const rest = count - shown.length
  const list = [...shown, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
  return compose({
    to,
    subject: `Needs attention: sub-accounts of ${account} without an administrator`,
    reason: 'administrator',
    account,
    paragraphs: [
      `${cause}, and these sub-accounts of ${account} no longer have an administrator: ${list}.`,
      'Give another administrator access to sub-accounts, or add an administrator to each of them.',
    ],
    action: { label: 'Sign in', href: linkTo(ports, 'loginUrl') },
  })
}

const MAX_USERS = 5

const STOPPED: Readonly<Record<GuaranteedKind, readonly [one: string, other: string]>> = {
  'sso-connection': ['SSO connection', 'SSO connections'],
  directory: ['directory', 'directories'],
  'api-token': ['API token', 'API tokens'],
  webhook: ['webhook', 'webhooks'],
  channel: ['notification channel', 'notification channels'],
  schedule: ['scheduled report', 'scheduled reports'],
  'invite-link': ['invite link', 'invite links'],
}

type StoppedItems = Pick<Interruption, 'kind' | 'count' | 'items'>

const stoppedLine = ({ kind, count, items }: StoppedItems): string => {
  const names = items.map(({ name }) => shownName(name)).filter(Boolean)
  const rest = names.length > 0 ? count - names.length : 0
  const list = [...names, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
  return `${count} ${STOPPED[kind][count === 1 ? 0 : 1]}${list ? `: ${list}` : ''}`
}

/** Facts of an account in which something stopped. */
export interface StoppedIn {
  tenantName: string
  /** Emails of the users whose access ended. */
  emails: readonly string[]
  stopped: readonly StoppedItems[]
}

interface Stopped {
  accounts: readonly StoppedIn[]
  /** Whether a directory removed the users, or some of their roles. */
  isByDirectory: boolean
}

const MAX_ACCOUNTS = 20

/** Returns a line for each kind of things; if there are several accounts, each one begins with its name. */
const linesOf = (accounts: readonly StoppedIn[]): string[] => {
  const named = ({ tenantName, stopped }: StoppedIn) =>
    `${shownName(tenantName) || 'An account'}: ${stopped.map(stoppedLine).join('; ')}`
  if (accounts.length === 1) return accounts.flatMap(({ stopped }) => stopped.map(stoppedLine))
  const rest = accounts.length - MAX_ACCOUNTS
  return [...accounts.slice(0, MAX_ACCOUNTS).map(named), ...(rest > 0 ? [`and ${rest} more accounts`] : [])]
}

/** Composes an email to an administrator: the access of users ended, and no one vouches for these things any more. */
export const stoppedMail = (ports: Ports, to: Recipient, facts: Stopped): Mail => {
  const { accounts, isByDirectory } = facts
  const account = shownName(accounts[0]?.tenantName ?? '') || 'your account'
  const emails = [...new Set(accounts.flatMap((one) => one.emails))]
  const shown = emails.slice(0, MAX_USERS)
  const rest = emails.length - shown.length
  const users = [...shown, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')
  return compose({
    to,
    subject: `Needs attention: what stopped in ${accounts.length > 1 ? `${accounts.length} accounts` : account}`,
    reason: 'administrator',
    account,
    paragraphs: [
      `${isByDirectory ? `A directory removed ${users}, or some of their roles` : `The access of ${users} has ended`}. They vouched for the following, which has stopped or does less since then.`,
      ...linesOf(accounts),
      'Open the notifications of the portal: they lead to the pages where you can confirm each of them.',
    ],
    action: { label: 'Sign in', href: linkTo(ports, 'loginUrl') },
  })
}

interface SsoChange {
  tenantName: string
  actor: Recipient
}

const MAX_DOMAINS = 5

/** Describes the users of these domains, or of the whole account if the list is empty. */
const whomOf = (domains: readonly string[]): string => {
  if (domains.length === 0) return 'users of the account'
  const shown = domains.slice(0, MAX_DOMAINS).map((domain) => `@${domain}`)
  return `any user with an email ${shown.join(', ')}${domains.length > MAX_DOMAINS ? ' and others' : ''}`
}

const ssoChangeMail = (ports: Ports, to: Recipient, tenantName: string, change: readonly string[]): Mail =>
  compose({
    to,
    subject: `Single sign-on of ${shownName(tenantName) || 'your account'} was changed`,
    reason: 'administrator',
    account: shownName(tenantName),
    paragraphs: [
      ...change,
      'If this change is unexpected, check the connection on the single sign-on page and the audit log now.',
    ],
    action: { label: 'Sign in', href: linkTo(ports, 'loginUrl') },
  })

/** Composes an email to an administrator, because the trusted identity provider decides who can sign in. */
export const ssoChangedMail = (
  ports: Ports,
  to: Recipient,
  { tenantName, actor, domains }: SsoChange & { domains: readonly string[] },
): Mail =>
  ssoChangeMail(ports, to, tenantName, [
    `${actor.email} changed an active single sign-on connection, or turned one on.`,
    `Its identity provider can sign in as ${whomOf(domains)}.`,
  ])

/** Composes an email to an administrator, because users of the domain may have no other way to sign in. */
export const ssoDomainRemovedMail = (
  ports: Ports,
  to: Recipient,
  { tenantName, actor, domain }: SsoChange & { domain: string },
): Mail =>
  ssoChangeMail(ports, to, tenantName, [
    `${actor.email} removed the domain ${domain} from an active single sign-on connection.`,
    `Users with an email @${domain} no longer sign in with this connection.`,
  ])
