import { itemsOf } from '../../contract/items-of.ts'
import { invitesByEmail } from '../../feature/invites-by-email.ts'
import { type Appearance, fieldsAt, isEditable, settingsAt } from '../../feature/page-fields.ts'
import type { AppSettings } from '../../feature/settings.ts'
import { routeHref } from '../../navigation/auth-route.ts'
import { isMissing, recordList } from '../../parts/page-kit/page-context.ts'
import { followUrl } from '../../parts/page-kit/page-url.ts'
import { rememberedOrder } from '../../parts/record-list/remembered-order.ts'
import { sortByName } from '../../rules/sort-by-name.ts'
import { fetchUsers, type UsersContext } from './users.calls.ts'
import type { InviteFields } from './users.invite-form.ts'
import { BULK_ADD_PAGE_SIZE, DEFAULT_QUERY, NO_FILTERS, type UsersQuery } from './users.query.ts'
import { canSeeGroups, type UsersState } from './users.state.ts'
import { dialogOf, usersUrl } from './users.url.ts'

const signUpUrlOf = ({ settings, navigator }: UsersContext['deps']): string => {
  const known = settings()
  return new URL(routeHref(known.routes.signUpUrl, known), navigator.location()).href
}

/** Maximum number of groups in a select field; the groups page has all of them. */
const GROUPS_OFFERED = 200

const groupsOf = async (api: UsersContext['api']) => {
  try {
    return (await api.groupList.listGroups({ query: { offset: 0, limit: GROUPS_OFFERED } })).items
  } catch (error) {
    if (!isMissing(error)) throw error
    return (await api.groups.listGroups({ query: { _groupsRelations: 'roles' } })).groups
  }
}

/** Creates the actions that load the list and its surroundings, and follow the page's URL. */
export const listActions = (context: UsersContext) => {
  const { apply, get, api, deps, change } = context
  const fetchFigures = async (signal?: AbortSignal): Promise<UsersState['figures']> => {
    if (get().missing.includes('getMemberFigures')) return undefined
    try {
      return await api.memberSecurity.getMemberFigures({}, signal && { signal })
    } catch (error) {
      if (isMissing(error)) apply((state) => ({ ...state, missing: [...state.missing, 'getMemberFigures'] }))
      else deps.log.info('Figures are left out', error)
      return undefined
    }
  }
  const list = recordList(context, {
    async fetchPage(query: UsersQuery, signal) {
      // Loaded together, so that figures, list and pagination agree.
      const [page, figures] = await Promise.all([
        fetchUsers(context, query, { signal, capped: true }),
        fetchFigures(signal),
      ])
      if (!signal.aborted) apply((state) => ({ ...state, figures, everyone: undefined, hasMore: page.hasMore }))
      return page
    },
    // After a failed load, no users are left that the page could act on.
    onFailed: (failed) => ({ ...failed, rows: [], totalItems: 0, selected: [] }),
  })

  const loadRoles = async () => {
    try {
      const roles = await api.team.listAssignableRoles()
      apply((state) => ({ ...state, roles: sortByName(itemsOf(roles)) }))
    } catch (error) {
      deps.log.warn('Loading the roles failed', error)
    }
  }

  const loadGroups = async () => {
    if (!canSeeGroups(get())) return
    try {
      const groups = await groupsOf(api)
      apply((state) => ({ ...state, groups, extras: { ...state.extras, groups: true } }))
    } catch (error) {
      apply((state) => ({ ...state, extras: { ...state.extras, groups: false } }))
      deps.log.info('Groups are left out', error)
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

  const begin = () => {
    const { activeTenant } = deps.session.current()
    change((state) => {
      state.signUpUrl = signUpUrlOf(deps)
      state.inviteFields = inviteFieldsOf(deps.settings())
      if (state.viewer && !invitesByEmail(deps.settings())) state.viewer.may = { ...state.viewer.may, invite: false }
      if (state.viewer && activeTenant?.isReseller !== true)
        state.viewer.may = { ...state.viewer.may, seeSubAccounts: false, addToAccounts: false }
    })
    return [loadRoles(), loadGroups(), loadTemporary(), loadAccounts()]
  }
  const showAdded = async (size: number, emails: readonly string[]) => {
    await list.show({ ...DEFAULT_QUERY, sort: 'createdAt', order: 'DESC', size })
    const added = new Set(emails.map((email) => email.toLowerCase()))
    change((state) => {
      const rows = state.list.rows.filter(({ email }) => added.has(email.toLowerCase()))
      state.list.fresh = rows.map(({ id }) => id)
    })
  }
  const following = followUrl(context, {
    url: usersUrl,
    show: (query, isFirst) => Promise.all([...(isFirst ? begin() : []), list.show(query)]),
    dialogOf: (link) => dialogOf(get(), link),
  })

  const order = rememberedOrder(deps.local, 'users')
  return {
    ...following,
    startsAt: order.addTo,
    ...list,
    change(patch: Partial<UsersQuery>): Promise<void> {
      const done = list.change(patch)
      if (patch.sort || patch.order) order.keep(get().list.query, DEFAULT_QUERY)
      return done
    },
    select(ids: ReadonlySet<string>): void {
      apply((state) => ({ ...state, everyone: undefined }))
      list.select(ids)
    },
    /** Reloads the figures after a change that the list already shows. */
    async reloadFigures(): Promise<void> {
      const figures = await fetchFigures()
      apply((state) => ({ ...state, figures }))
    },
    clearFilters: () => list.change(NO_FILTERS),
    /** Reloads after users were added, latest first, so that they are in view. */
    reloadFromStart: (emails: readonly string[] = []) => showAdded(get().list.query.size, emails),
    /** Reloads after several users were added at once. */
    reloadAfterBulk: (emails: readonly string[] = []) => showAdded(BULK_ADD_PAGE_SIZE, emails),
  }
}

type Sources = Pick<AppSettings, 'theme' | 'configuration'>

/** Path of the invite dialog's fields below the pages of the configuration. */
const DIALOG = ['users', 'inviteUserModal', 'inviteByEmail', 'fieldsProperties']
export const INVITE_FIELDS = ['name', 'phoneNumber'] as const

/** Returns whether a field is required. The host's own options override the metadata. */
const isRequired = (settings: Sources, name: string): boolean =>
  settingsAt(settings, [...DIALOG, name, 'settings', 'validation', 'required']).find(
    (value) => typeof value === 'boolean',
  ) === true

/** Returns the fields of the invite dialog. Name and phone are optional unless configured otherwise. */
export const inviteFieldsOf = (settings: Sources): InviteFields => {
  const fields = fieldsAt(settings, DIALOG, INVITE_FIELDS)
  const needOf = (name: string, appearance: Appearance) => {
    // A new user has no values to view, so a field that can't be edited is not shown.
    if (!isEditable(appearance)) return 'hidden'
    return isRequired(settings, name) ? 'required' : 'optional'
  }
  return { name: needOf('name', fields.name), phone: needOf('phoneNumber', fields.phoneNumber) }
}
