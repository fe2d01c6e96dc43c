import type { SamlOptions } from '../../entities/sso.ts'
import { messageOf } from '../../kernel/errors.ts'
import { safeServerUrl } from '../../rules/server-url.ts'
import type { SsoContext } from './sso.context.ts'
import type { Connection, SamlPanel } from './sso.state.ts'

/** How a SAML provider may start sign-ins and gets requests. */
interface SignInFields {
  idpEntityId: string
  allowIdpInitiated: boolean
  signRequest: boolean
}

/** What a SAML connection does besides sign-ins, and the keys of the account. */
export const samlActions = (context: SsoContext, refresh: () => Promise<void>) => {
  const { api, apply, deps, notify, save, before, after } = context
  const show = (saml: SamlPanel | undefined) => apply((state) => ({ ...state, saml }))
  const edit = (connectionId: string, change: (panel: SamlPanel) => SamlPanel) =>
    apply((state) => (state.saml?.connectionId === connectionId ? { ...state, saml: change(state.saml) } : state))

  const loadKeys = async () => {
    const keys = await api.samlSettings.listKeys()
    // Shown as a link.
    return { ...keys, metadataUrl: safeServerUrl(keys.metadataUrl, { pageUrl: deps.navigator.location() })?.href ?? '' }
  }

  const saved = async ({ id }: Connection, subject: string, work: () => Promise<unknown>): Promise<boolean> => {
    if (!before('update-sso-connection', { connectionId: id })) return false
    const isSaved = await save({ id: 'saml', subject }, async () => {
      await work()
      after('update-sso-connection', { connectionId: id })
    })
    if (isSaved) notify('saved')
    return isSaved
  }

  return {
    /** Repeated after a failure, it keeps the error: what is shown beside that stays on the page. */
    async loadSaml({ id }: Connection): Promise<void> {
      const { connectionId, error } = context.get().saml ?? {}
      show({ connectionId: id, phase: 'loading', ...(connectionId === id && error !== undefined && { error }) })
      try {
        const [options, keys] = await Promise.all([api.samlSettings.getOptions({ path: { configId: id } }), loadKeys()])
        edit(id, () => ({ connectionId: id, phase: 'ready', options, keys }))
      } catch (error) {
        edit(id, () => ({ connectionId: id, phase: 'failed', error: messageOf(error) }))
      }
    },
    saveSamlOptions: (connection: Connection, subject: string, body: Partial<SamlOptions>): Promise<boolean> =>
      saved(connection, subject, async () => {
        const options = await api.samlSettings.updateOptions({ path: { configId: connection.id }, body })
        edit(connection.id, (panel) => ({ ...panel, options }))
        // A test of the earlier settings is gone.
        await refresh()
      }),
    /** Only what changed is sent: the two calls check different things. */
    saveSignIn: (connection: Connection, { signRequest, ...fields }: SignInFields): Promise<boolean> =>
      saved(connection, 'sign-in', async () => {
        const { id, details } = connection
        if (fields.idpEntityId !== details?.idpEntityId || fields.allowIdpInitiated !== details.allowIdpInitiated) {
          await api.ssoConnections.updateSsoConnectionDetails({ path: { id }, body: fields })
        }
        if (signRequest !== connection.signRequest) {
          await api.ssoConfigs.updateConfig({ path: { configId: id }, body: { signRequest } })
        }
        await refresh()
      }),
    addSamlKey: (connection: Connection): Promise<boolean> =>
      saved(connection, 'keys', async () => {
        await api.samlSettings.addKey()
        const keys = await loadKeys()
        edit(connection.id, (panel) => ({ ...panel, keys }))
      }),
    removeSamlKey: (connection: Connection, id: string): Promise<boolean> =>
      saved(connection, 'keys', async () => {
        await api.samlSettings.removeKey({ path: { id } })
        const keys = await loadKeys()
        edit(connection.id, (panel) => ({ ...panel, keys }))
        await refresh()
      }),
  }
}
