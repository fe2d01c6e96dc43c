/** What an account sends by email or text message when one kind of event happens. */
export interface ChannelConfigRecord {
  id: string
  tenantId: string
  channel: 'email' | 'sms'
  eventKey: string
  enabled: boolean
  /** JSON list of `{ id, name, enabled, recipients }`. */
  subscriptions: string
  createdAt: number
  updatedAt: number
}

/** The Slack workspace of an account. */
export interface SlackInstallationRecord {
  id: string
  tenantId: string
  teamName: string
  /** Sealed. */
  token: string
  createdAt: number
}

export interface SlackSubscriptionRecord {
  id: string
  tenantId: string
  isActive: boolean
  /** JSON list of `{ eventKey, channelIds, title?, message? }`. */
  slackEvents: string
  createdAt: number
  updatedAt: number
}
