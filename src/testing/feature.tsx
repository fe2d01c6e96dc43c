import type { ReactNode } from 'react'
import { createStore } from 'zustand/vanilla'
import { FeatureProvider } from '../feature/feature-context.tsx'
import type { FeatureRuntime } from '../feature/feature-runtime.ts'
import { createTranslator } from '../i18n/create-translator.ts'

/** What a view needs of the runtime when it is drawn from a literal: its words. */
export const WithTexts = ({ children }: { children: ReactNode }) => {
  const store = createStore(() => ({ settings: {}, features: {} })) as unknown
  const runtime = { translator: createTranslator({ language: 'en' }), store } as unknown
  // Only the translator is asked for by parts that bring words of their own.
  return <FeatureProvider value={runtime as FeatureRuntime}>{children}</FeatureProvider>
}
