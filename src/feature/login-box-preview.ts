import { createContext, useContext } from 'react'
import type { JsonObject } from '../entities/wire.ts'

export type PreviewScheme = 'light' | 'dark'

/** A login box that shows its first step and does nothing. */
export interface LoginBoxPreview {
  /** Renders it with this `loginBox` theme over the vendor's. */
  show(loginBox: JsonObject): void
  setScheme(scheme: PreviewScheme): void
  close(): void
}

export type OpenLoginBoxPreview = (container: Element) => Promise<LoginBoxPreview>

const PreviewContext = createContext<OpenLoginBoxPreview | undefined>(undefined)

/** Provides the preview, because pages can't create elements. */
export const LoginBoxPreviewProvider = PreviewContext.Provider

export const useLoginBoxPreview = (): OpenLoginBoxPreview | undefined => useContext(PreviewContext)
