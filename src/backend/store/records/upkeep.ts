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

/** Signing and sealing keys, encrypted by nothing but the folder's own permissions; `value` is JSON text. */
export interface KeyRecord {
  id: string
  kind: string
  value: string
  createdAt: number
}
