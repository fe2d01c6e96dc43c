import { guarantees } from '../../contract/guarantees.ts'
import { itemsOf } from '../../contract/items-of.ts'
import { samlSettings, ssoConfigs, ssoConnections, ssoEnforcement } from '../../contract/sso.ts'
import { team } from '../../contract/users.ts'
import type { SsoConfig, SsoConnectionDetails, SsoType } from '../../entities/sso.ts'
import type { SliceContext } from '../../feature/slice.ts'
import { messageOf } from '../../kernel/errors.ts'
import { callbackUri } from '../../parts/federation/provider-redirect.ts'
import { createPageContext, recordList } from '../../parts/page-kit/page-context.ts'
import { followUrl } from '../../parts/page-kit/page-url.ts'
import { pageOfAll } from '../../parts/record-list/list-actions.ts'
import type { ListPage, ListQuery } from '../../parts/record-list/list-state.ts'
import type { LinkedDialog } from '../../parts/record-list/list-url.ts'
import {
  type Connection,
  firstStep,
  initialSso,
  type PartId,
  PROVIDER_NAMES,
  PROVIDER_TYPES,
  type SsoDialog,
  type SsoState,
  ssoUrl,
} from './sso.state.ts'

const tables = { guarantees, samlSettings, ssoConnections, ssoEnforcement, ssoConfigs, team }

interface Part {
  id: PartId
  subject?: string
}

/** Creates the context that all actions of the page share. */
export const createSsoContext = (context: SliceContext<SsoState>) => {
  const page = createPageContext(context, { tables, initial: initialSso })
  const show = (part: SsoState['part']) => page.apply((state) => ({ ...state, part }))
  /** Forms that are being saved or are waiting for earlier ones. */
  const pending = new Map<string, Promise<boolean>>()

  const run = async (part: Part, work: () => Promise<unknown>, isAfterAnother: boolean): Promise<boolean> => {
    // If another form failed while this one waited, its error is kept.
    const failed = isAfterAnother && page.get().part?.error !== undefined ? page.get().part : undefined
    show({ ...part, busy: true })
    try {
      await work()
      show(failed)
      return true
    } catch (error) {
      show({ ...part, busy: false, error: messageOf(error) })
      return false
    }
  }

  return {
    ...page,
    /**
     * Saves one form of the setup. Its error is shown there, and the typed values are kept. Forms saved at the same
     * time are saved one after another; a form that is already being saved isn't saved again.
     */
    async save(part: Part, work: () => Promise<unknown>): Promise<boolean> {
      const key = `${part.id}/${part.subject ?? ''}`
      if (pending.has(key)) return false
      const before = [...pending.values()].at(-1)
      const saved = before ? before.then(() => run(part, work, true)) : run(part, work, false)
      pending.set(key, saved)
      try {
        return await saved
      } finally {
        pending.delete(key)
      }
    },
  }
}

export type SsoContext = ReturnType<typeof createSsoContext>

const typeOf = (type: string): SsoType => PROVIDER_TYPES.find((known) => known === type) ?? 'saml'

const toConnection = (config: SsoConfig, own: SsoConnectionDetails | undefined): Connection => {
  const type = typeOf(config.type)
  const { domains = [], groups = [], roleIds = [] } = config
  const lists = { domains, groups, roleIds }
  return { ...config, ...lists, type, name: own?.name || PROVIDER_NAMES[type], ...(own && { details: own }) }
}

const loadAll = async ({ api, known }: SsoContext, signal?: AbortSignal): Promise<Connection[]> => {
  const options = signal ? { signal } : {}
  const [configs, details] = await Promise.all([
    api.ssoConfigs.listConfigs({}, options),
    known(
      'listSsoConnectionDetails',
      () => api.ssoConnections.listSsoConnectionDetails({}, options),
      async () => [],
    ),
  ])
  const detailsById = new Map(itemsOf(details).map((one) => [one.id, one]))
  return itemsOf(configs).map((config) => toConnection(config, detailsById.get(config.id)))
}

const dialogInUrl =
  ({ get, apply }: SsoContext) =>
  ({ name, id }: LinkedDialog<string>): SsoDialog | undefined => {
    const { viewer, connections } = get()
    if (name === 'new') return viewer?.may.edit ? { kind: 'new' } : undefined
    if (name === 'troubleshoot') return { kind: 'troubleshoot' }
    const connection = connections.find((one) => one.id === id)
    if (!connection) return undefined
    if (name === 'delete') return viewer?.may.remove ? { kind: 'delete', connection } : undefined
    apply((state) => ({ ...state, step: firstStep(connection), part: undefined }))
    return { kind: 'setup', id: connection.id }
  }

/** Creates the actions that load the connections and follow the page's URL. */
export const listActions = (context: SsoContext) => {
  const { api, apply, get, deps } = context
  const fetchPage = async (query: ListQuery, signal: AbortSignal): Promise<ListPage<Connection>> => {
    const connections = await loadAll(context, signal)
    apply((state) => ({ ...state, connections }))
    return pageOfAll(connections, query)
  }
  const list = recordList(context, { fetchPage })
  const loadRoles = async () => {
    const roles = await api.team.listAssignableRoles().catch(() => undefined)
    apply((state) => ({
      ...state,
      redirectUri: callbackUri(deps, 'oidcRedirectUrl'),
      ...(roles && { roles: itemsOf(roles) }),
    }))
  }
  const following = followUrl(context, {
    url: ssoUrl,
    show: (query, isFirst) => Promise.all([list.show(query), ...(isFirst ? [loadRoles()] : [])]),
    dialogOf: dialogInUrl(context),
    gone: 'gone',
  })
  return {
    ...following,
    ...list,
    /** Reloads the connections without the list's loading state. */
    async refresh(): Promise<void> {
      const connections = await loadAll(context)
      const { items, totalItems } = pageOfAll(connections, get().list.query)
      apply((state) => ({ ...state, connections, list: { ...state.list, rows: items, totalItems } }))
    },
  }
}
