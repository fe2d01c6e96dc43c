import { members, users } from '../../contract/users.ts'
import type { FeatureDeps } from '../../feature/slice.ts'
import { HttpError, isAbort, messageOf } from '../../kernel/errors.ts'

export interface FoundUser {
  id: string
  name: string
  email: string
  profilePictureUrl?: string | null
  groups?: readonly { id: string }[]
}

/** Users found on the server, page by page. */
export interface UsersFound {
  search: string
  phase: 'loading' | 'ready' | 'failed'
  users: readonly FoundUser[]
  total: number
  error?: string | undefined
}

export const NO_USERS: UsersFound = { search: '', phase: 'loading', users: [], total: 0 }

/** Filters the users. A backend without these filters can only search all of them. */
interface UserFilter {
  roleId?: string
  groupId?: string
}

const PAGE_SIZE = 20

interface UserPorts {
  deps: Pick<FeatureDeps, 'client'>
  get(): UsersFound
  put(patch: Partial<UsersFound>): void
}

/** Searches users of the account. Latest request wins; the previous one is aborted. */
export const createUserSearch = ({ deps, get, put }: UserPorts) => {
  const api = deps.client({ members, users })
  let running: AbortController | undefined

  const request = async (filter: UserFilter, search: string, offset: number, signal: AbortSignal) => {
    try {
      const query = {
        ...filter,
        ...(search && { search }),
        sort: 'name',
        order: 'ASC',
        offset,
        limit: PAGE_SIZE,
      } as const
      return await api.members.listMembers({ query }, { signal })
    } catch (error) {
      const hasFallback = error instanceof HttpError && error.status === 404 && Object.keys(filter).length === 0
      if (!hasFallback) throw error
      const query = {
        ...(search && { _filter: search }),
        _sortBy: 'name',
        _order: 'ASC',
        _offset: offset,
        _limit: PAGE_SIZE,
        _includeSubTenants: false,
      } as const
      return api.users.listUsersV2({ query }, { signal })
    }
  }

  const load = async (filter: UserFilter, search: string, before: readonly FoundUser[]): Promise<void> => {
    running?.abort()
    const own = new AbortController()
    running = own
    put({ search, phase: 'loading', error: undefined, users: before })
    try {
      const page = await request(filter, search, Math.floor(before.length / PAGE_SIZE), own.signal)
      if (running === own) put({ phase: 'ready', users: [...before, ...page.items], total: page._metadata.totalItems })
    } catch (error) {
      if (running === own && !isAbort(error)) put({ phase: 'failed', error: messageOf(error) })
    }
  }

  return {
    find: (filter: UserFilter, search: string) => load(filter, search, []),
    more: (filter: UserFilter) => load(filter, get().search, get().users),
    stop(): void {
      running?.abort()
      running = undefined
    },
  }
}
