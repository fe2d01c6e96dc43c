import { additions } from '../../contract/additions.ts'
import { users } from '../../contract/users.ts'
import type { FeatureDeps } from '../../feature/slice.ts'
import { HttpError, isAbort, messageOf } from '../../kernel/errors.ts'

export interface Person {
  id: string
  name: string
  email: string
  profilePictureUrl?: string | null
  groups?: readonly { id: string }[]
}

/** People found on the server, page after page. */
export interface PeopleState {
  search: string
  phase: 'loading' | 'ready' | 'failed'
  people: readonly Person[]
  total: number
  error?: string | undefined
}

export const NO_PEOPLE: PeopleState = { search: '', phase: 'loading', people: [], total: 0 }

/** Which people; a backend without the additions only searches all of them. */
export interface PeopleFilter {
  roleId?: string
  groupId?: string
}

const SHOWN = 20

interface PeoplePorts {
  deps: Pick<FeatureDeps, 'client'>
  get(): PeopleState
  put(patch: Partial<PeopleState>): void
}

/** Searching people of the account; the newest question wins. */
export const createPeopleSearch = ({ deps, get, put }: PeoplePorts) => {
  const api = deps.client({ additions, users })
  let running: AbortController | undefined

  const ask = async (filter: PeopleFilter, search: string, offset: number, signal: AbortSignal) => {
    try {
      const query = { ...filter, ...(search && { search }), sort: 'name', order: 'ASC', offset, limit: SHOWN } as const
      return await api.additions.listMembers({ query }, { signal })
    } catch (error) {
      const canGoOn = error instanceof HttpError && error.status === 404 && Object.keys(filter).length === 0
      if (!canGoOn) throw error
      const query = {
        ...(search && { _filter: search }),
        _sortBy: 'name',
        _order: 'ASC',
        _offset: offset,
        _limit: SHOWN,
        _includeSubTenants: false,
      } as const
      return api.users.listUsersV2({ query }, { signal })
    }
  }

  const load = async (filter: PeopleFilter, search: string, before: readonly Person[]): Promise<void> => {
    running?.abort()
    const own = new AbortController()
    running = own
    put({ search, phase: 'loading', error: undefined, people: before })
    try {
      const page = await ask(filter, search, Math.floor(before.length / SHOWN), own.signal)
      if (running === own) put({ phase: 'ready', people: [...before, ...page.items], total: page._metadata.totalItems })
    } catch (error) {
      if (running === own && !isAbort(error)) put({ phase: 'failed', error: messageOf(error) })
    }
  }

  return {
    find: (filter: PeopleFilter, search: string) => load(filter, search, []),
    more: (filter: PeopleFilter) => load(filter, get().search, get().people),
    stop(): void {
      running?.abort()
      running = undefined
    },
  }
}
