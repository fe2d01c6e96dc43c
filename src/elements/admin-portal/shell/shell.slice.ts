import { accountPaths } from '../../../contract/additions/account-paths.ts'
import { memberImpersonation } from '../../../contract/additions/member-impersonation.ts'
import type { Slice } from '../../../feature/slice.ts'
import { messageOf } from '../../../kernel/errors.ts'
import { findProviderLogout } from '../../../parts/federation/find-provider-logout.ts'
import { joinPath } from '../../../rules/account-path.ts'
import { RECENT_KEY } from '../command-bar/recent-key.ts'

export interface ShellState {
  /** The account that is being switched to. */
  switching?: string | undefined
  failure?: { name: string; reason: string } | undefined
  /** Why impersonating could not be stopped. */
  stopFailure?: string | undefined
  /** What is above the user's accounts, by their ids; loaded when the switcher is first used. */
  paths?: Readonly<Record<string, string>> | undefined
}

export interface ShellActions {
  switchTenant(tenant: { tenantId: string; name: string }): Promise<void>
  signOut(): Promise<void>
  loadPaths(): Promise<void>
  /** Ends the session of another user and returns to the user's own. */
  stopImpersonating(): Promise<void>
  /** Product event for the host: which page was opened. */
  pageChosen(id: string): void
  dismiss(): void
}

export const initialShell: ShellState = {}

export const shellSlice: Slice<ShellState, ShellActions> = ({ get, set, deps }) => ({
  async switchTenant({ tenantId, name }) {
    if (deps.session.current().activeTenant?.tenantId === tenantId) return
    set(({ paths }) => ({ paths, switching: name }))
    try {
      await deps.session.switchTenant(tenantId)
      set(({ paths }) => ({ paths }))
    } catch (error) {
      set(({ paths }) => ({ paths, failure: { name, reason: messageOf(error) } }))
    }
  },
  async signOut() {
    try {
      const finding = findProviderLogout(deps)
      const ended = deps.session.logout(undefined, finding)
      deps.local.remove(RECENT_KEY)
      await ended
      const providerUrl = await finding
      if (providerUrl) deps.navigator.go(providerUrl)
    } catch (error) {
      deps.log.error('Signing out failed', error)
    }
  },
  async loadPaths() {
    if (get().paths) return
    set((state) => ({ ...state, paths: {} }))
    try {
      const found = await deps.client({ accountPaths }).accountPaths.listOwnPaths()
      const paths = Object.fromEntries(found.map(({ tenantId, path }) => [tenantId, joinPath(path)]))
      set((state) => ({ ...state, paths }))
    } catch (error) {
      deps.log.info('Paths of accounts are left out', error)
    }
  },
  async stopImpersonating() {
    try {
      await deps.client({ memberImpersonation }).memberImpersonation.stopImpersonation({ body: {} })
      await deps.session.refresh()
    } catch (error) {
      set(({ paths }) => ({ paths, stopFailure: messageOf(error) }))
    }
  },
  pageChosen: (tab) => deps.events.after('open-page', { email: deps.session.current().user?.email ?? '', tab }),
  dismiss: () => set(({ paths }) => ({ paths })),
})
