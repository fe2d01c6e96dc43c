import type { ApiTokenPolicy } from '../../../entities/tokens.ts'
import { API_TOKEN_MINUTES } from '../../../rules/policy-limits.ts'
import { fieldsOf, flagOf, wholeNumber } from '../../call/read.ts'
import { flag, integer, object } from './schema.ts'
import { defineSetting } from './setting.ts'

export const apiTokensSetting = defineSetting({
  kind: 'api-tokens',
  default: { mustExpire: false, maxLifetimeMinutes: null },
  schema: object<ApiTokenPolicy>({
    mustExpire: flag,
    maxLifetimeMinutes: { ...integer(API_TOKEN_MINUTES), type: ['integer', 'null'] },
  }),
})

export const apiTokenFieldsOf = (value: unknown): ApiTokenPolicy => {
  const { mustExpire, maxLifetimeMinutes: max } = fieldsOf(value, 'policy')
  return {
    mustExpire: flagOf(mustExpire, 'mustExpire'),
    maxLifetimeMinutes: max === null ? null : wholeNumber(max, 'maxLifetimeMinutes', API_TOKEN_MINUTES),
  }
}
