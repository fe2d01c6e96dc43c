export interface PasskeysGiven {
  /** The user may add and remove passkeys. */
  canEdit: boolean
  /** A link to the button that adds one was followed. @default false */
  isWanted?: boolean | undefined
}
