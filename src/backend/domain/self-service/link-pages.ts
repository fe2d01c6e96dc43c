import { selfService } from '../../../contract/me.ts'
import type { Ports } from '../../ports.ts'
import { escapeMarkup } from '../mail/shown-text.ts'
import { hidden, type Page, plain } from '../oauth/oauth-pages.ts'

interface Link {
  userId: string
  token: string
}

interface PageTexts {
  title: string
  text: string
  action: string
  label: string
}

const confirmationPage = (
  { config, random }: Ports,
  { title, text, action, label }: PageTexts,
  { userId, token }: Link,
): Page =>
  plain(
    title,
    random.token(16),
    `<h1>${escapeMarkup(title)}</h1><p>${escapeMarkup(text)}</p>
    <form method="post" action="${escapeMarkup(action)}">${hidden({ userId, token })}<button class="go">${escapeMarkup(label)}</button><a href="${escapeMarkup(config.appUrl)}">Cancel</a></form>`,
  )

const report = ({ config, random }: Ports, { title, text }: Pick<PageTexts, 'title' | 'text'>): Page =>
  plain(
    title,
    random.token(16),
    `<h1>${escapeMarkup(title)}</h1><p>${escapeMarkup(text)}</p><a class="go" href="${escapeMarkup(config.appUrl)}">Go to the application</a>`,
  )

export const confirmUndoPage = (ports: Ports, email: string, link: Link): Page =>
  confirmationPage(
    ports,
    {
      title: 'Undo the change of your email?',
      text: `Your email will be ${email} again. All sessions end, and your password is removed: we email you a link to choose a new one.`,
      action: selfService.undoEmailChange.path,
      label: 'Undo the change',
    },
    link,
  )

export const undonePage = (ports: Ports, email: string): Page =>
  report(ports, {
    title: 'The change was undone',
    text: `Your email is ${email} again. Check your email for a link to choose a new password.`,
  })

export const confirmRestorePage = (ports: Ports, email: string, link: Link): Page =>
  confirmationPage(
    ports,
    {
      title: 'Restore your account?',
      text: `The account of ${email} won’t be deleted, and you can sign in again.`,
      action: selfService.restoreUser.path,
      label: 'Restore account',
    },
    link,
  )

export const restoredPage = (ports: Ports): Page =>
  report(ports, { title: 'Your account was restored', text: 'It won’t be deleted. You can sign in again.' })

export const refusedPage = (ports: Ports, reason: string): Page =>
  report(ports, { title: 'This link doesn’t work', text: reason })
