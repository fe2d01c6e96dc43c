import type { Mail, Ports } from '../../ports.ts'
import { compose, hello, linkTo, type Recipient } from './letter.ts'
import { shownName } from './shown-name.ts'

interface SsoChange {
  tenantName: string
  actor: Recipient
  domains: readonly string[]
}

const MAX_DOMAINS = 5

/** Every user of these, or of the account. */
const whomOf = (domains: readonly string[]): string => {
  if (domains.length === 0) return 'users of the account'
  const shown = domains.slice(0, MAX_DOMAINS).map((domain) => `@${domain}`)
  return `any user with an email ${shown.join(', ')}${domains.length > MAX_DOMAINS ? ' and others' : ''}`
}

/** To an administrator: which identity provider is trusted decides who can sign in. */
export const ssoChangedMail = (ports: Ports, to: Recipient, { tenantName, actor, domains }: SsoChange): Mail => {
  const place = shownName(tenantName) || 'your account'
  return compose({
    to: to.email,
    subject: `Single sign-on of ${place} was changed`,
    greeting: hello(to.name),
    paragraphs: [
      `${actor.email} changed a connection of single sign-on that is turned on, or turned one on.`,
      `Its identity provider can sign in as ${whomOf(domains)}.`,
      'If this change is unexpected, check the connection on the single sign-on page and the audit log now.',
    ],
    action: { label: 'Sign in', href: linkTo(ports, 'loginUrl') },
  })
}
