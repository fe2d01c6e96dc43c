/**
 * Product events. A callback that throws is logged and stops nothing; anything but a function is
 * refused by an `OptionsError` that names it.
 */
export interface EventCallbacks {
  /**
   * An account was proven to belong to its email address; `origin` is such as `ACTIVATION_LINK`.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, events: { userVerified: ({ email }) => console.log(email) } })
   */
  userVerified?: (detail: { email: string; origin: string; [field: string]: unknown }) => void
  /**
   * A user signed up without an invitation; `authenticationType` is such as `PASSWORD`.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, events: { signUpComplete: ({ email }) => console.log(email) } })
   */
  signUpComplete?: (detail: { email: string; authenticationType: string; [field: string]: unknown }) => void
  /**
   * "Invite" was pressed on the users page.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, events: { inviteMemberClicked: ({ email }) => console.log(email) } })
   */
  inviteMemberClicked?: (detail: { email: string }) => void
  /**
   * One user was invited.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, events: { inviteMemberSubmit: (detail) => console.log(detail.invitedUserEmail) } })
   */
  inviteMemberSubmit?: (detail: Record<string, unknown>) => void
  /**
   * Several users were invited at once.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, events: { inviteMembersSubmit: (detail) => console.log(detail.invitedUserEmails) } })
   */
  inviteMembersSubmit?: (detail: Record<string, unknown>) => void
  /**
   * A page of the portal was opened; `tab` is its id, such as `users`.
   *
   * @default none
   * @example fe.init({ contextOptions: { baseUrl }, events: { adminBoxMenuClicked: ({ tab }) => console.log(tab) } })
   */
  adminBoxMenuClicked?: (detail: { email: string; tab: string }) => void
}
