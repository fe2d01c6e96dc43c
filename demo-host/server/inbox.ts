import type { MessageRecord } from '../../src/backend/store/records.ts'
import type { Store } from '../../src/backend/store/store.ts'

/** One message in the form that tests and users read. */
export interface InboxMessage {
  id: string
  to: string
  channel: 'mail' | 'sms'
  subject: string
  text: string
  /** Empty for a text message. */
  html: string
  links: string[]
  code: string | undefined
  attachments: { fileName: string; size: number; url: string }[]
  createdAt: string
}

const NEWEST = 200
/** A URL in text. */
export const LINK = /https?:\/\/[^\s<>"')\]]+/g
const CODE = /(?<![\w/=&?.-])\d{6}(?![\w/=&-])/

export interface Attachment {
  fileName: string
  type: string
  content: Buffer
}

/** The list needs no validation, because the backend wrote it. */
const attachmentsOf = ({ attachments }: MessageRecord): Attachment[] =>
  (JSON.parse(attachments) as (Omit<Attachment, 'content'> & { content: string })[]).map((file) => ({
    ...file,
    content: Buffer.from(file.content, 'base64'),
  }))

const toMessage = (message: MessageRecord): InboxMessage => ({
  ...shownMessage(message),
  attachments: attachmentsOf(message).map(({ fileName, content }, at) => ({
    fileName,
    size: content.length,
    url: `/inbox/attachment?${new URLSearchParams({ id: message.id, at: String(at) })}`,
  })),
})

const shownMessage = ({ id, to, channel, subject, text, html, createdAt }: MessageRecord) => ({
  id,
  to,
  channel,
  subject,
  text,
  html,
  links: [...new Set(text.match(LINK))],
  code: CODE.exec(text)?.[0],
  createdAt: new Date(createdAt).toISOString(),
})

/** Reads messages, newest first. */
export const readInbox = async (store: Pick<Store, 'messages'>, to: string | null): Promise<InboxMessage[]> => {
  const { items } = await store.messages.page({
    ...(to && { where: { to } }),
    sort: { field: 'createdAt', order: 'DESC' },
    offset: 0,
    limit: NEWEST,
  })
  return items.map(toMessage)
}

/** Reads the attachment that a URL of the inbox names. */
export const readAttachment = async (
  store: Pick<Store, 'messages'>,
  query: URLSearchParams,
): Promise<Attachment | undefined> => {
  const message = await store.messages.get(query.get('id') ?? '')
  return message && attachmentsOf(message)[Number(query.get('at') ?? Number.NaN)]
}
