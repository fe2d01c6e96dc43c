import type { MessageRecord } from '../../src/backend/store/records.ts'
import type { Store } from '../../src/backend/store/store.ts'

/** One message as tests and users read it. */
export interface InboxMessage {
  id: string
  to: string
  channel: 'mail' | 'sms'
  subject: string
  text: string
  links: string[]
  code: string | undefined
  createdAt: string
}

const NEWEST = 200
const LINK = /https?:\/\/[^\s<>"')\]]+/g
const CODE = /(?<![\w/=&?.-])\d{6}(?![\w/=&-])/

const toMessage = ({ id, to, channel, subject, text, createdAt }: MessageRecord): InboxMessage => ({
  id,
  to,
  channel,
  subject,
  text,
  links: text.match(LINK) ?? [],
  code: CODE.exec(text)?.[0],
  createdAt: new Date(createdAt).toISOString(),
})

/** Newest first. */
export const readInbox = async (store: Pick<Store, 'messages'>, to: string | null): Promise<InboxMessage[]> => {
  const { items } = await store.messages.page({
    ...(to && { where: { to } }),
    sort: { field: 'createdAt', order: 'DESC' },
    offset: 0,
    limit: NEWEST,
  })
  return items.map(toMessage)
}
