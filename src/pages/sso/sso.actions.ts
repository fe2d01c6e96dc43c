import type { SsoEnforcementFields } from '../../contract/sso.ts'
import type { SsoConfigFields, SsoGroup, SsoType } from '../../entities/sso.ts'
import type { FeatureProps } from '../../feature/define.ts'
import type { Slice } from '../../feature/slice.ts'
import type { Translate } from '../../i18n/messages.ts'
import { messageOf } from '../../kernel/errors.ts'
import { createGuard, type PolicyGuard } from '../../parts/policy-guard/guard.slice.ts'
import { createUserSearch, NO_USERS } from '../../parts/user-picker/user-search.ts'
import { samlActions } from './saml/saml.actions.ts'
import type { SetupTexts } from './setup/setup.messages.ts'
import { createSsoContext, listActions, type SsoContext } from './sso.calls.ts'
import type { SsoTexts } from './sso.messages.ts'
import { type Connection, firstStep, type PartId, type PlaceId, type SsoState } from './sso.state.ts'
import { testActions } from './sso.test-actions.ts'

/** Creates the actions that preview and save the requirement of single sign-on. */
const enforcementActions = (context: SsoContext, refresh: () => Promise<void>) => {
  const { api, apply, deps, get, notify, save, before, after } = context
  const users = createUserSearch({
    deps,
    get: () => get().users,
    put: (patch) => apply((state) => ({ ...state, users: { ...state.users, ...patch } })),
  })
  let latest = 0
  const show = (enforcement: SsoState['enforcement']) => apply((state) => ({ ...state, enforcement }))
  return {
    /** Loads who would keep access. The latest choice wins, and the previous result stays until the new one arrives. */
    async previewEnforcement({ id }: Connection, exemptUserIds: readonly string[]): Promise<void> {
      latest += 1
      const own = latest
      apply((state) => ({ ...state, enforcement: { ...state.enforcement, busy: true, error: undefined } }))
      try {
        const body = { enforced: true, exemptUserIds: [...exemptUserIds] }
        const preview = await api.ssoEnforcement.checkSsoEnforcement({ path: { id }, body })
        if (own === latest) show({ busy: false, preview })
      } catch (error) {
        if (own === latest) show({ busy: false, error: messageOf(error) })
      }
    },
    findUsers: (search: string) => users.find({}, search),
    moreUsers: () => users.more({}),
    endPreview(): void {
      latest += 1
      users.stop()
      apply((state) => ({ ...state, enforcement: undefined, part: undefined, users: NO_USERS }))
    },
    /**
     * Makes the caller the guarantor of what the connection trusts, so that it signs in administrators with the same
     * permissions again.
     */
    async confirm({ id, name }: Connection): Promise<boolean> {
      const isConfirmed = await save({ id: 'guarantee' }, async () => {
        await api.guarantees.confirmGuaranteed({ body: { kind: 'sso-connection', id } })
        after('update-sso-connection', { connectionId: id })
        await refresh()
      })
      if (isConfirmed) notify('confirmed', { name })
      return isConfirmed
    },
    async setEnforcement(connection: Connection, body: SsoEnforcementFields): Promise<boolean> {
      const { id, name } = connection
      if (!before('update-sso-connection', { connectionId: id, enforced: body.enforced })) return false
      const isSaved = await save({ id: 'enforcement' }, async () => {
        await api.ssoEnforcement.saveSsoEnforcement({ path: { id }, body })
        after('update-sso-connection', { connectionId: id })
        await refresh()
      })
      if (isSaved) notify(body.enforced ? 'required' : 'notRequired', { name })
      return isSaved
    },
  }
}

type Reload = () => Promise<void>

/** The source of a provider's metadata. */
type MetadataSource = { kind: 'url'; url: string } | { kind: 'xml'; metadata: string }

const connectionActions = (
  { api, apply, get, notify, submit, openDialog, before, after }: SsoContext,
  refresh: Reload,
) => ({
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

const setupActions = (
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

const createSsoActions = (context: SsoContext) => {
  const { stop, refresh, ...list } = listActions(context)
  const { openDialog, closeDialog, dialogsMissing } = context
  const { stopTest, ...testing } = testActions(context, refresh)
  const guard = createGuard(context)
  return {
    openDialog,
    closeDialog,
    dialogsMissing,
    ...list,
    ...connectionActions(context, refresh),
    ...setupActions(context, { refresh, guard }),
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

export type SsoActions = ReturnType<typeof createSsoActions>

export const ssoSlice: Slice<SsoState, SsoActions> = (context) => createSsoActions(createSsoContext(context))

export type SsoViewProps = FeatureProps<SsoState, SsoActions, SsoTexts>

/** Props of every step of the setup. */
export interface StepProps extends SsoViewProps {
  connection: Connection
  /** Texts of the setup. */
  s: Translate<SetupTexts>
  canEdit: boolean
}

/** Returns whether one form is being saved, and why it was refused. */
export const partOf = ({ state }: Pick<StepProps, 'state'>, id: PartId, subject?: string) => {
  const { part } = state
  const isThis = part?.id === id && (subject === undefined || (part.subject ?? '') === subject)
  return { busy: isThis && part.busy, error: isThis ? part.error : undefined }
}

/** Returns the verified domains of a connection as text. */
export const domainsOf = ({ connection, s }: Pick<StepProps, 'connection' | 's'>): string =>
  connection.domains
    .filter(({ validated }) => validated)
    .map(({ domain }) => domain)
    .join(', ') || s('noDomainsYet')
