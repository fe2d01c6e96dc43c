/**
 * Callbacks for product events. A callback that throws is logged and stops nothing else; a value other than a function
 * throws an `OptionsError` that names it.
 */
export interface EventCallbacks {
  /**
   * Called when an account was proven to belong to its email address. `origin` is a value such as `ACTIVATION_LINK`.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, events: { userVerified: ({ email }) => console.log(email) } })
   */
  userVerified?: (detail: { email: string; origin: string; [field: string]: unknown }) => void
  /**
   * Called when a user signed up without an invitation. `authenticationType` is a value such as `PASSWORD`.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, events: { signUpComplete: ({ email }) => console.log(email) } })
   */
  signUpComplete?: (detail: { email: string; authenticationType: string; [field: string]: unknown }) => void
  /**
   * Called when a user clicked "Invite" on the users page.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, events: { inviteMemberClicked: ({ email }) => console.log(email) } })
   */
  inviteMemberClicked?: (detail: { email: string }) => void
  /**
   * Called when one user was invited.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, events: { inviteMemberSubmit: (detail) => console.log(detail.invitedUserEmail) } })
   */
  inviteMemberSubmit?: (detail: Record<string, unknown>) => void
  /**
   * Called when several users were invited at once.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, events: { inviteMembersSubmit: (detail) => console.log(detail.invitedUserEmails) } })
   */
  inviteMembersSubmit?: (detail: Record<string, unknown>) => void
  /**
   * Called when a page of the portal was opened. `tab` is its ID, such as `users`.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, events: { adminBoxMenuClicked: ({ tab }) => console.log(tab) } })
   */
  adminBoxMenuClicked?: (detail: { email: string; tab: string }) => void
}
