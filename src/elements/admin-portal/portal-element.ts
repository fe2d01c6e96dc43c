import { createContext, useContext } from 'react'
import type { App } from '../../app/app.ts'

/** What the shell needs to know of the element it is drawn in. */
export interface PortalElement {
  host: HTMLElement
  app: App
  mode: 'inline' | 'dialog'
  page: string | undefined
  headingLevel: string | undefined
}

const PortalElementContext = createContext<PortalElement | undefined>(undefined)

export const PortalElementProvider = PortalElementContext.Provider

export const usePortalElement = (): PortalElement => {
  const element = useContext(PortalElementContext)
  if (!element) throw new Error('The shell was rendered outside its element')
  return element
}
