import type { UsersAfterDelete } from '../../contract/provisioning.ts'
import type { ScimSource } from '../../entities/sso.ts'
import type { Slice } from '../../feature/slice.ts'
import { normalizeName } from '../../rules/names.ts'
import { createProvisioningContext, type ProvisioningContext } from './provisioning.context.ts'
import { groupActions } from './provisioning.groups.slice.ts'
import { listActions } from './provisioning.list.slice.ts'
import { type ListedConnection, NO_GROUPS, type ProvisioningState } from './provisioning.state.ts'

export interface ConnectionDraft {
  source: ScimSource
  name: string
}

const creating = ({ api, submit, before, after, openDialog }: ProvisioningContext, reload: () => Promise<void>) => ({
  /** Creates a connection; its token is shown in a separate dialog. */
  async create({ source, name }: ConnectionDraft): Promise<void> {
    const connectionName = normalizeName(name)
    if (!before('create-provisioning-connection', { source, connectionName })) return
    const made = { id: '', name: connectionName, token: '' }
    const body = { source, ...(connectionName && { connectionName }) }
    const isMade = await submit(async () => {
      const created = await api.provisioning.createConnection({ body })
      Object.assign(made, { id: created.id, name: created.connectionName, token: created.token })
    })
    if (!isMade) return
    const { token, ...connection } = made
    after('create-provisioning-connection', { connectionId: made.id, source, connectionName: made.name })
    openDialog({ kind: 'token', connection: { ...connection, source }, token })
    await reload()
  },
  async rotate(connection: ListedConnection): Promise<void> {
    const { id } = connection
    if (!before('update-provisioning-connection', { connectionId: id })) return
    let token = ''
    const isDone = await submit(async () => {
      token = (await api.provisioningConnections.rotateToken({ path: { id } })).token
    })
    if (!isDone) return
    after('update-provisioning-connection', { connectionId: id })
    openDialog({ kind: 'token', connection, token })
  },
})

const changing = (context: ProvisioningContext, reload: () => Promise<void>) => {
  const { api, submit, before, after, known, notify, fail } = context
  /** Deletes a connection. A backend without the added call always keeps the users. */
  const deleteBy = (id: string, users: UsersAfterDelete) =>
    users === 'remove'
      ? api.provisioningConnections.deleteConnectionAndUsers({ path: { id }, query: { users } })
      : known(
          'listConnectionCounts',
          () => api.provisioningConnections.deleteConnectionAndUsers({ path: { id }, query: { users } }),
          () => api.provisioning.deleteConnection({ path: { id } }),
        )
  const setPaused = async (connection: ListedConnection, isPaused: boolean): Promise<void> => {
    const { id, name } = connection
    const syncToUserManagement = !isPaused
    if (!before('update-provisioning-connection', { connectionId: id, syncToUserManagement })) return
    try {
      await api.provisioning.updateConnection({ path: { id }, body: { syncToUserManagement } })
      after('update-provisioning-connection', { connectionId: id, syncToUserManagement })
      notify(isPaused ? 'paused' : 'resumed', { name })
    } catch (error) {
      fail(name, error, () => setPaused(connection, isPaused))
    }
    await reload()
  }
  return {
    setPaused,
    /** Makes the caller the guarantor of the directory's future changes. */
    async confirm({ id, name }: ListedConnection): Promise<void> {
      if (!before('update-provisioning-connection', { connectionId: id })) return
      if (!(await submit(() => api.guarantees.confirmGuaranteed({ body: { kind: 'directory', id } })))) return
      after('update-provisioning-connection', { connectionId: id })
      notify('confirmed', { name })
      await reload()
    },
    async remove({ id, name }: ListedConnection, users: UsersAfterDelete): Promise<void> {
      if (!before('delete-provisioning-connection', { connectionId: id, users })) return
      if (!(await submit(() => deleteBy(id, users)))) return
      after('delete-provisioning-connection', { connectionId: id, users })
      notify('deleted', { name })
      await reload()
    },
  }
}

const build = (context: ProvisioningContext) => {
  const { stop, ...list } = listActions(context)
  const { stopGroups, ...groups } = groupActions(context)
  const { openDialog, closeDialog, dialogsMissing } = context
  return {
    openDialog,
    closeDialog,
    dialogsMissing,
    ...list,
    ...groups,
    ...creating(context, list.reload),
    ...changing(context, list.reload),
    close(): void {
      stop()
      stopGroups()
      context.leave()
      context.apply((state) => ({ ...state, groups: NO_GROUPS }))
    },
  }
}

export type ProvisioningActions = ReturnType<typeof build>

export const provisioningSlice: Slice<ProvisioningState, ProvisioningActions> = (context) =>
  build(createProvisioningContext(context))
