import type { ApiTokenPolicy } from '../../../entities/tokens.ts'
import { API_TOKEN_MINUTES } from '../../../rules/policy-limits.ts'
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
