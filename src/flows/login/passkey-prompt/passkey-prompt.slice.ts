import { quickPhone } from '../../../contract/login.ts'
import type { Slice } from '../../../feature/slice.ts'
import { isStopped } from '../../../parts/failure/ceremony-error.ts'
import type { Ceremonies } from '../../../parts/passkeys/ceremony/ceremonies.ts'
import { ceremonyFailureOf } from '../../../parts/passkeys/ceremony/ceremony-failure.ts'
import { registerPasskey } from '../../../parts/passkeys/register-passkey.ts'
import { dismissPasskeyPrompt } from '../../../parts/sign-in-offer/due-offer.ts'
import type { QuickStrategy } from '../../../parts/sign-in-offer/quick-login.ts'
import { keepQuickLogin } from '../../../parts/sign-in-offer/quick-login.ts'
import { type PasskeyPromptEvent, type PasskeyPromptState, transition } from './passkey-prompt.state.ts'

export interface PasskeyPromptActions {
  /** Returns `true` when the method is set up and the sign-in continues. */
  addKey(ceremonies: Ceremonies, strategy?: QuickStrategy): Promise<boolean>
  sendCode(phoneNumber: string): Promise<void>
  verifyCode(code: string): Promise<boolean>
  changePhone(): void
  dismiss(): void
  /** Cleans up when the step is removed. */
  leave(): void
}

const ATTACHMENTS = { internal: 'platform', android: 'platform', 'usb-key': 'cross-platform' } as const

const attachmentOf = (strategy: QuickStrategy | undefined) =>
  strategy === undefined || strategy === 'sms' ? undefined : ATTACHMENTS[strategy]

export const passkeyPromptSlice: Slice<PasskeyPromptState, PasskeyPromptActions> = ({ get, set, deps }) => {
  const api = deps.client({ quickPhone }).quickPhone
  const send = (event: PasskeyPromptEvent) => set((state) => transition(state, event))
  const isBusy = () => get().progress.kind === 'busy'

  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    if (isBusy()) return false
    send({ type: 'submitted' })
    try {
      await work()
      return true
    } catch (error) {
      send(isStopped(error) ? { type: 'stopped' } : { type: 'failed', failure: ceremonyFailureOf(error) })
      return false
    }
  }

  const keep = (strategy: QuickStrategy | undefined) => {
    const userId = deps.session.current().user?.id
    if (strategy && userId) keepQuickLogin(deps.local, userId, strategy)
  }

  return {
    async addKey(ceremonies, strategy) {
      const isAdded = await attempt(() => registerPasskey(deps, ceremonies, attachmentOf(strategy)))
      if (isAdded) keep(strategy)
      return isAdded
    },
    async sendCode(phoneNumber) {
      await attempt(async () => {
        const { changePhoneId } = await api.setPhoneNumber({ body: { phoneNumber } })
        send({ type: 'codeSent', phoneNumber, changePhoneId, at: deps.clock.now() })
      })
    },
    async verifyCode(code) {
      const { phone } = get()
      if (!phone) return false
      const { changePhoneId } = phone
      const isDone = await attempt(async () => {
        await api.verifyPhoneNumberChange({ body: { changePhoneId, code } })
      })
      if (isDone) keep('sms')
      return isDone
    },
    changePhone: () => send({ type: 'phoneChangeWanted' }),
    dismiss: () => dismissPasskeyPrompt(deps),
    leave: () => send({ type: 'over' }),
  }
}
