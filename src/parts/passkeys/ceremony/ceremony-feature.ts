import { createContext, useContext, useMemo } from 'react'
import { defineFeature } from '../../../feature/define.ts'
import { useRuntime } from '../../../feature/feature-context.tsx'
import type { FeatureRuntime } from '../../../feature/feature-runtime.ts'
import type { FeatureDeps } from '../../../feature/slice.ts'
import { defineMessages } from '../../../i18n/messages.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { lazy } from '../../../kernel/lazy.ts'
import { loadChunk } from '../../../kernel/load-chunk.ts'
import { type Ceremonies, createCeremonies, type PasskeySupport } from './ceremonies.ts'

/** Returns `undefined` where the page can't use WebAuthn: in an old browser or an insecure page. */
const supportOf = (): PasskeySupport | undefined => globalThis.PublicKeyCredential
const containerOf = (): CredentialsContainer | undefined => globalThis.navigator?.credentials

const importPretendContainer = () => import('./pretend-container.ts')

/** Simulates the browser API in preview mode. The first ceremony loads the simulation. */
export const pretending = (
  clock: Clock,
  load = importPretendContainer,
): Pick<CredentialsContainer, 'create' | 'get'> => {
  const pretend = lazy(async () => (await loadChunk(load, { clock })).createPretendContainer(clock))
  return {
    create: async (options) => (await pretend()).create(options),
    get: async (options) => (await pretend()).get(options),
  }
}

const createFor = ({ clock, settings }: Pick<FeatureDeps, 'clock' | 'settings'>): Ceremonies => {
  if (!settings().preview) return createCeremonies({ clock, container: containerOf, support: supportOf })
  const container = pretending(clock)
  return createCeremonies({ clock, container: () => container, support: () => ({}) })
}

const feature = defineFeature<null, Ceremonies, Record<never, never>>({
  initial: null,
  slice: ({ deps }) => createFor(deps),
  messages: defineMessages('custom.webauthn', {}),
  Component: () => null,
})

/**
 * Returns ceremonies that are mounted by the first call, never during rendering, because mounting writes to the store.
 */
const ceremoniesOf = (runtime: FeatureRuntime, id: string): Ceremonies => {
  // The runtime stores a slice's result as `unknown`, but this one is this feature's own.
  const own = () => runtime.mount(id, feature) as Ceremonies
  return {
    isSupported: () => runtime.deps.settings().preview || Boolean(supportOf() && containerOf()),
    register: (ask) => own().register(ask),
    authenticate: (ask) => own().authenticate(ask),
    autofill: (ask) => own().autofill(ask),
    stop: () => own().stop(),
  }
}

const TurnsContext = createContext('webauthn')

/**
 * Provides separate turns to a verification that a waiting ceremony depends on, so that it doesn't end that ceremony.
 */
export const CeremonyTurns = TurnsContext.Provider

/** Returns the ceremonies of this element. All of its parts share them, so that they never run concurrently. */
export const useCeremonies = (): Ceremonies => {
  const runtime = useRuntime()
  const id = useContext(TurnsContext)
  return useMemo(() => ceremoniesOf(runtime, id), [runtime, id])
}
