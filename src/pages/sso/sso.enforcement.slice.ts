import type { SsoEnforcementFields } from '../../contract/sso.ts'
import { messageOf } from '../../kernel/errors.ts'
import { createUserSearch, NO_USERS } from '../../parts/user-picker/user-search.ts'
import type { SsoContext } from './sso.context.ts'
import type { Connection, SsoState } from './sso.state.ts'

/** Creates the actions that preview and save the requirement of single sign-on. */
export const enforcementActions = (context: SsoContext, refresh: () => Promise<void>) => {
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
