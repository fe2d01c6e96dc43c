import { text } from '../call/read.ts'
import { Refusal } from '../call/refusal.ts'
import { GUESSES_PER_NETWORK, takeNetworkTry } from '../domain/base/limits/limits.ts'
import { askRecipientPage, donePage, refusedLinkPage } from '../domain/delivery/channels/recipient-pages.ts'
import { type LinkUse, recipientOfLink } from '../domain/delivery/channels/recipients.ts'
import type { Page } from '../domain/oauth/oauth-pages.ts'
import type { Call } from '../http/handler.ts'
import { show } from './oauth-responses.ts'

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

export const ask = (call: LinkCall, use: LinkUse, given: object) =>
  page(call, async () => {
    const link = linkOf(given)
    const recipient = await recipientOfLink(call.ports, use, link)
    return askRecipientPage(call.ports, use, { recipient, token: link.token })
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
