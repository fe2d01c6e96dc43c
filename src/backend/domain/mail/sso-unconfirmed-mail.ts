import type { Mail, Ports } from '../../ports.ts'
import { compose, hello, linkTo, type Recipient } from './letter.ts'
import { shownName } from './shown-text.ts'

interface UnconfirmedSignIn {
  tenantName: string
  /** Empty if the connection has no name. */
  connectionName: string
  refused: Recipient
}

/**
 * Composes an email to an administrator: someone must vouch for a connection before it signs in its administrators
 * again.
 */
export const ssoUnconfirmedMail = (
  ports: Ports,
  to: Recipient,
  { tenantName, connectionName, refused }: UnconfirmedSignIn,
): Mail => {
  const account = shownName(tenantName) || 'your account'
  const name = shownName(connectionName)
  return compose({
    to: to.email,
    subject: `Confirm a single sign-on connection of ${account}`,
    reason: 'administrator',
    account,
    greeting: hello(to.name),
    paragraphs: [
      `${refused.email} tried to sign in to ${account} with ${name ? `the connection ${name}` : 'an SSO connection'} and was refused. Their rights as an administrator exceed those of the member who vouches for the connection.`,
      'Open the single sign-on page, check the connection, and confirm it. Until then it signs in other users as before, but not these administrators.',
    ],
    action: { label: 'Sign in', href: linkTo(ports, 'loginUrl') },
  })
}
