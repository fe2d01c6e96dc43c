import { createContext, useContext } from 'react'
import type { PortalAddress } from './portal-hash.ts'
import type { Menu } from './shell/navigation.ts'

/** What the command bar needs of the shell; it is a chunk of its own and comes with the first press of its keys. */
export interface CommandBarPort {
  menu: Menu
  /** Title of a page in the menu. */
  titleOf(pageId: string): string
  /** Leads to a place of the portal; asks first when something is unsaved. */
  go(address: PortalAddress): void
  switchTenant(tenant: { tenantId: string; name: string }): void
  signOut(): void
  close(): void
}

const CommandBarContext = createContext<CommandBarPort | undefined>(undefined)

export const CommandBarProvider = CommandBarContext.Provider

export const useCommandBar = (): CommandBarPort => {
  const port = useContext(CommandBarContext)
  if (!port) throw new Error('The command bar was rendered outside the shell')
  return port
}
