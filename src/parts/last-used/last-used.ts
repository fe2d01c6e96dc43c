import type { KeyValue } from '../../kernel/storage.ts'
import type { QuickStrategy } from '../sign-in-offer/quick-login.ts'

/** Key in local storage of the last sign-in method. Only the method is stored, nothing about the user. */
const LAST_USED = 'fe-last-used'

type UsedWay = 'email' | 'passkey' | QuickStrategy | `social:${string}`

/** Returns the sign-in method that was last chosen on this device. */
export const lastUsed = (local: KeyValue): string | undefined => local.get(LAST_USED)

export const noteLastUsed = (local: KeyValue, way: UsedWay): void => local.set(LAST_USED, way)
