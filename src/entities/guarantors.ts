/** The member who vouches for a record, which can't exceed their permissions. */
export interface ShownGuarantor {
  id: string
  email: string
  name: string
}

/** Events that a subscription doesn't send, because the member who vouches for it may currently not see the data. */
export interface PausedEvents {
  pausedEventKeys: string[]
  /** The guarantor; `null` when they left the account or aren't known. */
  guarantor: ShownGuarantor | null
}

export interface PausedSubscription extends PausedEvents {
  /** The event of an email or text message, the ID of a Slack subscription, or the template of a report. */
  id: string
}
