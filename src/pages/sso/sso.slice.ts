import type { SsoConfigFields, SsoGroup, SsoType } from '../../entities/sso.ts'
import type { Slice } from '../../feature/slice.ts'
import { createGuard, type PolicyGuard } from '../../parts/policy-guard/guard.slice.ts'
import { createSsoContext, type SsoContext } from './sso.context.ts'
import { enforcementActions } from './sso.enforcement.slice.ts'
import { listActions } from './sso.list.slice.ts'
import { samlActions } from './sso.saml.slice.ts'
import { type Connection, firstStep, type PlaceId, type SsoState } from './sso.state.ts'
import { testActions } from './sso.test.slice.ts'

type Reload = () => Promise<void>

/** The source of a provider's metadata. */
type MetadataSource = { kind: 'url'; url: string } | { kind: 'xml'; metadata: string }

const creating = ({ api, apply, get, notify, submit, openDialog, before, after }: SsoContext, refresh: Reload) => ({
  /** Creates a connection. The draft is stored at once, so that a reload or another administrator can continue it. */
  async create(type: SsoType): Promise<void> {
    if (!before('create-sso-connection', { type })) return
    let id = ''
    const isSaved = await submit(async () => {
      id = (await api.ssoConfigs.createConfig({ body: { type } })).id
      await refresh()
    })
    if (!isSaved) return
    after('create-sso-connection', { connectionId: id, type })
    const connection = get().connections.find((one) => one.id === id)
    if (!connection) return notify('gone')
    apply((state) => ({ ...state, step: 'provider', part: undefined }))
    openDialog({ kind: 'setup', id })
  },
  openSetup(connection: Connection): void {
    apply((state) => ({ ...state, step: firstStep(connection), part: undefined }))
    openDialog({ kind: 'setup', id: connection.id })
  },
  goTo: (step: PlaceId) => apply((state) => ({ ...state, step, part: undefined })),
  async remove({ id, name }: Connection): Promise<void> {
    if (!before('delete-sso-connection', { connectionId: id })) return
    const isDeleted = await submit(async () => {
      await api.ssoConfigs.deleteConfig({ path: { configId: id } })
      await refresh()
    })
    if (!isDeleted) return
    after('delete-sso-connection', { connectionId: id })
    notify('deleted', { name })
  },
})

