/** Who may enter an account, written apart from the backend: no store, no policy code, no shared rule. */

/** Where the account that a session enters is, as seen from the one whose identity provider vouched for its user. */
type Relation = 'unrelated' | 'below' | 'below a headquarter'

/** How a session began, and what was proven in it. */
export interface OriginFacts {
  /** No API token, and no one who acts as another user. */
  isUser: boolean
  /** Their access to the account they enter hasn't ended. */
  isMember: boolean
  /** Their own password or passkey was proven. */
  own: boolean
  /** The account they enter, as seen from the account of the provider that signed them in; `undefined` without one. */
  provider?: Relation
  /** Who verified their second factor. */
  factor?: 'us' | 'provider'
}

/** The demand of the account that is entered. */
export const DEMANDS = [
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
export type Demand = (typeof DEMANDS)[number]

/** An account takes the word of its own provider and of one above it, unless that one belongs to a headquarter. */
const isTrusted = ({ provider }: OriginFacts): boolean => provider === 'below'

const hasFactor = (origin: OriginFacts): boolean =>
  origin.factor === 'us' || (origin.factor === 'provider' && isTrusted(origin))

const MEETS: Readonly<Record<Demand, (origin: OriginFacts) => boolean>> = {
  nothing: () => true,
  'a second factor': hasFactor,
  'a second factor, but not from single sign-on': (origin) => hasFactor(origin) || isTrusted(origin),
  // No session of these comes from the account itself, from its network, or is as young and busy as it demands.
  'its own single sign-on': () => false,
  'another IP address': () => false,
  'a younger session': () => false,
  'a busier session': () => false,
  'no second session': () => true,
  'that it is resumed': () => false,
}

export const mayEnter = (origin: OriginFacts, demand: Demand): boolean =>
  origin.isUser && origin.isMember && (origin.own || isTrusted(origin)) && MEETS[demand](origin)
