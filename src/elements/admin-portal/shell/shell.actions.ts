import { accountPaths } from '../../../contract/accounts.ts'
import { memberImpersonation } from '../../../contract/users.ts'
import type { Slice, SliceContext } from '../../../feature/slice.ts'
import { isRepeatable } from '../../../kernel/errors.ts'
import { failureOf } from '../../../parts/failure/failure.ts'
import { findProviderLogout } from '../../../parts/federation/find-provider-logout.ts'
import { nextNotice } from '../../../parts/notices/use-notice.ts'
import { joinPath } from '../../../rules/account-path.ts'
import type { ShellActions, ShellNotice, ShellState } from '../shell.state.ts'

/** Paths expire, because accounts are renamed and moved, including by other users. */
export const PATHS_FRESH_MS = 30_000

/** Loads the paths of the user's accounts when the current ones are old, failed, or another user's. */
const pathLoader = ({ get, set, deps }: SliceContext<ShellState>) => {
  let shown: { owner: string; at: number } | undefined
  return async (): Promise<void> => {
    const { user, tenants } = deps.session.current()
    const owner = [user?.id, ...tenants.map(({ tenantId }) => tenantId)].join()
    const own = { owner, at: deps.clock.now() }
    if (shown?.owner === owner && own.at - shown.at < PATHS_FRESH_MS) return
    if (shown?.owner !== owner && get().paths) set((state) => ({ ...state, paths: undefined }))
    shown = own
    try {
      const found = await deps.client({ accountPaths }).accountPaths.listOwnPaths()
      const paths = Object.fromEntries(found.map(({ tenantId, path }) => [tenantId, joinPath(path)]))
      if (shown === own) set((state) => ({ ...state, paths }))
    } catch (error) {
      if (shown === own) shown = undefined
      deps.log.info('Paths of accounts are left out', error)
    }
  }
}

export const shellSlice: Slice<ShellState, ShellActions> = (context) => {
  const { set, deps } = context
  const fail = (key: ShellNotice, { name = '', error, retry }: { name?: string; error: unknown; retry(): unknown }) => {
    const more = { values: { name }, failure: failureOf(error), retry: isRepeatable(error) ? retry : undefined }
    set((state) => ({ ...state, notice: nextNotice(state.notice, key, more) }))
  }
  const switchTenant: ShellActions['switchTenant'] = async (tenant) => {
    const { tenantId, name } = tenant
    if (deps.session.current().activeTenant?.tenantId === tenantId) return
    set((state) => ({ ...state, switching: name }))
    try {
      await deps.session.switchTenant(tenantId)
    } catch (error) {
      fail('switchFailed', { name, error, retry: () => switchTenant(tenant) })
    } finally {
      set((state) => ({ ...state, switching: undefined }))
    }
  }
  const signOut = async (): Promise<void> => {
    try {
      const finding = findProviderLogout(deps)
      await deps.session.logout(undefined, finding)
      const providerUrl = await finding
      if (providerUrl) deps.navigator.go(providerUrl)
    } catch (error) {
      deps.log.error('Signing out failed', error)
      fail('signOutFailed', { error, retry: signOut })
    }
  }
  /** Ends the impersonated session and returns to the user's own. */
  const stopImpersonating = async (): Promise<void> => {
    try {
      const api = deps.client({ memberImpersonation })
      await deps.session.replace(() => api.memberImpersonation.stopImpersonation({ body: {} }))
    } catch (error) {
      fail('stopFailed', { error, retry: stopImpersonating })
    }
  }
  return {
    loadPaths: pathLoader(context),
    switchTenant,
    signOut,
    stopImpersonating,
    pageChosen: (tab) => deps.events.after('open-page', { email: deps.session.current().user?.email ?? '', tab }),
  }
}
