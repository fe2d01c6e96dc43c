import type { HistoryFields } from '../../../contract/policies.ts'
import { PASSWORD_HISTORY_SIZE } from '../../../rules/policy-limits.ts'
import { flag, integer, object } from './schema.ts'
import { defineFlooredSetting } from './setting.ts'

export const passwordHistorySetting = defineFlooredSetting({
  kind: 'password-history',
  default: { enabled: false, historySize: 5 },
  schema: object<HistoryFields>({ enabled: flag, historySize: integer(PASSWORD_HISTORY_SIZE) }),
  floor: {
    strictest: (one, other) => {
      if (!one.enabled || !other.enabled) return one.enabled ? one : other
      return one.historySize >= other.historySize ? one : other
    },
    problems: (value, floor) => {
      if (!floor.enabled) return []
      if (!value.enabled) return ['enabled must be true, because the vendor requires a password history']
      return value.historySize < floor.historySize
        ? [`historySize must be ${floor.historySize} or more, which the vendor requires`]
        : []
    },
  },
})
