import { groups } from '../../../contract/groups.ts'
import { itemsOf } from '../../../contract/items-of.ts'
import { password } from '../../../contract/password.ts'
import { lockoutGuard, securityCenter, sessionConfig } from '../../../contract/security.ts'
import type { MemberPreset } from '../../../contract/users.ts'
import { breachedPasswordEmails, memberMfa, team, users } from '../../../contract/users.ts'
import type { UserV3 } from '../../../entities/auth.ts'
import type { SliceContext } from '../../../feature/slice.ts'
import { createPageContext, type PageContext } from '../../../parts/page-kit/page-context.ts'
import { createListActions } from '../../../parts/record-list/list-actions.ts'
import type { ListPage, ListQuery } from '../../../parts/record-list/list-state.ts'
import { type CenterState, initialCenter, type ListedUser, TABLES, tablePut } from './center.state.ts'

const tables = {
  breachedPasswordEmails,
  groups,
  lockoutGuard,
  memberMfa,
  password,
  securityCenter,
  sessionConfig,
  team,
  users,
}

export type CenterContext = PageContext<CenterState, typeof tables>

/** Creates the context that all actions of the tab share. */
export const createCenterContext = (context: SliceContext<CenterState>): CenterContext =>
  createPageContext(context, { tables, initial: initialCenter })

/** 90 days. */
const INACTIVE_SECONDS = 7_776_000

const queryOf = (preset: MemberPreset, { page, size, search }: ListQuery) => ({
  _preset: preset,
  _offset: page,
  _limit: size,
  _includeSubTenants: false,
  ...(preset === 'inactive' && { _maxInactiveSeconds: INACTIVE_SECONDS }),
  ...(search.trim() && { _email: search.trim() }),
})

type RolesOfUsers = ReadonlyMap<string, readonly string[]>

/** Returns the roles that users have through their groups; none if the viewer may not read groups. */
const groupRolesOf = async (
  { api }: CenterContext,
  query: { ids: string },
  options: { signal: AbortSignal },
): Promise<RolesOfUsers> => {
  try {
    const { enabled, rolesEnabled } = await api.groups.getConfiguration({}, options)
    if (!enabled || !rolesEnabled) return new Map()
    const [held, all] = await Promise.all([
      api.users.getUsersGroups({ query }, options),
      api.groups.listGroups({ query: { _groupsRelations: 'roles' } }, options),
    ])
    const roles = new Map(all.groups.map((group) => [group.id, (group.roles ?? []).map(({ id }) => id)]))
    return new Map(held.map(({ userId, groupIds }) => [userId, groupIds.flatMap((id) => roles.get(id) ?? [])]))
  } catch {
    return new Map()
  }
}

/** Adds role names to users. They are optional: if they fail to load, the table shows the users without them. */
const withRoles = async (context: CenterContext, users: readonly UserV3[], signal: AbortSignal) => {
  if (users.length === 0) return users
  const { api } = context
  const query = { ids: users.map(({ id }) => id).join(',') }
  try {
    const [all, held, ofGroups] = await Promise.all([
      api.team.listAssignableRoles(undefined, { signal }),
      api.users.getUsersRoles({ query }, { signal }),
      groupRolesOf(context, query, { signal }),
    ])
    const names = new Map(itemsOf(all).map(({ id, name }) => [id, name]))
    const own = new Map(held.map((user) => [user.userId, user.roleIds]))
    const rolesOf = (id: string) => [...new Set([...(own.get(id) ?? []), ...(ofGroups.get(id) ?? [])])]
    return users.map(
      (user): ListedUser => ({ ...user, roleNames: rolesOf(user.id).flatMap((id) => names.get(id) ?? []) }),
    )
  } catch {
    return users
  }
}

const tableActions = (context: CenterContext, preset: MemberPreset) =>
  createListActions<ListedUser, ListQuery>({
    get: () => context.get().tables[preset],
    put: (change) => context.apply(tablePut(preset, change)),
    async fetchPage(query, signal): Promise<ListPage<ListedUser>> {
      const { items, _metadata } = await context.api.users.listUsersV3({ query: queryOf(preset, query) }, { signal })
      return { items: await withRoles(context, items, signal), totalItems: _metadata.totalItems }
    },
  })

/** Creates the actions of the three user tables. Each one loads and fails separately. */
export const tablesActions = (context: CenterContext) => {
  const lists = Object.fromEntries(TABLES.map((preset) => [preset, tableActions(context, preset)])) as Record<
    MemberPreset,
    ReturnType<typeof tableActions>
  >
  return {
    loadTables: () => Promise.all(TABLES.map((preset) => lists[preset].reload())),
    stopTables(): void {
      for (const preset of TABLES) lists[preset].stop()
    },
    changeTable: (preset: MemberPreset, patch: Partial<ListQuery>) => lists[preset].change(patch),
    reloadTable: (preset: MemberPreset) => lists[preset].reload(),
    select: (preset: MemberPreset, ids: ReadonlySet<string>) => lists[preset].select(ids),
    showTable: (shown: MemberPreset) => context.apply((state) => ({ ...state, shown })),
  }
}
