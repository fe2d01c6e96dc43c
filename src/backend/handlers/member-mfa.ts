import type { memberMfa } from '../../contract/users.ts'
import { flagOf, userIdList } from '../call/read.ts'
import { beforeAndAfter } from '../domain/audit/before-and-after.ts'
import { setMfaRequirement } from '../domain/identity/team/member-changes.ts'
import { type Handlers, signedIn } from '../http/handler.ts'

export const memberMfaHandlers = {
  requireMfa: signedIn(async (call) => {
    const userIds = userIdList(call.body.userIds)
    const required = flagOf(call.body.required, 'required')
    const { length: count } = await setMfaRequirement(call, { userIds, required }, (inside, changed) =>
      call.audit({
        inside,
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
          ...beforeAndAfter({ required: !required }, { required }),
        },
      }),
    )
    return { count }
  }),
} satisfies Handlers<typeof memberMfa>
