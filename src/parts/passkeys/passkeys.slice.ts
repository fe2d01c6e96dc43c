import { login } from '../../contract/login.ts'
import { passkeyNames } from '../../contract/me.ts'
import { passkeys } from '../../contract/mfa.ts'
import type { Slice } from '../../feature/slice.ts'
import { fromBytes } from '../../kernel/base64url.ts'
import { normalizeName } from '../../rules/names.ts'
import { isStopped } from '../failure/ceremony-error.ts'
import { failureOf } from '../failure/failure.ts'
import { isMissing } from '../page-kit/page-context.ts'
import type { Ceremonies } from './ceremony/ceremonies.ts'
import { ceremonyFailureOf } from './ceremony/ceremony-failure.ts'
import { type PasskeyNames, type PasskeysEvent, type PasskeysState, passkeysTransition } from './passkeys.state.ts'
import { registerPasskey } from './register-passkey.ts'

interface Accepted {
  rpId: string
  /** The user's id in the API; the user handle is derived from it. */
  userId: string
  credentialIds: readonly string[]
}

interface SignalSupport {
  signalAllAcceptedCredentials?(given: {
    rpId: string
    userId: string
    allAcceptedCredentialIds: readonly string[]
  }): Promise<void>
}

const handleOf = (userId: string): string => fromBytes(new TextEncoder().encode(userId).buffer as ArrayBuffer)

/**
 * Reports to password managers which passkeys the account still accepts, so that a removed one is no longer offered
 * (WebAuthn Level 3 §5.1.10.2). Does nothing if the browser lacks the call.
 */
export const signalAccepted = async (
  { rpId, userId, credentialIds }: Accepted,
  support: SignalSupport | undefined = globalThis.PublicKeyCredential as SignalSupport | undefined,
): Promise<void> => {
  await support?.signalAllAcceptedCredentials?.({
    rpId,
    userId: handleOf(userId),
    allAcceptedCredentialIds: [...credentialIds],
  })
}

export interface PasskeysActions {
  load(): Promise<void>
  add(ceremonies: Ceremonies): Promise<void>
  askRemoval(deviceId: string): void
  dropRemoval(): void
  remove(): Promise<void>
  openRenaming(deviceId: string): void
  dropRenaming(): void
  rename(name: string): Promise<void>
}

export const passkeysSlice: Slice<PasskeysState, PasskeysActions> = ({ get, set, deps }) => {
  const api = deps.client({ passkeys, passkeyNames, login })
  const send = (event: PasskeysEvent) => set((state) => passkeysTransition(state, event))

  /** Returns the names, or `null` if an older or foreign backend lacks the call. */
  const namesOrNone = async (): Promise<PasskeyNames | null> => {
    try {
      const { devices } = await api.passkeyNames.listPasskeyNames()
      return Object.fromEntries(devices.map((device) => [device.id, device]))
    } catch (error) {
      if (!isMissing(error)) deps.log.warn('The names of the passkeys could not be loaded', error)
      return null
    }
  }

  const load = async () => {
    if (get().list.kind === 'busy') return
    send({ type: 'listWanted' })
    try {
      const [{ devices }, names] = await Promise.all([api.passkeys.listDevices(), namesOrNone()])
      send({ type: 'listed', devices, names })
    } catch (error) {
      send({ type: 'listFailed', failure: failureOf(error) })
    }
  }

  /** Reports the remaining passkeys to password managers. The removal doesn't wait for it. */
  const reportToManagers = async () => {
    const userId = deps.session.current().user?.id
    if (!userId) return
    try {
      const { options } = await api.login.webauthnPreLogin({ body: { userId } })
      const credentialIds = (options.allowCredentials ?? []).map(({ id }) => id)
      await signalAccepted({ rpId: options.rpId ?? deps.navigator.location().hostname, userId, credentialIds })
    } catch (error) {
      deps.log.warn('The removed passkey was not reported to password managers', error)
    }
  }

  return {
    load,
    async add(ceremonies) {
      if (get().adding.kind === 'busy') return
      send({ type: 'addWanted' })
      try {
        await registerPasskey(deps, ceremonies)
      } catch (error) {
        send(isStopped(error) ? { type: 'addStopped' } : { type: 'addFailed', failure: ceremonyFailureOf(error) })
        return
      }
      send({ type: 'added' })
      await load()
    },
    askRemoval: (deviceId) => send({ type: 'removalWanted', deviceId }),
    dropRemoval: () => send({ type: 'removalDropped' }),
    async remove() {
      const { removal } = get()
      if (!removal || removal.progress.kind === 'busy') return
      const { deviceId } = removal
      send({ type: 'removalConfirmed' })
      try {
        await api.passkeys.deleteDevice({ path: { deviceId } })
        send({ type: 'removed', deviceId })
      } catch (error) {
        send({ type: 'removalFailed', failure: failureOf(error) })
        return
      }
      await reportToManagers()
    },
    openRenaming: (deviceId) => send({ type: 'renamingWanted', deviceId }),
    dropRenaming: () => send({ type: 'renamingDropped' }),
    async rename(name) {
      const { renaming } = get()
      if (!renaming || renaming.progress.kind === 'busy') return
      send({ type: 'renamingConfirmed' })
      try {
        const path = { id: renaming.deviceId }
        send({
          type: 'renamed',
          device: await api.passkeyNames.renamePasskey({ path, body: { name: normalizeName(name) } }),
        })
      } catch (error) {
        send({ type: 'renamingFailed', failure: failureOf(error) })
      }
    },
  }
}
