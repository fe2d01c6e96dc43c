import { type AppRoute, appLink } from '../../call/app-links.ts'
import type { Mail, Ports } from '../../ports.ts'
import { escapeMarkup } from './escape-markup.ts'
import { oneLine, shownName } from './shown-name.ts'

export const linkTo = (ports: Ports, page: AppRoute, query: Record<string, string> = {}): string =>
  appLink(ports.config, page, query)

interface Link {
  label: string
  href: string
}

interface Letter {
  to: string
  subject: string
  greeting: string
  paragraphs: readonly string[]
  action?: Link
  /** Ends emails like this one. */
  stopUrl?: string
}

const htmlOf = ({ label, href }: Link): string => `\n<p><a href="${escapeMarkup(href)}">${escapeMarkup(label)}</a></p>`

export const compose = ({ to, subject, greeting, paragraphs, action, stopUrl }: Letter): Mail => {
  const lines = [greeting, ...paragraphs].map(oneLine)
  const html = lines.map((line) => `<p>${escapeMarkup(line)}</p>`).join('\n')
  const links: Link[] = [
    ...(action ? [action] : []),
    ...(stopUrl ? [{ label: 'Stop these emails', href: stopUrl }] : []),
  ]
  return {
    to,
    subject: oneLine(subject),
    text: [...lines, ...links.map(({ label, href }) => `${label}:\n${href}`)].join('\n\n'),
    html: `<!doctype html>\n<html lang="en"><body>\n${html}${links.map(htmlOf).join('')}\n</body></html>`,
    ...(stopUrl && { stopUrl }),
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

export const NOT_YOU = 'If this wasn’t you, reset your password now and contact your administrator.'

export const hello = (name: string): string => {
  const shown = shownName(name)
  return shown ? `Hi ${shown},` : 'Hi,'
}
