import type { MessageRecipient, messageRecipients } from '../../contract/additions/message-recipients.ts'
import type { SignedRequest } from '../call/auth.ts'
import { text } from '../call/read.ts'
import { notFound, Refusal } from '../call/refusal.ts'
import { GUESSES_PER_NETWORK, takeNetworkTry } from '../domain/base/limits/limits.ts'
import { iso } from '../domain/base/wire/wire.ts'
import { type LinkUse, recipientOfLink } from '../domain/delivery/channels/recipient-links.ts'
import { askRecipientPage, donePage, refusedLinkPage } from '../domain/delivery/channels/recipient-pages.ts'
import { recipientStates, requestConfirmation } from '../domain/delivery/channels/recipients.ts'
import type { Page } from '../domain/oauth/oauth-pages.ts'
import { allowed, byOauth, type Call, type Handlers } from '../http/handler.ts'
import type { MessageRecipientRecord } from '../store/records.ts'
import { show } from './oauth-responses.ts'

type Channel = MessageRecipientRecord['channel']
type LinkCall = Pick<Call<unknown>, 'ports' | 'caller' | 'reply' | 'audit'>

const shown = ({ id, target, state, sentAt }: MessageRecipientRecord): MessageRecipient => ({
  id,
  target,
  state,
  sentAt: sentAt === null ? null : iso(sentAt),
})

const list =
  (channel: Channel) =>
  async ({ ports, auth: { tenantId } }: SignedRequest) => ({
    recipients: (await recipientStates(ports, { tenantId, channel })).map(shown),
  })

const request = (channel: Channel) => async (call: SignedRequest & { path: { id: string } }) => {
  const { ports, auth, path } = call
  const waiting = { id: path.id, tenantId: auth.tenantId, channel, state: 'pending' } as const
  const recipient = await ports.store.messageRecipients.find(waiting)
  if (!recipient) throw notFound('This recipient doesn’t wait for a confirmation')
  await requestConfirmation(ports, recipient)
  await call.audit({
    action: 'Recipient asked to confirm',
    resource: 'Notifications',
    description: `Sent another request to confirm notifications to ${recipient.target}`,
    detail: { channel, target: recipient.target },
  })
  return {}
}

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

const ask = (call: LinkCall, use: LinkUse, given: object) =>
  page(call, async () => {
    const link = linkOf(given)
    const recipient = await recipientOfLink(call.ports, use, link)
    return askRecipientPage(call.ports, use, { recipient, token: link.token })
  })

const STATES = { confirm: 'confirmed', stop: 'stopped' } as const

const follow = (call: LinkCall, use: LinkUse, given: object) =>
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

export const messageRecipientHandlers = {
  listEmailRecipients: allowed('fe.connectivity.read.emailConfig', list('email')),
  requestEmailConfirmation: allowed('fe.connectivity.write.emailConfig', request('email')),
  listSmsRecipients: allowed('fe.connectivity.read.smsConfig', list('sms')),
  requestSmsConfirmation: allowed('fe.connectivity.write.smsConfig', request('sms')),
  showConfirmation: byOauth((call) => ask(call, 'confirm', call.query)),
  confirmRecipient: byOauth((call) => follow(call, 'confirm', call.body)),
  showStop: byOauth((call) => ask(call, 'stop', call.query)),
  stopMessages: byOauth((call) => follow(call, 'stop', { ...call.query, ...call.body })),
} satisfies Handlers<typeof messageRecipients>
