import type { FeatureDeps } from '../../feature/slice.ts'
import { storeNote, takeNote } from '../short-note/short-note.ts'

/** A sign-in prepared by another flow: the email and how its code was sent. */
interface SignInHandover {
  email: string
  strategy: 'SmsCode'
  phoneNumber: string
}

const KEY = 'fe-sign-in-handover'

type Deps = Pick<FeatureDeps, 'local' | 'clock'>

/** Stores the prepared sign-in before redirecting to the login page. */
export const storeHandover = (deps: Deps, handover: SignInHandover): void => storeNote(deps, KEY, handover)

/** Returns the prepared sign-in and removes it. */
export const takeHandover = (deps: Deps): (SignInHandover & { at: number }) | undefined => {
  const note = takeNote(deps, KEY)
  if (typeof note?.email !== 'string' || typeof note.phoneNumber !== 'string') return undefined
  const { email, phoneNumber, at } = note
  return { email, strategy: 'SmsCode', phoneNumber, at }
}
