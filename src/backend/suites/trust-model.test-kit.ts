/** Defines who may enter an account, independently of the backend: without its store, policy code, or rules. */

/**
 * The position of the account that a session enters, relative to the one whose identity provider vouched for its user.
 */
type Relation = 'unrelated' | 'below' | 'below a headquarter' | 'below, beyond its guarantor'

/** The start of a session, and what was proven in it. */
export interface OriginFacts {
  /** Whether the session is a user's own, without an API token or impersonation. */
  isUser: boolean
  /** Whether their access to the account they enter is still valid. */
  isMember: boolean
  /** Whether their own password or passkey was proven. */
  own: boolean
  /**
   * The position of the account they enter, relative to the account of the provider that signed them in, if there is
   * one.
   */
  provider?: Relation
  /** Names who verified their second factor. */
  factor?: 'us' | 'provider'
}

/** The demand of the account that is entered. */
export const REQUIREMENTS = [
  'nothing',
  'a second factor',
  'a second factor, but not from single sign-on',
  'its own single sign-on',
  'another IP address',
  'a younger session',
  'a busier session',
  'no second session',
  'that it is resumed',
] as const
export type Demand = (typeof REQUIREMENTS)[number]

/**
 * Returns whether the account trusts the provider. It trusts its own and one of a parent account, unless the parent is
 * a headquarter or the user may do more than the guarantor of the provider's connection.
 */
const isTrusted = ({ provider }: OriginFacts): boolean => provider === 'below'

const hasFactor = (origin: OriginFacts): boolean =>
  origin.factor === 'us' || (origin.factor === 'provider' && isTrusted(origin))

const MEETS: Readonly<Record<Demand, (origin: OriginFacts) => boolean>> = {
  nothing: () => true,
  'a second factor': hasFactor,
  'a second factor, but not from single sign-on': (origin) => hasFactor(origin) || isTrusted(origin),
  // No session here comes from the account's own provider or network, or is as recent and active as it requires.
  'its own single sign-on': () => false,
  'another IP address': () => false,
  'a younger session': () => false,
  'a busier session': () => false,
  'no second session': () => true,
  'that it is resumed': () => false,
}

export const mayEnter = (origin: OriginFacts, demand: Demand): boolean =>
  origin.isUser && origin.isMember && (origin.own || isTrusted(origin)) && MEETS[demand](origin)
