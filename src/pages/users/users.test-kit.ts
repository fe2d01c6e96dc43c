import { groupList, groups } from '../../contract/groups.ts'
import { memberSecurity, members, team } from '../../contract/users.ts'
import type { AppSettings } from '../../feature/settings.ts'
import { createMemoryStorage } from '../../kernel/storage.ts'
import { shownRows } from '../../parts/record-list/list-state.ts'
import { aPermission, aRole, aTenant, aUser } from '../../testing/builders.ts'
import { anAppSettings } from '../../testing/settings.ts'
import { mountSlice } from '../../testing/slice.ts'
import { usersPage } from './index.ts'
import { usersSlice } from './users.actions.ts'
import { initialUsers, type UsersState } from './users.state.ts'

export const viewer = aUser({ id: 'ada', email: 'ada@acme.test', permissions: [aPermission({ key: 'fe.*' })] })
export const mel = aUser({
  id: 'mel',
  name: 'Mel Ortiz',
  email: 'mel@acme.test',
  roles: [aRole({ id: 'r1', name: 'Member' })],
})
export const ivo = aUser({ id: 'ivo', email: 'ivo@acme.test', activatedForTenant: false, verified: false })

export const setUp = (user: Partial<typeof viewer> = {}, settings: Partial<AppSettings> = {}) => {
  const signedIn = {
    status: 'signed-in' as const,
    user: { ...viewer, ...user, accessToken: 't' },
    tenants: [aTenant()],
    activeTenant: aTenant(),
  }
  const never = async () => undefined
  const mounted = mountSlice(usersSlice, initialUsers, {
    page: usersPage,
    settings: () => anAppSettings(settings),
    local: createMemoryStorage(),
    session: {
      accept: never,
      refresh: never,
      logout: never,
      switchTenant: never,
      replace: never,
      current: () => signedIn,
    },
  })
  const { fake } = mounted
  fake.respond(members.listMembers, () => ({ items: [viewer, mel, ivo], _metadata: { totalItems: 3, totalPages: 1 } }))
  fake.respond(team.listAssignableRoles, () => ({ items: [aRole({ id: 'r1', name: 'Member' }), aRole({ id: 'r2' })] }))
  fake.respond(groupList.listGroups, () => ({ items: [], _metadata: { totalItems: 0, totalPages: 0 } }))
  fake.respond(groups.listGroups, () => ({ groups: [] }))
  fake.respond(memberSecurity.getMemberFigures, () => ({
    pendingInvitations: 1,
    withoutSecondFactor: 2,
    administrators: 1,
    administratorRoleIds: ['r1'],
    joinedThisWeek: 1,
    weekBegan: '2026-01-01T00:00:00Z',
  }))
  fake.respond(team.getTemporaryUserConfig, () => ({ enabled: true }))
  return { ...mounted, refuse: (name: string) => mounted.refused.add(name) }
}

export const shownUsers = ({ list }: UsersState) => shownRows(list)
