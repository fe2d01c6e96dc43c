import type { ApiTokenPolicy } from '../../../entities/tokens.ts'
import { API_TOKEN_MINUTES } from '../../../rules/policy-limits.ts'
import { fieldsOf, flagOf, wholeNumber } from '../../call/read.ts'
import { fields, flag, nullable, number } from './checks.ts'
import { defineSetting } from './setting.ts'

export const apiTokensSetting = defineSetting({
  kind: 'api-tokens',
  default: { mustExpire: false, maxLifetimeMinutes: null },
  parse: fields<ApiTokenPolicy>({ mustExpire: flag, maxLifetimeMinutes: nullable(number) }),
})

export const apiTokenFieldsOf = (value: unknown): ApiTokenPolicy => {
  const { mustExpire, maxLifetimeMinutes: max } = fieldsOf(value, 'policy')
  return {
    mustExpire: flagOf(mustExpire, 'mustExpire'),
    maxLifetimeMinutes: max === null ? null : wholeNumber(max, 'maxLifetimeMinutes', API_TOKEN_MINUTES),
  }
}
