import { defineFeature } from '../../../feature/define.ts'
import { useRuntime } from '../../../feature/feature-context.tsx'
import { defineMessages } from '../../../feature/messages.ts'
import { type Ceremonies, createCeremonies, type PasskeySupport } from './ceremonies.ts'

/** `undefined` where the page may not use WebAuthn. */
const supportOf = (): PasskeySupport | undefined => globalThis.PublicKeyCredential

const feature = defineFeature<null, Ceremonies, Record<never, never>>({
  initial: null,
  slice: ({ deps }) =>
    createCeremonies({ clock: deps.clock, container: () => globalThis.navigator?.credentials, support: supportOf }),
  messages: defineMessages('custom.webauthn', {}),
  Component: () => null,
})

/** The ceremonies of this element: shared by all of its parts, so that they never meet. */
export const useCeremonies = (): Ceremonies =>
  // The runtime keeps what a slice answered as `unknown`; it is this feature's own.
  useRuntime().mount('webauthn', feature) as Ceremonies
