import type { PasswordRules } from '../../../entities/policies.ts'
import { DEFAULT_PASSWORD_RULES } from '../../../rules/password-rules.ts'
import { fields, flag, number } from './checks.ts'
import { defineSetting } from './setting.ts'

export const passwordSetting = defineSetting({
  kind: 'password',
  default: DEFAULT_PASSWORD_RULES,
  parse: fields<PasswordRules>({
    allowPassphrases: flag,
    minLength: number,
    maxLength: number,
    minPhraseLength: number,
    minOptionalTestsToPass: number,
  }),
})
