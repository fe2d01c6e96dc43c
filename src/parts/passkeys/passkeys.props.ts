export interface PasskeysGiven {
  /** The user may add and remove passkeys. */
  canEdit: boolean
  /** A link leads to the button that adds one. @default false */
  isWanted?: boolean | undefined
}
