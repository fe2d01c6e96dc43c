import type { Mail, Ports } from '../../ports.ts'
import { compose, hello, linkTo, type Recipient } from './letter.ts'
import { shownName } from './shown-text.ts'

interface LeftAlone {
  tenantName: string
  /** The beginning of a sentence: the change that left the sub-accounts without an administrator. */
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
    to: to.email,
    subject: `Needs attention: sub-accounts of ${account} without an administrator`,
    reason: 'administrator',
    account,
    greeting: hello(to.name),
    paragraphs: [
      `${cause}, and these sub-accounts of ${account} have no administrator anymore: ${list}.`,
      'Give another administrator access to sub-accounts, or add an administrator to each of them.',
    ],
    action: { label: 'Sign in', href: linkTo(ports, 'loginUrl') },
  })
}
