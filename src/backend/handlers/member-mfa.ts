import { MAX_REQUIRED_AT_ONCE, type memberMfa } from '../../contract/additions/member-mfa.ts'
import { badRequest } from '../call/refusal.ts'
import { assertRecentProof } from '../domain/access/recent-proof.ts'
import { WRITE_USERS } from '../domain/members/members.ts'
import { setMfaRequirement } from '../domain/members/mfa-requirement.ts'
import { allowed, type Handlers } from '../http/handler.ts'

const readIds = (value: unknown): string[] => {
  const isList = Array.isArray(value) && value.length > 0 && value.every((id) => typeof id === 'string')
  if (!isList) throw badRequest('userIds must name at least one user')
  if (value.length > MAX_REQUIRED_AT_ONCE) throw badRequest(`userIds must name at most ${MAX_REQUIRED_AT_ONCE} users`)
  return [...new Set(value)]
}

export const memberMfaHandlers = {
  requireMfa: allowed(WRITE_USERS, async (call) => {
    const { required } = call.body
    const userIds = readIds(call.body.userIds)
    if (typeof required !== 'boolean') throw badRequest('required must be true or false')
    await assertRecentProof(call)
    const changed = await setMfaRequirement(call, { userIds, required })
    if (changed.length) {
      await call.audit({
        action: required ? 'Second factor required' : 'Second factor no longer required',
        resource: 'MFA',
        severity: 'Medium',
        description: `${required ? 'Requires' : 'No longer requires'} a second factor of ${changed.length} users`,
        detail: {
          users: changed.length,
          userIds: changed
            .map(({ userId }) => userId)
            .join()
            .slice(0, 1_000),
        },
      })
    }
    return { count: changed.length }
  }),
} satisfies Handlers<typeof memberMfa>
