import type { recordSearch } from '../../contract/search.ts'
import type { RulesOf } from '../http/rules.ts'

export const recordSearchRules = {
  find: { permission: null },
} satisfies RulesOf<typeof recordSearch>
