import type { PasswordRules } from '../../entities/policies.ts'
import { useTexts } from '../../feature/feature-context.tsx'
import { Icon } from '../../ui/icon/icon.tsx'
import { useSheet } from '../../ui/style-root/style-root.tsx'
import css from './new-password.css'
import { newPasswordMessages } from './new-password.messages.ts'
import { passwordTests, strengthLevel, strengthOf } from './password-tests.ts'

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
