import { escapeHtml } from './html.ts'
import { type InboxMessage, LINK } from './inbox.ts'

const linkTo = (url: string) => `<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`

const downloadOf = ({ fileName, size, url }: InboxMessage['attachments'][number]) =>
  `<p><a href="${escapeHtml(url)}" download>Download ${escapeHtml(fileName)}</a> (${Math.ceil(size / 1_000)} KB)</p>`

/** Renders the text with its URLs as links; a repeated URL stays text. */
const textOf = ({ text, links }: InboxMessage): string => {
  const left = new Set(links)
  const pieces = text.split(LINK)
  const urls = text.match(LINK) ?? []
  const shown = pieces.map((piece, at) => {
    const url = urls[at] ?? ''
    return escapeHtml(piece) + (left.delete(url) ? linkTo(url) : escapeHtml(url))
  })
  return `<pre>${shown.join('')}</pre>`
}

/** Allows the email's own styles but no scripts, like an email client; its links open a new page. */
const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox'

/** Renders the frame of an email. Email clients open links elsewhere by themselves. */
const frameOf = ({ subject, html }: InboxMessage): string => {
  const shown = html.replace(/^<!doctype html>/i, '$&<base target="_blank">')
  return `<iframe class="mail" loading="lazy" title="Email: ${escapeHtml(subject)}" sandbox="${SANDBOX}" srcdoc="${escapeHtml(shown)}"></iframe>`
}

const toArticle = (message: InboxMessage) => {
  const { to, channel, subject, html, attachments, createdAt } = message
  return `
      <article>
        <header><span>${channel === 'sms' ? 'Text message' : 'Email'} to <strong>${escapeHtml(to)}</strong></span><time datetime="${createdAt}">${createdAt}</time></header>
        <h2>${escapeHtml(subject || 'Text message')}</h2>
        ${html ? frameOf(message) : textOf(message)}
        ${attachments.map(downloadOf).join('')}
      </article>`
}

/** The frames of emails inherit this policy: emails have their own styles, and load nothing. */
export const INBOX_POLICY = "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src data:"

/** Renders emails like an email client, and text messages as text. */
export const inboxPage = (messages: readonly InboxMessage[]): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="referrer" content="no-referrer">
    <title>Inbox · Front Entry demo</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/demo.css">
  </head>
  <body>
    <div class="bar"><a href="/">Demo host</a><span>${messages.length} messages</span></div>
    <main>
      <h1>Inbox</h1>
      <p class="lead">Every email and text message that the backend sent, newest first.</p>
      ${messages.map(toArticle).join('') || '<p>Nothing yet. Invite a user, or request a new password.</p>'}
    </main>
  </body>
</html>
`
