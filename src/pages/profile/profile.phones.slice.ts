import type { PhoneNumber } from '../../contract/me.ts'
import { failedWith, failureOf, IDLE } from '../../parts/failure/failure.ts'
import type { ProfileContext } from './profile.context.ts'
import { noticed, openDialog, type PhoneTask, type ProfileState } from './profile.state.ts'

/** Rows of the phone list per page. */
export const PHONES_SHOWN = 10

/** Creates the actions that add, verify and delete the user's phone numbers. */
export const phoneActions = ({ api, apply, get, deps, inDialog }: ProfileContext) => {
  const setPhones = (patch: Partial<ProfileState['phones']>) =>
    apply((state) => ({ ...state, phones: { ...state.phones, ...patch } }))

  const loadPhones = async (page = get().phones.page): Promise<void> => {
    setPhones({ phase: get().phones.items.length ? 'ready' : 'loading', error: IDLE })
    try {
      const query = { _limit: PHONES_SHOWN, _offset: page }
      const { items, _metadata } = await api.phoneNumbers.listPhoneNumbers({ query })
      if (items.length === 0 && page > 0) return await loadPhones(page - 1)
      setPhones({ phase: 'ready', items, total: _metadata.totalItems, page })
    } catch (error) {
      setPhones({ phase: 'failed', error: failedWith(failureOf(error)) })
    }
  }

  const askForCode = (task: Omit<PhoneTask, 'sentAt'>) =>
    apply(openDialog({ kind: 'code', task: { ...task, sentAt: deps.clock.now() } }))

  const sendVerification = async ({ id, phoneNumber }: Pick<PhoneNumber, 'id' | 'phoneNumber'>) => {
    const { otcToken } = await api.phoneNumbers.preVerifyPhoneNumber({ body: { phoneNumber } })
    askForCode({ why: 'verify', phoneNumber, phoneId: id, otcToken })
  }

  const sendDeletion = async ({ id, phoneNumber }: Pick<PhoneNumber, 'id' | 'phoneNumber'>) => {
    const { otcToken, phoneId } = await api.phoneNumbers.deletePhoneNumber({ path: { phoneId: id } })
    askForCode({ why: 'delete', phoneNumber, phoneId, otcToken })
  }

  const redeem = async ({ why, otcToken, phoneId }: PhoneTask, code: string) => {
    const body = { otcToken, code }
    if (why === 'verify') await api.phoneNumbers.verifyPhoneNumber({ body })
    else await api.phoneNumbers.verifyDeletePhoneNumber({ path: { phoneId }, body })
    deps.events.after('update-profile', { phoneId })
    await loadPhones()
  }

  const verifyPhone = async (phone: PhoneNumber): Promise<void> => {
    try {
      await sendVerification(phone)
    } catch (error) {
      const values = { phone: phone.phoneNumber }
      apply(noticed('failed', { values, failure: failureOf(error), retry: () => verifyPhone(phone) }))
    }
  }

  return {
    loadPhones,
    openAddPhone: () => apply(openDialog({ kind: 'addPhone' })),
    /** Adds the number at once; a code then verifies that it belongs to the user. */
    addPhone: (phoneNumber: string) =>
      inDialog(async () => {
        const { otcToken } = await api.phoneNumbers.createPhoneNumber({ body: { phoneNumber, verify: true } })
        await loadPhones()
        const id = get().phones.items.find((phone) => phone.phoneNumber === phoneNumber)?.id ?? ''
        if (!otcToken) return 'phoneAdded'
        askForCode({ why: 'verify', phoneNumber, phoneId: id, otcToken })
        return undefined
      }),
    verifyPhone,
    openDeletePhone: (phone: PhoneNumber) => apply(openDialog({ kind: 'deletePhone', phone })),
    /** Starts a deletion, which the server requires to be confirmed with a code texted to this number. */
    startDeletePhone: (phone: PhoneNumber) =>
      inDialog(async () => {
        await sendDeletion(phone)
        return undefined
      }),
    sendCodeAgain: (task: PhoneTask) =>
      inDialog(async () => {
        const phone = { id: task.phoneId, phoneNumber: task.phoneNumber }
        await (task.why === 'verify' ? sendVerification(phone) : sendDeletion(phone))
        return undefined
      }),
    submitCode: (task: PhoneTask, code: string) =>
      inDialog(async () => {
        await redeem(task, code)
        return task.why === 'verify' ? 'phoneVerified' : 'phoneDeleted'
      }),
  }
}
