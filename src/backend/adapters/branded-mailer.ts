import { rereading } from '../../kernel/lazy.ts'
import { withShownDomains } from '../../rules/shown-domains.ts'
import { escapeMarkup, oneLine } from '../domain/mail/shown-text.ts'
import { vendorSetting } from '../domain/settings/vendor.ts'
import type { Mail, Mailer, MailReason, Outbox, Ports, PreparedMails } from '../ports.ts'
import type { MailTransport, RenderedMail } from './mail-transport.ts'

/**
 * Colors of emails. Text has a contrast of at least 4.5:1 on every background that it appears on (WCAG 2.2 §1.4.3), in
 * light and dark mode.
 */
export interface MailColors {
  /** Background around the card. */
  page: string
  card: string
  ink: string
  /** Text of the footer, and of the link as text. */
  soft: string
  line: string
  link: string
  button: string
  buttonInk: string
  /** Background of the logo in both modes, so that a logo made for white paper is readable in dark mode too. */
  plate: string
}

export const LIGHT: MailColors = {
  page: '#f6f7fa',
  card: '#ffffff',
  ink: '#14171f',
  soft: '#5b6272',
  line: '#e3e6ee',
  link: '#4338ca',
  button: '#4338ca',
  buttonInk: '#ffffff',
  plate: '#eef0f5',
}

export const DARK: MailColors = {
  page: '#0f1117',
  card: '#171a22',
  ink: '#eceef4',
  soft: '#a0a7b8',
  line: '#2a2f3b',
  link: '#a5a0ff',
  button: '#a5a0ff',
  buttonInk: '#14171f',
  plate: '#eef0f5',
}

/** The application's name and logo, shown to users. */
interface MailBrand {
  name: string
  /** URL of the logo; `''` for none. */
  logo: string
}

const REASONS: Readonly<Record<MailReason, string>> = {
  requested: 'someone requested it with your email',
  invited: 'someone invited you to this account',
  user: 'it is about the way you sign in',
  member: 'you are a member of this account',
  administrator: 'you are an administrator of this account',
  recipient: 'an administrator of this account added you as a recipient',
}

const STOP = 'Stop these emails'

const WIDTH = 600
const FONT = "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

const reasonOf = ({ reason }: Mail): string => `You get this email because ${REASONS[reason]}.`

const accountOf = ({ account, to }: Mail, { name }: MailBrand): string =>
  [name, account || to].filter(Boolean).map(oneLine).join(' · ')

const textOf = (mail: Mail, brand: MailBrand): string => {
  const { paragraphs, action, stopUrl } = mail
  const links = [...(action ? [action] : []), ...(stopUrl ? [{ label: STOP, href: stopUrl }] : [])]
  return [
    ...paragraphs,
    ...links.map(({ label, href }) => `${label}:\n${href}`),
    `${accountOf(mail, brand)}\n${reasonOf(mail)}`,
  ].join('\n\n')
}

/** Email clients load no `data:` URL, and many no plain `http:`. */
const isShownLogo = (logo: string): boolean => URL.canParse(logo) && new URL(logo).protocol === 'https:'

const LOGO_HEIGHT = 32

