import { escapeHtml } from './html.ts'
import type { InboxMessage } from './inbox.ts'

const linkTo = (url: string) => `<p><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>`

const downloadOf = ({ fileName, size, url }: InboxMessage['attachments'][number]) =>
  `<p><a href="${escapeHtml(url)}" download>Download ${escapeHtml(fileName)}</a> (${Math.ceil(size / 1_000)} KB)</p>`

const toArticle = ({ to, channel, subject, text, links, attachments, createdAt }: InboxMessage) => `
      <article>
        <header><span>${channel === 'sms' ? 'Text message' : 'Email'} to <strong>${escapeHtml(to)}</strong></span><time datetime="${createdAt}">${createdAt}</time></header>
        <h2>${escapeHtml(subject || 'Text message')}</h2>
        <pre>${escapeHtml(text)}</pre>
        ${links.map(linkTo).join('')}${attachments.map(downloadOf).join('')}
      </article>`

/** Messages are shown as text: the content of an email must never run here. */
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
