import type { AccessEffect, PolicyChange } from '../../contract/security.ts'

export type GuardState =
  | { step: 'idle' }
  /** The server computes who would lose access. */
  | { step: 'checking' }
  | { step: 'asking'; change: PolicyChange; effect: AccessEffect; error?: string }
  /** The user typed the account's name, and the server checks it. */
  | { step: 'confirming'; change: PolicyChange; effect: AccessEffect }

export const GUARD_AT_REST: GuardState = { step: 'idle' }

/** Defaults for effects that a response leaves out. */
export const NO_EFFECT: AccessEffect = {
  signedOut: 0,
  now: 0,
  nextSignIn: 0,
  toEnroll: 0,
  apiTokens: 0,
  caller: 'none',
  administratorsLeft: 0,
  isRefused: false,
  sample: [],
}

/** `none`: the change can be saved without asking. */
type GuardQuestion = 'none' | 'confirm' | 'type-name' | 'refused'

export const questionOf = (effect: AccessEffect): GuardQuestion => {
  if (effect.isRefused) return 'refused'
  if (effect.caller === 'now' || effect.caller === 'next-sign-in') return 'type-name'
  const { signedOut, now, nextSignIn, toEnroll, apiTokens, caller } = effect
  const isFelt = caller !== 'none' || signedOut + now + nextSignIn + toEnroll + apiTokens > 0
  return isFelt ? 'confirm' : 'none'
}