/** The name is shown as text beside the logo, so that it is visible in clients that load no images. */
const headerOf = ({ name, logo }: MailBrand): string => {
  const image = isShownLogo(logo)
    ? `<td style="padding:0 12px 0 0"><img src="${escapeMarkup(logo)}" alt="" height="${LOGO_HEIGHT}" style="display:block;height:${LOGO_HEIGHT}px;width:auto;max-width:160px;border:0;padding:4px;border-radius:6px;background-color:${LIGHT.plate}"></td>`
    : ''
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>${image}<td class="ink" dir="auto" style="font-family:${FONT};font-size:18px;line-height:24px;font-weight:600;color:${LIGHT.ink}">${escapeMarkup(oneLine(name))}</td></tr></table>`
}

const paragraphOf = (text: string): string =>
  `<p class="ink" style="margin:0 0 16px;font-family:${FONT};font-size:16px;line-height:24px;color:${LIGHT.ink}">${escapeMarkup(text)}</p>`

/** The cell has the color, because some email clients ignore the padding and the background of links. */
const buttonOf = ({ label, href }: NonNullable<Mail['action']>): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px"><tr><td class="button" bgcolor="${LIGHT.button}" style="border-radius:8px;background-color:${LIGHT.button}"><a class="button-ink" href="${escapeMarkup(href)}" style="display:inline-block;padding:12px 24px;font-family:${FONT};font-size:16px;line-height:24px;font-weight:600;color:${LIGHT.buttonInk};text-decoration:none">${escapeMarkup(label)}</a></td></tr></table>
<p class="soft" style="margin:0;font-family:${FONT};font-size:14px;line-height:20px;color:${LIGHT.soft}">If the button doesn’t work, copy this link into your browser:<br><span style="word-break:break-all">${escapeMarkup(href)}</span></p>`

const stopOf = (url: string | undefined): string =>
  url ? `<br><a class="link" href="${escapeMarkup(url)}" style="color:${LIGHT.link}">${STOP}</a>` : ''

const footerOf = (mail: Mail, brand: MailBrand): string =>
  `<p class="soft" style="margin:0;font-family:${FONT};font-size:13px;line-height:20px;color:${LIGHT.soft}"><span dir="auto">${escapeMarkup(accountOf(mail, brand))}</span><br>${escapeMarkup(reasonOf(mail))}${stopOf(mail.stopUrl)}</p>`

/** Email clients without `prefers-color-scheme` keep the inline colors, or invert all of them alike. */
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;-webkit-text-size-adjust:100%}
@media (max-width:620px){.inner{padding:24px 20px!important}.outer{padding:12px!important}}
@media (prefers-color-scheme:dark){
.page{background-color:${DARK.page}!important}
.card{background-color:${DARK.card}!important;border-color:${DARK.line}!important}
.ink{color:${DARK.ink}!important}
.soft{color:${DARK.soft}!important}
.rule{border-color:${DARK.line}!important}
.link{color:${DARK.link}!important}
.button{background-color:${DARK.button}!important}
.button-ink{color:${DARK.buttonInk}!important}
}`

/**
 * Uses tables and inline styles, because email clients support little else; `lang` and `dir` are repeated for clients
 * that drop the root element.
 */
const htmlOf = (mail: Mail, brand: MailBrand): string => `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeMarkup(mail.subject)}</title>
<style>${STYLE}</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:${LIGHT.page}">
<table role="presentation" lang="en" dir="ltr" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${LIGHT.page}" style="background-color:${LIGHT.page}"><tr><td class="outer" align="center" style="padding:32px 16px">
<table role="presentation" class="card" width="${WIDTH}" cellpadding="0" cellspacing="0" border="0" bgcolor="${LIGHT.card}" style="width:100%;max-width:${WIDTH}px;background-color:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:12px"><tr><td class="inner" align="left" style="padding:32px">
${headerOf(brand)}
<div style="height:24px;line-height:24px">&nbsp;</div>
${[...mail.paragraphs.map(paragraphOf), ...(mail.action ? [buttonOf(mail.action)] : [])].join('\n')}
<div class="rule" style="margin:24px 0 16px;border-top:1px solid ${LIGHT.line};font-size:0;line-height:0">&nbsp;</div>
${footerOf(mail, brand)}
</td></tr></table>
</td></tr></table>
</body>
</html>`

/**
 * Renders the plain text and the HTML of an email, with the same content. Names in it are text: a name that looks like
 * a tag is escaped.
 *
 * @example renderMail(mail, { name: 'Quokka', logo: 'https://quokka.example/logo.png' })
 */
export const renderMail = (mail: Mail, brand: MailBrand): { text: string; html: string } => ({
  text: textOf(mail, brand),
  html: htmlOf(mail, brand),
})

/** Makes internationalized domains in texts readable; links and URLs stay unchanged. */
const withDomains = (mail: Mail): Mail => ({
  ...mail,
  subject: withShownDomains(mail.subject),
  paragraphs: mail.paragraphs.map(withShownDomains),
  account: withShownDomains(mail.account || mail.to),
})

type Needs = Pick<Ports, 'store' | 'random' | 'clock'>

const createRenderer = ({ store, random, clock }: Needs) => {
  // Cached for a while, so that a request that sends an email reads no more than one that finds no user.
  const brand = rereading(() => vendorSetting.ofVendor(store), clock.now)
  // Read ahead of the first email, which retries the read if it fails.
  brand().catch(() => undefined)
  return async (given: Mail): Promise<RenderedMail> => {
    const mail = withDomains(given)
    const rendered = renderMail(mail, await brand())
    const { paragraphs: _paragraphs, action: _action, reason: _reason, account: _account, ...envelope } = mail
    return { id: random.uuid(), ...envelope, ...rendered }
  }
}

/** Creates a mailer that renders every email in the style of the application, and passes it on. */
export const createBrandedMailer = (needs: Needs, transport: MailTransport): Mailer => {
  const render = createRenderer(needs)
  return { send: async (mail) => transport.send(await render(mail)) }
}

interface RenderedOutbox extends MailTransport {
  prepare(mails: readonly RenderedMail[]): Promise<PreparedMails>
}

/** Creates an outbox that renders every email in the style of the application, and passes it on. */
export const createBrandedOutbox = (needs: Needs, outbox: RenderedOutbox): Outbox => {
  const render = createRenderer(needs)
  return {
    send: async (mail) => outbox.send(await render(mail)),
    prepare: async (mails) => outbox.prepare(await Promise.all(mails.map(render))),
  }
}
