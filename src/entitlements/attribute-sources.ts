/** Attributes that rules may read: the host's own values and the user's claims. */
export interface AttributeSources {
  custom?: Readonly<Record<string, string | number | boolean | Date | readonly string[]>>
  /** The user: login response, token claims and profile. */
  jwt?: object | null
}
