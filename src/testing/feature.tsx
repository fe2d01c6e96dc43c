import type { ReactNode } from 'react'
import { createStore } from 'zustand/vanilla'
import { FeatureProvider } from '../feature/feature-context.tsx'
import type { FeatureRuntime } from '../feature/feature-runtime.ts'
import { createTranslator } from '../i18n/create-translator.ts'
import { createMemoryStorage } from '../kernel/storage.ts'

/** Provides the runtime's texts, which a view needs when a test renders it from literal props. */
export const WithTexts = ({ children }: { children: ReactNode }) => {
  const store = createStore(() => ({ settings: {}, features: {}, session: {} })) as unknown
  const deps = { local: createMemoryStorage() }
  const runtime = { translator: createTranslator({ language: 'en' }), store, deps } as unknown
  // Parts that contain their own texts use only the translator.
  return <FeatureProvider value={runtime as FeatureRuntime}>{children}</FeatureProvider>
}
