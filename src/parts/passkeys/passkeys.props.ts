export interface PasskeysGiven {
  /** The user may add and remove passkeys. */
  canEdit: boolean
}
