/** The member who vouches for a record, and whose rights it can't exceed. */
export interface ShownGuarantor {
  id: string
  email: string
  name: string
}

/** Events that a subscription doesn't send, because the member who vouches for it may not see the data today. */
export interface PausedEvents {
  pausedEventKeys: string[]
  /** `null`: they left the account, or aren't known. */
  guarantor: ShownGuarantor | null
}

export interface PausedSubscription extends PausedEvents {
  /** The event of an email or text message, the id of a subscription of Slack, or the template of a report. */
  id: string
}
