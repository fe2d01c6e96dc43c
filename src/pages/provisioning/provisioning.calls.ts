import { groupList, groups } from '../../contract/groups.ts'
import { guarantees } from '../../contract/guarantees.ts'
import { itemsOf } from '../../contract/items-of.ts'
import { provisioning, provisioningConnections } from '../../contract/provisioning.ts'
import { team } from '../../contract/users.ts'
import type { ProvisioningConnection } from '../../entities/sso.ts'
import type { SliceContext } from '../../feature/slice.ts'
import { createPageContext, type PageContext, recordList } from '../../parts/page-kit/page-context.ts'
import { followUrl } from '../../parts/page-kit/page-url.ts'
import { pageOfAll } from '../../parts/record-list/list-actions.ts'
import type { ListPage, ListQuery } from '../../parts/record-list/list-state.ts'
import type { LinkedDialog } from '../../parts/record-list/list-url.ts'
import {
  initialProvisioning,
  type ListedConnection,
  type ProvisioningDialog,
  type ProvisioningState,
  provisioningUrl,
} from './provisioning.state.ts'

const tables = { groupList, groups, guarantees, provisioning, provisioningConnections, team }

export type ProvisioningContext = PageContext<ProvisioningState, typeof tables>

/** Creates the context that all actions of the page share. */
export const createProvisioningContext = (context: SliceContext<ProvisioningState>): ProvisioningContext =>
  createPageContext(context, { tables, initial: initialProvisioning })

type Counts = (
  connection: ProvisioningConnection,
) => Promise<Pick<ListedConnection, 'userCount' | 'groupCount' | 'guarantee' | 'failures'>>

/** Loads all counts with one call; on an older backend, with one call per connection. */
const countsFor = ({ api, apply, known }: ProvisioningContext, signal: AbortSignal): Promise<Counts> =>
  known<Counts>(
    'listConnectionCounts',
    async () => {
      const { baseUrl, connections } = await api.provisioningConnections.listConnectionCounts({}, { signal })
      apply((state) => ({ ...state, baseUrl }))
      const countsById = new Map(connections.map((counted) => [counted.id, counted]))
      return async ({ id }) => {
        const found = countsById.get(id)
        const { userCount = 0, groupCount, guarantee, failures } = found ?? {}
        return { userCount, groupCount, guarantee, failures }
      }
    },
    async () =>
      async ({ id }) => ({
        userCount: (await api.provisioning.countConnectionUsers({ path: { id } }, { signal })).count,
      }),
  )

const fetchConnections =
  (context: ProvisioningContext) =>
  async (query: ListQuery, signal: AbortSignal): Promise<ListPage<ListedConnection>> => {
    const [all, countsOf] = await Promise.all([
      context.api.provisioning.listConnections({}, { signal }),
      countsFor(context, signal),
    ])
    const rows = await Promise.all(
      itemsOf(all).map(async (connection) => ({
        ...connection,
        name: connection.connectionName,
        ...(await countsOf(connection)),
      })),
    )
    return pageOfAll<ListedConnection>(rows, query)
  }

/** Returns the dialog of a link, if the page offers it to this user. */
const dialogInUrl =
  ({ get }: ProvisioningContext) =>
  ({ name, id }: LinkedDialog<string>): ProvisioningDialog | undefined => {
    const { viewer, list, missing } = get()
    const may = viewer?.may
    if (name === 'new') return may?.edit ? { kind: 'new' } : undefined
    const connection = list.rows.find((row) => row.id === id)
    if (!connection) return undefined
    const isComplete = !missing.includes('listConnectionCounts')
    const offered: Readonly<Record<string, ProvisioningDialog | false | undefined>> = {
      setup: { kind: 'setup', connection },
      groups: isComplete && { kind: 'groups', connection },
      rotate: isComplete && may?.edit && { kind: 'rotate', connection },
      delete: may?.remove && { kind: 'delete', connection },
    }
    return offered[name] || undefined
  }

/** Creates the actions that load the list and follow the page's URL. */
export const listActions = (context: ProvisioningContext) => {
  const list = recordList(context, { fetchPage: fetchConnections(context) })
  const following = followUrl(context, {
    url: provisioningUrl,
    show: (query) => list.show(query),
    dialogOf: dialogInUrl(context),
  })
  return { ...following, ...list }
}
