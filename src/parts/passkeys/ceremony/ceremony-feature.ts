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

/** `undefined` where the page may not use WebAuthn: an old browser, an insecure page. */
const supportOf = (): PasskeySupport | undefined => globalThis.PublicKeyCredential
const containerOf = (): CredentialsContainer | undefined => globalThis.navigator?.credentials

const importPretendContainer = () => import('./pretend-container.ts')

/** Preview mode calls no browser API; its stand-in is loaded by the first ceremony. */
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

/** Mounted by the first call, never while something is drawn: mounting writes to the store. */
const ceremoniesOf = (runtime: FeatureRuntime, id: string): Ceremonies => {
  // The runtime keeps a slice's result as `unknown`; it is this feature's own.
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

/** For a proof that a waiting ceremony depends on: in turns of its own it doesn't end the other. */
export const CeremonyTurns = TurnsContext.Provider

/** The ceremonies of this element: shared by all of its parts, so that they never meet. */
export const useCeremonies = (): Ceremonies => {
  const runtime = useRuntime()
  const id = useContext(TurnsContext)
  return useMemo(() => ceremoniesOf(runtime, id), [runtime, id])
}
