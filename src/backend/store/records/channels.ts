/** The emails or text messages that an account sends when one kind of event happens. */
export interface ChannelConfigRecord {
  id: string
  tenantId: string
  channel: 'email' | 'sms'
  eventKey: string
  enabled: boolean
  /** JSON list of `{ id, name, enabled, recipients }`. */
  subscriptions: string
  /**
   * The member who created or last confirmed it; it sends only what they may currently see. `null` in older rows means
   * the founder or an administrator.
   */
  guarantorId: string | null
  createdAt: number
  updatedAt: number
}

/**
 * A recipient of an account's events and reports. One who isn't a member with a proven email or number must agree
 * first.
 */
export interface MessageRecipientRecord {
  id: string
  tenantId: string
  channel: 'email' | 'sms'
  /** Email or phone number. */
  target: string
  state: 'pending' | 'confirmed' | 'stopped'
  /** Time of the last request to confirm. */
  sentAt: number | null
  createdAt: number
  updatedAt: number
}

/** The Slack workspace of an account. */
export interface SlackInstallationRecord {
  id: string
  tenantId: string
  teamName: string
  /** Sealed access token. */
  token: string
  createdAt: number
}

export interface SlackSubscriptionRecord {
  id: string
  tenantId: string
  isActive: boolean
  /** JSON list of `{ eventKey, channelIds, title?, message? }`. */
  slackEvents: string
  /**
   * The member who created or last confirmed it; it sends only what they may currently see. `null` in older rows means
   * the founder or an administrator.
   */
  guarantorId: string | null
  createdAt: number
  updatedAt: number
}
