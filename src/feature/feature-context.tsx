import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { Catalog, MessageSet, Translate } from '../i18n/messages.ts'
import type { AppState } from './app-state.ts'
import type { FeatureRuntime } from './feature-runtime.ts'
import type { SessionSnapshot } from './ports.ts'
import type { AppSettings } from './settings.ts'

const RuntimeContext = createContext<FeatureRuntime | undefined>(undefined)

/** Provides the runtime of one element to everything rendered inside it. */
export const FeatureProvider = RuntimeContext.Provider

export const useRuntime = (): FeatureRuntime => {
  const runtime = useContext(RuntimeContext)
  if (!runtime) throw new Error('There is no FeatureProvider')
  return runtime
}

/** Returns nothing for a part that is rendered outside an element. */
export const useRuntimeIfAny = (): FeatureRuntime | undefined => useContext(RuntimeContext)

/** Renders again when the selected part of the app's state changes; return stored references, not new objects. */
export const useAppState = <Part,>(select: (state: AppState) => Part): Part => {
  const { store } = useRuntime()
  return useStore(store, select)
}

const languageOf = ({ settings }: AppState) => settings.preferences?.language

export const useSession = (): SessionSnapshot => useAppState((state) => state.session)

export const useSettings = (): AppSettings => useAppState((state) => state.settings)

/**
 * Returns the texts in the user's language; renders again when another one is chosen. A feature gets its own texts from
 * here as the prop `t`; only code without React calls the translator itself.
 */
export const useTexts = <Texts extends Catalog>(set: MessageSet<Texts>): Translate<Texts> => {
  useAppState(languageOf)
  return useRuntime().translator.translatorFor(set)
}
