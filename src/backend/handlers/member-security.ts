import type { MemberFigures, memberSecurity } from '../../contract/users.ts'
import { iso } from '../domain/base/wire/wire.ts'
import { READ_USERS, WRITE_USERS } from '../domain/identity/members/members.ts'
import { administratorRoleIds, namesAnyOf } from '../domain/identity/roles/administrators.ts'
import { memberSecurityOf, resetFactors } from '../domain/identity/team/member-security.ts'
import { presetWhere, weekBegan } from '../domain/identity/team/user-presets.ts'
import { factorsRemovedMail, post } from '../domain/mail/mails.ts'
import { allowed, type Handlers, type SignedCall } from '../http/handler.ts'

const figures = async ({
  ports,
  auth: { tenantId },
}: SignedCall<(typeof memberSecurity)['getMemberFigures']>): Promise<MemberFigures> => {
  const { members } = ports.store
  const ofPreset = async (preset: 'mfa-unenrolled' | 'joined-this-week') => {
    const found = presetWhere(ports, { preset, known: [preset] }).map((where) => members.count({ tenantId, ...where }))
    return (await Promise.all(found)).reduce((sum, count) => sum + count, 0)
  }
  const roleIds = await administratorRoleIds(ports.store, tenantId)
  return {
    pendingInvitations: await members.count({ tenantId, activated: false }),
    withoutSecondFactor: await ofPreset('mfa-unenrolled'),
    administrators: roleIds.length > 0 ? await members.count({ tenantId, roleIds: namesAnyOf(roleIds) }) : 0,
    administratorRoleIds: roleIds,
    joinedThisWeek: await ofPreset('joined-this-week'),
    weekBegan: iso(weekBegan(ports)),
  }
}

export const memberSecurityHandlers = {
  getMemberSecurity: allowed(WRITE_USERS, (call) => memberSecurityOf(call, call.path.userId)),
  resetMemberMfa: allowed(WRITE_USERS, async (call) => {
    const { user, count } = await resetFactors(call, call.path.userId)
    if (count > 0) await post(call.ports, factorsRemovedMail(call.ports, user))
    return { count }
  }),
  getMemberFigures: allowed(READ_USERS, figures),
} satisfies Handlers<typeof memberSecurity>
