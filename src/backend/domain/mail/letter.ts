import { type AppRoute, appLink } from '../../call/app-links.ts'
import type { Mail, Ports } from '../../ports.ts'
import { TICKET_LIFE_MS } from '../base/tickets.ts'
import { oneLine, shownName } from './shown-text.ts'

export const linkTo = (ports: Ports, page: AppRoute, query: Record<string, string> = {}): string =>
  appLink(ports.config, page, query)

export interface Recipient {
  email: string
  /** The greeting shows it, unless it is empty. */
  name: string
}

interface Letter extends Omit<Mail, 'to'> {
  to: Recipient
}

const hello = (name: string): string => {
  const shown = shownName(name)
  return shown ? `Hi ${shown},` : 'Hi,'
}

/** Creates an email that begins with a greeting. */
export const compose = ({ to, ...mail }: Letter): Mail => ({
  ...mail,
  to: to.email,
  subject: oneLine(mail.subject),
  paragraphs: [hello(to.name), ...mail.paragraphs].map(oneLine),
})

export interface LinkRecipient extends Recipient {
  userId: string
  token: string
}

/** Returns the expiry of an email whose code or link was created just now. */
export const expiryOf = ({ clock }: Pick<Ports, 'clock'>, purpose: keyof typeof TICKET_LIFE_MS): number =>
  clock.now() + TICKET_LIFE_MS[purpose]

export const NOT_YOU = 'If this wasn’t you, reset your password now and contact your administrator.'
