import type { RuledRequest } from '../call/ruled-request.ts'
import { assertFreshProof } from '../domain/identity/access/fresh-proof.ts'
import { assertRecentProof } from '../domain/identity/access/recent-proof.ts'
import { assertRanksWith } from '../domain/identity/roles/member-rank.ts'
import { isChangeRules, type Rules } from './rules.ts'

const assertDeclaredProof = async (request: RuledRequest, rules: Rules): Promise<void> => {
  if (!isChangeRules(rules)) return
  const { fresh } = rules
  if (fresh === 'factor') return assertRecentProof(request)
  if (fresh === 'always' || (typeof fresh === 'function' && (await fresh(request)))) return assertFreshProof(request)
}

/**
 * Checks what a call declares about its caller beyond the permission. The rank comes before the proof, so that no user
 * proves who they are for a call that is then refused.
 *
 * @throws Refusal 403; 401 with the challenge of RFC 9470 §3
 */
export const assertDeclared = async (request: RuledRequest, rules: Rules): Promise<void> => {
  if (typeof rules.rank === 'function') await assertRanksWith(request, rules.rank(request))
  await assertDeclaredProof(request, rules)
}
