import type { Mail, Ports } from '../../ports.ts'
import { compose, hello, linkTo, type Recipient } from './letter.ts'
import { shownName } from './shown-text.ts'

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

const letter = (ports: Ports, to: Recipient, tenantName: string, change: readonly string[]): Mail =>
  compose({
    to: to.email,
    subject: `Single sign-on of ${shownName(tenantName) || 'your account'} was changed`,
    reason: 'administrator',
    account: shownName(tenantName),
    greeting: hello(to.name),
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
  letter(ports, to, tenantName, [
    `${actor.email} changed a connection of single sign-on that is turned on, or turned one on.`,
    `Its identity provider can sign in as ${whomOf(domains)}.`,
  ])

/** Composes an email to an administrator, because users of the domain may have no other way to sign in. */
export const ssoDomainRemovedMail = (
  ports: Ports,
  to: Recipient,
  { tenantName, actor, domain }: SsoChange & { domain: string },
): Mail =>
  letter(ports, to, tenantName, [
    `${actor.email} removed the domain ${domain} from a connection of single sign-on that is turned on.`,
    `Users with an email @${domain} no longer sign in with this connection.`,
  ])
