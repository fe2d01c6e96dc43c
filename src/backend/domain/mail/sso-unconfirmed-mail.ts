import type { Mail, Ports } from '../../ports.ts'
import { compose, linkTo, type Recipient } from './letter.ts'
import { shownName } from './shown-text.ts'

interface UnconfirmedSignIn {
  tenantName: string
  /** Empty if the connection has no name. */
  connectionName: string
  user: Recipient
  /**
   * Whether a session of the user continues, without these rights.
   * @default false
   */
  isSignedIn?: boolean
}

/**
 * Composes an email to an administrator: someone must vouch for a connection before it signs in its administrators
 * again.
 */
export const ssoUnconfirmedMail = (
  ports: Ports,
  to: Recipient,
  { tenantName, connectionName, user, isSignedIn = false }: UnconfirmedSignIn,
): Mail => {
  const account = shownName(tenantName) || 'your account'
  const name = shownName(connectionName)
  const connection = name ? `the connection ${name}` : 'an SSO connection'
  const happened = isSignedIn
    ? `${user.email} is signed in to ${account} with ${connection}, and has since received rights as an administrator. They exceed those of the member who vouches for the connection, so they don’t apply in that session.`
    : `${user.email} tried to sign in to ${account} with ${connection} and was refused. Their rights as an administrator exceed those of the member who vouches for the connection.`
  return compose({
    to,
    subject: `Confirm a single sign-on connection of ${account}`,
    reason: 'administrator',
    account,
    paragraphs: [
      happened,
      'Open the single sign-on page, check the connection, and confirm it. Until then it signs in other users as before, but not these administrators.',
    ],
    action: { label: 'Sign in', href: linkTo(ports, 'loginUrl') },
  })
}
