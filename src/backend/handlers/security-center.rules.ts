import type { securityCenter } from '../../contract/security.ts'
import type { RulesOf } from '../http/rules.ts'

export const securityCenterRules = {
  getRecommendations: { permission: 'fe.secure.read.securityPolicy' },
  getInsights: { permission: 'fe.secure.read.securityPolicy' },
} satisfies RulesOf<typeof securityCenter>
