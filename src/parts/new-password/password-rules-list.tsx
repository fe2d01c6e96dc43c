import type { PasswordRules } from '../../entities/policies.ts'
import { useTexts } from '../../feature/feature-context.tsx'
import { DEFAULT_PASSWORD_RULES, passwordProblems } from '../../rules/password-rules.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './new-password.css'
import { newPasswordMessages } from './new-password.messages.ts'

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
const passwordTests = (typed: string, rules: Required<PasswordRules>): readonly PasswordTest[] => {
  const password = typed.normalize('NFC')
  const length = [...password].length
  return [
    { id: 'length', met: length >= rules.minLength && length <= rules.maxLength },
    ...KINDS.map(([id, pattern]) => ({ id, met: pattern.test(password) })),
  ]
}

export const meetsPasswordRules = (password: string, rules: Required<PasswordRules>): boolean =>
  passwordProblems(password, rules).length === 0

const STRENGTHS = ['veryWeak', 'weak', 'good', 'strong', 'veryStrong'] as const
type Strength = (typeof STRENGTHS)[number]

/** Returns a rough grade by length and variety. It is advice and never blocks a password. */
const strengthOf = (password: string): Strength => {
  const kinds = KINDS.filter(([, pattern]) => pattern.test(password)).length
  const distinct = new Set(password).size
  const points = Math.floor(Math.min(distinct, 20) / 4) + (kinds > 2 ? 1 : 0) - (distinct < 6 ? 1 : 0)
  return STRENGTHS[Math.max(0, Math.min(STRENGTHS.length - 1, points - 1))] ?? 'veryWeak'
}

const strengthLevel = (strength: Strength): number => STRENGTHS.indexOf(strength) + 1

const BARS = [1, 2, 3, 4, 5]

const Meter = ({ password }: { password: string }) => {
  const t = useTexts(newPasswordMessages)
  const grade = strengthOf(password)
  const level = password ? strengthLevel(grade) : 0
  return (
    <>
      <div className="fe-newpw-meter" aria-hidden="true">
        {BARS.map((bar) => (
          <span key={bar} className="fe-newpw-bar" data-on={bar <= level ? level : undefined} />
        ))}
      </div>
      <span className="fe-hidden" role="status">
        {password ? t('strength', { grade: t(grade) }) : ''}
      </span>
    </>
  )
}

interface PasswordRulesListProps {
  password: string
  rules: Required<PasswordRules>
}

/** The rules of a new password, checked off as they are met. */
export const PasswordRulesList = ({ password, rules }: PasswordRulesListProps) => {
  useSheet(css)
  const t = useTexts(newPasswordMessages)
  return (
    <div className="fe-newpw">
      <Meter password={password} />
      <ul className="fe-newpw-rules" aria-label={t('rulesTitle', { count: rules.minOptionalTestsToPass })}>
        {passwordTests(password, rules).map(({ id, met }) => (
          <li key={id} className="fe-newpw-rule" data-met={met || undefined} data-wide={id === 'length' || undefined}>
            {met ? <Icon name="check" size="s" /> : <span className="fe-newpw-dot" />}
            <span>{t(id, { count: rules.minLength })}</span>
            <span className="fe-hidden">{t(met ? 'met' : 'notMet')}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
