/** What rules may look at: the host's own values and the claims of the user. */
export interface AttributeSources {
  custom?: Readonly<Record<string, string | number | boolean | Date | readonly string[]>>
  /** The user: response of the login, token claims and profile. */
  jwt?: object | null
}
