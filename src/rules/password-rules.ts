import type { PasswordRules } from '../entities/policies.ts'

/** NIST SP 800-63B-4 §3.1.1.2 requires length first; the tests count lower, upper, digit and other characters. */
export const DEFAULT_PASSWORD_RULES: Required<PasswordRules> = {
  allowPassphrases: true,
  minLength: 10,
  maxLength: 128,
  minPhraseLength: 20,
  minOptionalTestsToPass: 3,
}

const OPTIONAL_TESTS = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u]

/**
 * Returns the problems of a new password as sentences; empty when there are none. Letters with separate marks count as
 * the composed ones in which the password is hashed.
 */
export const passwordProblems = (typed: string, given: PasswordRules = {}): string[] => {
  const password = typed.normalize('NFC')
  const rules = { ...DEFAULT_PASSWORD_RULES, ...given }
  const length = [...password].length
  if (length < rules.minLength) return [`The password must be at least ${rules.minLength} characters long`]
  if (length > rules.maxLength) return [`The password must be at most ${rules.maxLength} characters long`]
  if (rules.allowPassphrases && length >= rules.minPhraseLength) return []
  const passed = OPTIONAL_TESTS.filter((test) => test.test(password)).length
  if (passed >= rules.minOptionalTestsToPass) return []
  return [
    `The password must hold at least ${rules.minOptionalTestsToPass} of: lower-case letters, upper-case letters, digits, special characters`,
  ]
}
