import { type AppRoute, appLink } from '../../call/app-links.ts'
import type { Mail, Ports } from '../../ports.ts'
import { TICKET_LIFE_MS } from '../credentials/tickets.ts'
import { escapeMarkup } from './escape-markup.ts'
import { oneLine, shownName } from './shown-name.ts'

export const linkTo = (ports: Ports, page: AppRoute, query: Record<string, string> = {}): string =>
  appLink(ports.config, page, query)

interface Link {
  label: string
  href: string
}

interface Letter extends Pick<Mail, 'to' | 'subject' | 'stopUrl' | 'isAwaited' | 'expiresAt'> {
  greeting: string
  paragraphs: readonly string[]
  action?: Link
}

const htmlOf = ({ label, href }: Link): string => `\n<p><a href="${escapeMarkup(href)}">${escapeMarkup(label)}</a></p>`

export const compose = ({ subject, greeting, paragraphs, action, ...letter }: Letter): Mail => {
  const { stopUrl } = letter
  const lines = [greeting, ...paragraphs].map(oneLine)
  const html = lines.map((line) => `<p>${escapeMarkup(line)}</p>`).join('\n')
  const links: Link[] = [
    ...(action ? [action] : []),
    ...(stopUrl ? [{ label: 'Stop these emails', href: stopUrl }] : []),
  ]
  return {
    ...letter,
    subject: oneLine(subject),
    text: [...lines, ...links.map(({ label, href }) => `${label}:\n${href}`)].join('\n\n'),
    html: `<!doctype html>\n<html lang="en"><body>\n${html}${links.map(htmlOf).join('')}\n</body></html>`,
  }
}

export interface Recipient {
  email: string
  name: string
}

export interface LinkRecipient extends Recipient {
  userId: string
  token: string
}

/** Of an email whose code or link was made just now. */
export const expiryOf = ({ clock }: Pick<Ports, 'clock'>, purpose: keyof typeof TICKET_LIFE_MS): number =>
  clock.now() + TICKET_LIFE_MS[purpose]

export const NOT_YOU = 'If this wasn’t you, reset your password now and contact your administrator.'

export const hello = (name: string): string => {
  const shown = shownName(name)
  return shown ? `Hi ${shown},` : 'Hi,'
}
