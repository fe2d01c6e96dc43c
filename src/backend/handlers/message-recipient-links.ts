import { text } from '../call/read.ts'
import { Refusal } from '../call/refusal.ts'
import { GUESSES_PER_NETWORK, takeNetworkTry } from '../domain/base/limits/limits.ts'
import { type LinkUse, recipientOfLink } from '../domain/delivery/channels/recipients.ts'
import { escapeMarkup, shownName } from '../domain/mail/shown-text.ts'
import { hidden, type Page, plain } from '../domain/oauth/oauth-pages.ts'
import { vendorSetting } from '../domain/settings/vendor.ts'
import type { Call } from '../http/handler.ts'
import type { Ports } from '../ports.ts'
import type { MessageRecipientRecord } from '../store/records.ts'
import { show } from './oauth-responses.ts'

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
const showRecipientPage = async (
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

const donePage = (ports: Ports, use: LinkUse): Page => html(ports, TEXTS[use].done, `<p>${TEXTS[use].doneText}</p>`)

const refusedLinkPage = (ports: Ports, reason: string): Page =>
  html(ports, 'This link doesn’t work', `<p>${escapeMarkup(reason)}</p>`)

type LinkCall = Pick<Call<unknown>, 'ports' | 'caller' | 'reply' | 'audit'>

const linkOf = (given: { id?: unknown; token?: unknown }) => ({
  id: text(given.id, 'id'),
  token: text(given.token, 'token'),
})

/** Browsers open these links, so a refusal is a page too. */
const page = async ({ ports, caller, reply }: LinkCall, work: () => Promise<Page>): Promise<string> => {
  try {
    await takeNetworkTry({ ports, caller }, GUESSES_PER_NETWORK)
    return show(reply, await work())
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return show(reply, refusedLinkPage(ports, error.errors.join(' ')), error.status)
  }
}

export const showConfirmation = (call: LinkCall, use: LinkUse, given: object) =>
  page(call, async () => {
    const link = linkOf(given)
    const recipient = await recipientOfLink(call.ports, use, link)
    return showRecipientPage(call.ports, use, { recipient, token: link.token })
  })

const STATES = { confirm: 'confirmed', stop: 'stopped' } as const

export const follow = (call: LinkCall, use: LinkUse, given: object) =>
  page(call, async () => {
    const { ports } = call
    const { id, tenantId, channel, target } = await recipientOfLink(ports, use, linkOf(given))
    const state = STATES[use]
    await ports.store.transaction(async (store) => {
      await store.messageRecipients.update({ id }, { state, updatedAt: ports.clock.now() })
      await call.audit({
        inside: store,
        tenantId,
        action: `Recipient ${state}`,
        resource: 'Notifications',
        description: `${target} ${state} notifications of this account by a link in a message`,
        detail: { channel, target },
      })
    })
    return donePage(ports, use)
  })
