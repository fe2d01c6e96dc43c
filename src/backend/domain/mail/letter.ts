import { type AppRoute, appLink } from '../../call/app-links.ts'
import type { Mail, Ports } from '../../ports.ts'
import { TICKET_LIFE_MS } from '../base/tickets.ts'
import { oneLine, shownName } from './shown-text.ts'

export const linkTo = (ports: Ports, page: AppRoute, query: Record<string, string> = {}): string =>
  appLink(ports.config, page, query)

interface Letter extends Mail {
  greeting: string
}

export const compose = ({ greeting, ...mail }: Letter): Mail => ({
  ...mail,
  subject: oneLine(mail.subject),
  paragraphs: [greeting, ...mail.paragraphs].map(oneLine),
})

export interface Recipient {
  email: string
  name: string
}

export interface LinkRecipient extends Recipient {
  userId: string
  token: string
}

/** Returns the expiry of an email whose code or link was created just now. */
export const expiryOf = ({ clock }: Pick<Ports, 'clock'>, purpose: keyof typeof TICKET_LIFE_MS): number =>
  clock.now() + TICKET_LIFE_MS[purpose]

export const NOT_YOU = 'If this wasn’t you, reset your password now and contact your administrator.'

export const hello = (name: string): string => {
  const shown = shownName(name)
  return shown ? `Hi ${shown},` : 'Hi,'
}
