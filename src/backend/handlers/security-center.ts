import type { securityCenter } from '../../contract/security.ts'
import { insightsOf, recommendationsOf } from '../../rules/security-findings.ts'
import { securityScore } from '../../rules/security-score.ts'
import { readSecurityState } from '../domain/security-center/security-state.ts'
import { type Handlers, signedIn } from '../http/handler.ts'

export const securityCenterHandlers = {
  getRecommendations: signedIn(async ({ ports, auth }) => {
    const items = recommendationsOf(await readSecurityState(ports, auth.tenantId))
    return { scoring: { score: securityScore(items) }, recommendations: { items } }
  }),
  getInsights: signedIn(async ({ ports, auth }) => ({
    insights: { items: insightsOf(await readSecurityState(ports, auth.tenantId)) },
  })),
} satisfies Handlers<typeof securityCenter>
