import type { Ports } from '../../../ports.ts'
import type { MessageRecipientRecord } from '../../../store/records.ts'
import { escapeMarkup, shownName } from '../../mail/shown-text.ts'
import { hidden, type Page, plain } from '../../oauth/oauth-pages.ts'
import { vendorSetting } from '../../settings/vendor.ts'
import type { LinkUse } from './recipients.ts'

const placeOf = async ({ store }: Ports, tenantId: string): Promise<string> =>
  shownName((await store.tenants.get(tenantId))?.name ?? '') || (await vendorSetting.ofVendor(store)).name

const TEXTS = {
  confirm: {
    title: 'Get notifications?',
    text: (target: string, place: string) =>
      `${place} will send notifications to ${target}. You can stop them at any time.`,
    label: 'Confirm',
    done: 'Notifications are on',
    doneText: 'Each message has a link to stop them.',
  },
  stop: {
    title: 'Stop notifications?',
    text: (target: string, place: string) => `${place} will no longer send notifications to ${target}.`,
    label: 'Stop notifications',
    done: 'Notifications are stopped',
    doneText: 'No more are sent.',
  },
} as const

const html = ({ random }: Ports, title: string, body: string): Page =>
  plain(title, random.token(16), `<h1>${escapeMarkup(title)}</h1>${body}`)

/** Returns a page that asks for confirmation, because email scanners open links. */
export const askRecipientPage = async (
  ports: Ports,
  use: LinkUse,
  { recipient, token }: { recipient: MessageRecipientRecord; token: string },
): Promise<Page> => {
  const { title, text, label } = TEXTS[use]
  const { id, target, tenantId } = recipient
  const words = escapeMarkup(text(target, await placeOf(ports, tenantId)))
  const form = `<form method="post">${hidden({ id, token })}<button class="go">${label}</button></form>`
  return html(ports, title, `<p>${words}</p>${form}`)
}

export const donePage = (ports: Ports, use: LinkUse): Page =>
  html(ports, TEXTS[use].done, `<p>${TEXTS[use].doneText}</p>`)

export const refusedLinkPage = (ports: Ports, reason: string): Page =>
  html(ports, 'This link doesn’t work', `<p>${escapeMarkup(reason)}</p>`)
