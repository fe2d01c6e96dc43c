import type { securityCenter } from '../../contract/security.ts'
import { insightsOf, recommendationsOf } from '../../rules/security-findings.ts'
import { securityScore } from '../../rules/security-score.ts'
import { readSecurityState } from '../domain/security-center/security-state.ts'
import { allowed, type Handlers } from '../http/handler.ts'

const READ_POLICIES = 'fe.secure.read.securityPolicy'

export const securityCenterHandlers = {
  getRecommendations: allowed(READ_POLICIES, async ({ ports, auth }) => {
    const items = recommendationsOf(await readSecurityState(ports, auth.tenantId))
    return { scoring: { score: securityScore(items) }, recommendations: { items } }
  }),
  getInsights: allowed(READ_POLICIES, async ({ ports, auth }) => ({
    insights: { items: insightsOf(await readSecurityState(ports, auth.tenantId)) },
  })),
} satisfies Handlers<typeof securityCenter>
