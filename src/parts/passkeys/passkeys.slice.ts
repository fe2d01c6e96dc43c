import { login } from '../../contract/login.ts'
import { passkeys } from '../../contract/passkeys.ts'
import type { Slice } from '../../feature/slice.ts'
import { failureOf } from '../failure/failure.ts'
import type { Ceremonies } from './ceremony/ceremonies.ts'
import { isStopped } from './ceremony/ceremony-error.ts'
import { ceremonyFailureOf } from './ceremony/ceremony-failure.ts'
import { type PasskeysEvent, type PasskeysState, transition } from './passkeys.state.ts'
import { registerPasskey } from './register-passkey.ts'
import { signalAccepted } from './signal.ts'

export interface PasskeysActions {
  load(): Promise<void>
  add(ceremonies: Ceremonies): Promise<void>
  askRemoval(deviceId: string): void
  dropRemoval(): void
  remove(): Promise<void>
}

export const passkeysSlice: Slice<PasskeysState, PasskeysActions> = ({ get, set, deps }) => {
  const api = deps.client({ passkeys, login })
  const send = (event: PasskeysEvent) => set((state) => transition(state, event))

  const load = async () => {
    if (get().list.kind === 'busy') return
    send({ type: 'listWanted' })
    try {
      const { devices } = await api.passkeys.listDevices()
      send({ type: 'listed', devices })
    } catch (error) {
      send({ type: 'listFailed', failure: failureOf(error) })
    }
  }

  /** Password managers learn which passkeys are left; nobody waits for it. */
  const tellManagers = async () => {
    const userId = deps.session.current().user?.id
    if (!userId) return
    try {
      const { options } = await api.login.webauthnPreLogin({ body: { userId } })
      const credentialIds = (options.allowCredentials ?? []).map(({ id }) => id)
      await signalAccepted({ rpId: options.rpId ?? deps.navigator.location().hostname, userId, credentialIds })
    } catch (error) {
      deps.log.warn('Password managers were not told of the removed passkey', error)
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
      await tellManagers()
    },
  }
}
