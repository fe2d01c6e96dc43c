import type { SamlOptions } from '../../../entities/sso.ts'
import { messageOf } from '../../../kernel/errors.ts'
import { safeServerUrl } from '../../../rules/server-url.ts'
import type { SsoContext } from '../sso.calls.ts'
import type { Connection, SamlPanel } from '../sso.state.ts'

/** Fields for sign-ins that the provider starts, and for the requests it receives. */
interface SignInFields {
  idpEntityId: string
  allowIdpInitiated: boolean
  signRequest: boolean
}

/** Creates the actions for a SAML connection's settings besides sign-ins, and for the keys of the account. */
export const samlActions = (context: SsoContext, refresh: () => Promise<void>) => {
  const { api, apply, deps, notify, save, before, after } = context
  const show = (saml: SamlPanel | undefined) => apply((state) => ({ ...state, saml }))
  const edit = (connectionId: string, change: (panel: SamlPanel) => SamlPanel) =>
    apply((state) => (state.saml?.connectionId === connectionId ? { ...state, saml: change(state.saml) } : state))

  const loadKeys = async () => {
    const keys = await api.samlSettings.listKeys()
    // The URL is rendered as a link, so it must be safe.
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
    /** Loads the settings. A retry keeps the error, so that the other content stays on the page. */
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
        // The change removed the test of the earlier settings.
        await refresh()
      }),
    /** Saves only the changed values, because the two calls check different things. */
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
