import type { PasswordRules } from '../../../entities/policies.ts'
import { DEFAULT_PASSWORD_RULES } from '../../../rules/password-rules.ts'
import { flag, integer, object } from './schema.ts'
import { defineSetting } from './setting.ts'

const length = integer({ min: 1, max: 1_000 })

export const passwordSetting = defineSetting({
  kind: 'password',
  default: DEFAULT_PASSWORD_RULES,
  schema: object<PasswordRules>({
    allowPassphrases: flag,
    minLength: length,
    maxLength: length,
    minPhraseLength: length,
    minOptionalTestsToPass: integer({ min: 0, max: 4 }),
  }),
})
