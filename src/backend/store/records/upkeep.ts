/** What the local inbox shows. */
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

/** An email that the mail server has not taken yet. */
export interface OutgoingMailRecord {
  id: string
  /** The whole email, sealed: links and codes in it are secrets. */
  sealed: string
  /** Sent before the others. */
  isAwaited: boolean
  tries: number
  nextTryAt: number
  createdAt: number
}

/** Signing and sealing keys: text that is sealed with `SEALING_KEY` where that is set. */
export interface KeyRecord {
  id: string
  kind: string
  value: string
  createdAt: number
}
