import type { PasswordRules } from '../../entities/policies.ts'
import { DEFAULT_PASSWORD_RULES, passwordProblems } from '../../rules/password-rules.ts'

interface PasswordTest {
  id: 'length' | 'lower' | 'upper' | 'digit' | 'special'
  met: boolean
}

const KINDS: readonly [PasswordTest['id'], RegExp][] = [
  ['lower', /\p{Ll}/u],
  ['upper', /\p{Lu}/u],
  ['digit', /\p{Nd}/u],
  ['special', /[^\p{L}\p{Nd}]/u],
]

/**
 * Returns the account's password rules with defaults. Some backends send `null` if the account has no rules of its own.
 */
export const rulesOf = (given: PasswordRules | null | undefined): Required<PasswordRules> => ({
  ...DEFAULT_PASSWORD_RULES,
  ...given,
})

/** Returns each rule and whether it is met, for a list that updates while typing. */
export const passwordTests = (password: string, rules: Required<PasswordRules>): readonly PasswordTest[] => {
  const length = [...password].length
  return [
    { id: 'length', met: length >= rules.minLength && length <= rules.maxLength },
    ...KINDS.map(([id, pattern]) => ({ id, met: pattern.test(password) })),
  ]
}

export const isGoodPassword = (password: string, rules: Required<PasswordRules>): boolean =>
  passwordProblems(password, rules).length === 0

const STRENGTHS = ['veryWeak', 'weak', 'good', 'strong', 'veryStrong'] as const
type Strength = (typeof STRENGTHS)[number]

/** Returns a rough grade by length and variety. It is advice and never blocks a password. */
export const strengthOf = (password: string): Strength => {
  const kinds = KINDS.filter(([, pattern]) => pattern.test(password)).length
  const distinct = new Set(password).size
  const points = Math.floor(Math.min(distinct, 20) / 4) + (kinds > 2 ? 1 : 0) - (distinct < 6 ? 1 : 0)
  return STRENGTHS[Math.max(0, Math.min(STRENGTHS.length - 1, points - 1))] ?? 'veryWeak'
}

export const strengthLevel = (strength: Strength): number => STRENGTHS.indexOf(strength) + 1
