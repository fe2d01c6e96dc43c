import { itemsOf } from '../../contract/answers.ts'
import { isAbort, messageOf } from '../../kernel/errors.ts'
import { viewerOf as anyViewerOf } from '../../parts/viewer/viewer.ts'
import { isMissing, type UsersContext } from './users.context.ts'
import {
  BULK_ADD_PAGE_SIZE,
  changeQuery,
  DEFAULT_QUERY,
  toMembersQuery,
  toWireQuery,
  type UsersQuery,
} from './users.query.ts'
import {
  initialUsers,
  loaded,
  loadFailed,
  loading,
  type UsersAbility,
  type UsersPage,
  type Viewer,
} from './users.state.ts'

/** Which permission each action asks for (api.md h.4); the server decides again. */
const NEEDED: Readonly<Record<UsersAbility, string>> = {
  invite: 'fe.secure.write.users',
  editRoles: 'fe.secure.write.usersRoles',
  remove: 'fe.secure.delete.users',
  resend: 'fe.secure.write.resendActivationEmail',
  unlock: 'fe.secure.write.users',
  link: 'fe.secure.write.tenantInvites',
  editGroups: 'fe.secure.write.groupsUsers',
  seeSubAccounts: 'fe.account-hierarchy.read.subAccount',
}

const viewerOf = (deps: UsersContext['deps']): Viewer => {
  const { user, activeTenant } = deps.session.current()
  const { may, keys: _, ...viewer } = anyViewerOf(deps, NEEDED)
  const seeSubAccounts = activeTenant?.isReseller === true && may.seeSubAccounts
  return { ...viewer, email: user?.email ?? '', may: { ...may, seeSubAccounts } }
}

const signUpAddressOf = ({ settings, navigator }: UsersContext['deps']): string => {
  const { routes, basename, urlStrategy } = settings()
  const path = `${basename}${routes.signUpUrl}`
  return new URL(urlStrategy === 'hash' ? `#${path}` : path, navigator.location()).href
}

/** As many as a person can choose from; more are found on the groups page. */
const GROUPS_OFFERED = 200

const groupsOf = async (api: UsersContext['api']) => {
  try {
    return (await api.additions.listGroups({ query: { offset: 0, limit: GROUPS_OFFERED } })).items
  } catch (error) {
    if (!isMissing(error)) throw error
    return (await api.groups.listGroups({ query: { _groupsRelations: 'roles' } })).groups
  }
}

/** Loading the list, and what stands around it. */
export const listActions = (context: UsersContext) => {
  const { apply, get, api, deps } = context
  let running: AbortController | undefined

  const fetchPage = async (query: UsersQuery, signal: AbortSignal): Promise<UsersPage> => {
    if (!get().extras.filters) return api.users.listUsersV2({ query: toWireQuery(query) }, { signal })
    try {
      return await api.additions.listMembers({ query: toMembersQuery(query) }, { signal })
    } catch (error) {
      if (!isMissing(error)) throw error
      apply((state) => ({ ...state, extras: { ...state.extras, filters: false, unlock: false } }))
      return api.users.listUsersV2({ query: toWireQuery(query) }, { signal })
    }
  }

  /** The newest question wins: an older one still under way is given up. */
  const show = async (query: UsersQuery): Promise<void> => {
    running?.abort()
    const own = new AbortController()
    running = own
    apply(loading(query))
    try {
      const page = await fetchPage(query, own.signal)
      if (running === own) apply(loaded(page))
    } catch (error) {
      if (running === own && !isAbort(error)) apply(loadFailed(messageOf(error)))
    }
  }

  const loadRoles = async () => {
    try {
      const roles = await api.team.listAssignableRoles()
      apply((state) => ({ ...state, roles: itemsOf(roles) }))
    } catch (error) {
      deps.log.warn('Loading the roles failed', error)
    }
  }

  const loadGroups = async () => {
    try {
      const groups = await groupsOf(api)
      apply((state) => ({ ...state, groups, extras: { ...state.extras, groups: true } }))
    } catch (error) {
      deps.log.info('Groups are left out', error) // flows §24: groups failure gives []
    }
  }

  const loadStats = async () => {
    try {
      const stats = await api.team.getMemberStats()
      apply((state) => ({ ...state, stats }))
    } catch (error) {
      deps.log.info('Figures are left out', error)
    }
  }

  const loadAccounts = async () => {
    if (!get().viewer?.may.seeSubAccounts) return
    try {
      const below = await api.subTenants.getSubTenants()
      const names = below.map(({ tenantId, tenantName }) => [tenantId, tenantName ?? tenantId])
      apply((state) => ({ ...state, accounts: Object.fromEntries(names) }))
    } catch (error) {
      deps.log.info('Names of sub-accounts are left out', error)
    }
  }

  const loadTemporary = async () => {
    try {
      const { enabled } = await api.team.getTemporaryUserConfig()
      apply((state) => ({ ...state, extras: { ...state.extras, temporary: enabled === true } }))
    } catch (error) {
      deps.log.info('Temporary users are left out', error)
    }
  }

  return {
    /** First sight of the page: flows §24, all parts in parallel. */
    async open(query: UsersQuery): Promise<void> {
      const viewer = viewerOf(deps)
      const signUpAddress = signUpAddressOf(deps)
      // Another account shows nothing of the one before.
      apply((state) => ({
        ...(state.viewer?.tenantId === viewer.tenantId ? state : initialUsers),
        viewer,
        signUpAddress,
      }))
      await Promise.all([show(query), loadRoles(), loadGroups(), loadTemporary(), loadStats(), loadAccounts()])
    },
    show,
    /** A new search, filter or sort returns to page 1. */
    change: (patch: Partial<UsersQuery>) => show(changeQuery(get().query, patch)),
    clearFilters: () =>
      show(
        changeQuery(get().query, {
          search: '',
          role: undefined,
          status: undefined,
          factor: undefined,
          group: undefined,
          preset: undefined,
        }),
      ),
    reload: () => show(get().query),
    reloadFromStart: () => show({ ...DEFAULT_QUERY, size: get().query.size }),
    /** After several users were added at once. */
    reloadAfterBulk: () => show({ ...DEFAULT_QUERY, size: BULK_ADD_PAGE_SIZE }),
    /** The page is left: an answer on its way must not land. */
    close(): void {
      running?.abort()
      running = undefined
    },
  }
}