const editing = (
  { api, apply, notify, save, before, after }: SsoContext,
  { refresh, guard }: { refresh: Reload; guard: PolicyGuard },
) => {
  const saved = async ({ id }: Connection, work: () => Promise<unknown>) => {
    await work()
    after('update-sso-connection', { connectionId: id })
    await refresh()
  }
  return {
    rename: (connection: Connection, name: string) =>
      save({ id: 'name' }, () =>
        saved(connection, () =>
          api.ssoConnections.updateSsoConnectionDetails({ path: { id: connection.id }, body: { name } }),
        ),
      ),
    async readMetadata(connection: Connection, source: MetadataSource): Promise<boolean> {
      const path = { configId: connection.id }
      const { updateConfigByMetadata, updateConfigByMetadataUrl } = api.ssoConfigs
      const isSaved = await save({ id: 'trust', subject: source.kind }, () =>
        saved(connection, () =>
          source.kind === 'url'
            ? updateConfigByMetadataUrl({ path, body: { url: source.url } })
            : updateConfigByMetadata({ path, body: { metadata: source.metadata } }),
        ),
      )
      if (isSaved) notify('saved')
      return isSaved
    },
    async saveTrust(connection: Connection, body: SsoConfigFields): Promise<boolean> {
      const path = { configId: connection.id }
      const isSaved = await save({ id: 'trust', subject: 'fields' }, () =>
        saved(connection, () => api.ssoConfigs.updateConfig({ path, body })),
      )
      if (isSaved) notify('saved')
      return isSaved
    },
    async setEnabled(connection: Connection, enabled: boolean): Promise<boolean> {
      if (!before('update-sso-connection', { connectionId: connection.id, enabled })) return false
      const path = { configId: connection.id }
      const isSaved = await save({ id: 'status' }, () =>
        saved(connection, () => api.ssoConfigs.updateConfig({ path, body: { enabled } })),
      )
      if (isSaved) notify(enabled ? 'turnedOn' : 'turnedOff', { name: connection.name })
      return isSaved
    },
    addDomain: ({ id }: Connection, domain: string) =>
      save({ id: 'domains' }, async () => {
        await api.ssoConfigs.createDomain({ path: { configId: id }, body: { domain } })
        await refresh()
      }),
    removeDomain: ({ id }: Connection, domainId: string) =>
      save({ id: 'domains', subject: domainId }, async () => {
        await api.ssoConfigs.deleteDomain({ path: { configId: id, domainId } })
        await refresh()
      }),
    async verifyDomain(
      { id, details }: Connection,
      { id: domainId, domain }: { id: string; domain: string },
    ): Promise<void> {
      const change = { kind: 'ssoDomain', value: { connectionId: id, domainId } } as const
      const fail = (error: string) =>
        apply((state) => ({ ...state, part: { id: 'domains', subject: domainId, busy: false, error } }))
      // A required connection immediately applies to the users of its new domain.
      if (details?.enforced && !(await guard.allows(change, fail))) return
      const isVerified = await save({ id: 'domains', subject: domainId }, async () => {
        await api.ssoConfigs.validateDomain({ path: { configId: id, domainId } })
        await refresh()
      })
      if (isVerified) notify('domainVerified', { domain })
    },
    async setRoles({ id }: Connection, roleIds: readonly string[]): Promise<boolean> {
      const isSaved = await save({ id: 'roles' }, async () => {
        await api.ssoConfigs.setDefaultRoles({ path: { configId: id }, body: { roleIds: [...roleIds] } })
        await refresh()
      })
      if (isSaved) notify('saved')
      return isSaved
    },
    async setUpdatesRoles({ id }: Connection, updatesRoles: boolean): Promise<boolean> {
      const isSaved = await save({ id: 'groups', subject: 'updates-roles' }, async () => {
        await api.ssoConnections.updateSsoConnectionDetails({ path: { id }, body: { updatesRoles } })
        await refresh()
      })
      if (isSaved) notify('saved')
      return isSaved
    },
    saveGroup: ({ id }: Connection, { id: groupId, ...body }: Omit<SsoGroup, 'id'> & { id?: string }) =>
      save({ id: 'groups', subject: groupId ?? '' }, async () => {
        if (groupId) await api.ssoConfigs.updateGroup({ path: { configId: id, groupId }, body })
        else await api.ssoConfigs.createGroup({ path: { configId: id }, body })
        await refresh()
      }),
    removeGroup: ({ id }: Connection, groupId: string) =>
      save({ id: 'groups', subject: groupId }, async () => {
        await api.ssoConfigs.deleteGroup({ path: { configId: id, groupId } })
        await refresh()
      }),
  }
}

const build = (context: SsoContext) => {
  const { stop, refresh, ...list } = listActions(context)
  const { openDialog, closeDialog, dialogsMissing } = context
  const { stopTest, ...testing } = testActions(context, refresh)
  const guard = createGuard(context)
  return {
    openDialog,
    closeDialog,
    dialogsMissing,
    ...list,
    ...creating(context, refresh),
    ...editing(context, { refresh, guard }),
    ...testing,
    ...enforcementActions(context, refresh),
    ...samlActions(context, refresh),
    guard,
    close(): void {
      guard.cancel()
      stop()
      stopTest()
      context.leave()
    },
  }
}

export type SsoActions = ReturnType<typeof build>

export const ssoSlice: Slice<SsoState, SsoActions> = (context) => build(createSsoContext(context))
