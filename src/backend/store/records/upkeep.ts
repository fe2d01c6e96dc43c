/** A message in the local inbox. */
export interface MessageRecord {
  id: string
  channel: 'mail' | 'sms'
  to: string
  subject: string
  text: string
  html: string
  /** JSON list of `{ fileName, type, content }`; the content is base64. */
  attachments: string
  createdAt: number
}

/** An email that the mail server has not accepted yet. */
export interface OutgoingMailRecord {
  id: string
  /** The whole email, sealed because its links and codes are secrets. */
  sealed: string
  /** Whether it is sent before the others. */
  isAwaited: boolean
  tries: number
  nextTryAt: number
  createdAt: number
}

/** Signing and sealing keys; the text is sealed with `SEALING_KEY` if that is set. */
export interface KeyRecord {
  id: string
  kind: string
  value: string
  createdAt: number
}

export interface UpkeepRecords {
  messages: MessageRecord
  outgoingMails: OutgoingMailRecord
  keys: KeyRecord
}
