import type { additions, InviteProblem } from '../../contract/additions.ts'
import { normalizeEmail } from '../../rules/email.ts'
import { isEmailAllowed } from '../../rules/email-domain.ts'
import { coversPermissions } from '../../rules/permission.ts'
import type { Auth } from '../call/auth.ts'
import { badRequest } from '../call/refusal.ts'
import { cleanRoleIds, WRITE_USERS } from '../domain/members/members.ts'
import { policyOf } from '../domain/policies/policies.ts'
import { permissionsOf } from '../domain/roles/grants.ts'
import { allowed, type Handlers } from '../http/handler.ts'
import type { Ports } from '../ports.ts'

const MOST_PEOPLE = 1_000

/** One person of the list; a browser host validates nothing, so an odd entry has no address. */
const read = (entry: unknown): { email: string | undefined; roleIds: string[] } => {
  const { email, roleIds } = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>
  const ids = Array.isArray(roleIds) ? roleIds.filter((id): id is string => typeof id === 'string') : []
  return { email: typeof email === 'string' ? normalizeEmail(email) : undefined, roleIds: cleanRoleIds(ids) }
}

/** Ids of roles that the caller may give here; each is judged once, however many people get it. */
const givable = async (ports: Ports, auth: Auth, ids: readonly string[]): Promise<Set<string>> => {
  const where = { id: { in: [...ids] }, tenantId: { in: [auth.tenantId, null] } }
  const roles = ids.length ? await ports.store.roles.list(where) : []
  const { keys } = await auth.grants()
  const found = new Set<string>()
  for (const role of roles) {
    const wanted = (await permissionsOf(ports.store, [role])).map(({ key }) => key)
    if (coversPermissions(keys, wanted)) found.add(role.id)
  }
  return found
}

export const inviteCheckAdditions = {
  checkInvites: allowed(WRITE_USERS, async ({ ports, auth, body }) => {
    if (!Array.isArray(body.people) || body.people.length > MOST_PEOPLE) {
      throw badRequest(`people must be a list of at most ${MOST_PEOPLE}`)
    }
    const people = body.people.map(read)
    const emails = [...new Set(people.flatMap(({ email }) => email ?? []))]
    const known = emails.length
      ? await ports.store.members.list({ tenantId: auth.tenantId, email: { in: emails } })
      : []
    const members = new Set(known.map(({ email }) => email))
    const domains = await policyOf(ports.store, 'email-domains', auth.tenantId)
    const roles = await givable(ports, auth, [...new Set(people.flatMap(({ roleIds }) => roleIds))])
    const reasonOf = ({ email, roleIds }: (typeof people)[number]): InviteProblem['reason'] | undefined => {
      if (email === undefined) return 'email'
      if (members.has(email)) return 'member'
      if (!isEmailAllowed(email, domains)) return 'domain'
      return roleIds.every((id) => roles.has(id)) ? undefined : 'role'
    }
    const problems = people.flatMap((person, index): InviteProblem[] => {
      const reason = reasonOf(person)
      return reason ? [{ index, reason }] : []
    })
    return { problems }
  }),
} satisfies Pick<Handlers<typeof additions>, 'checkInvites'>
