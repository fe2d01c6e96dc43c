import type { pictures } from '../../contract/pictures.ts'
import type { RulesOf } from '../http/rules.ts'

export const picturesRules = {
  getPicture: { permission: null },
} satisfies RulesOf<typeof pictures>
