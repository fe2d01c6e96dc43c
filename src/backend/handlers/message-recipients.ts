import type { MessageRecipient, messageRecipients } from '../../contract/webhooks.ts'
import { lazy } from '../../kernel/lazy.ts'
import type { SignedRequest } from '../call/auth.ts'
import { notFound } from '../call/refusal.ts'
import { iso } from '../domain/base/wire/wire.ts'
import { recipientStates, requestConfirmation } from '../domain/delivery/channels/recipients.ts'
import { byOauth, type Handlers, signedIn } from '../http/handler.ts'
import type { MessageRecipientRecord } from '../store/records.ts'

// Loaded on demand, because only recipients of messages open these links.
const links = lazy(() => import('./message-recipient-links.ts'))

type Channel = MessageRecipientRecord['channel']

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
  if (!recipient) throw notFound('This recipient isn’t waiting for a confirmation')
  await requestConfirmation(ports, recipient)
  await call.audit({
    action: 'Recipient asked to confirm',
    resource: 'Notifications',
    description: `Sent another request to confirm notifications to ${recipient.target}`,
    detail: { channel, target: recipient.target },
  })
  return {}
}

export const messageRecipientHandlers = {
  listEmailRecipients: signedIn(list('email')),
  requestEmailConfirmation: signedIn(request('email')),
  listSmsRecipients: signedIn(list('sms')),
  requestSmsConfirmation: signedIn(request('sms')),
  showConfirmation: byOauth(async (call) => (await links()).showConfirmation(call, 'confirm', call.query)),
  confirmRecipient: byOauth(async (call) => (await links()).follow(call, 'confirm', call.body)),
  showStop: byOauth(async (call) => (await links()).showConfirmation(call, 'stop', call.query)),
  stopMessages: byOauth(async (call) => (await links()).follow(call, 'stop', { ...call.query, ...call.body })),
} satisfies Handlers<typeof messageRecipients>
