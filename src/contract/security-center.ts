import type { Items } from '../entities/paging.ts'
import type { Insight, Recommendation } from '../entities/security-center.ts'
import { endpoint } from './endpoint.ts'

export const securityCenter = {
  getRecommendations: endpoint<void, void, { scoring: { score: number }; recommendations: Items<Recommendation> }>()(
    'GET',
    '/security-center/resources/recommendations/v1',
  ),
  getInsights: endpoint<void, void, { insights: Items<Insight> }>()('GET', '/security-center/resources/insights/v1'),
}
