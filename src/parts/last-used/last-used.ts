import type { KeyValue } from '../../kernel/storage.ts'
import type { QuickStrategy } from '../sign-in-offer/quick-login.ts'

/** In local storage: a word for the way alone, nothing of the user. */
const LAST_USED = 'fe-last-used'

type UsedWay = 'email' | 'passkey' | QuickStrategy | `social:${string}`

/** The way in that was chosen last on this device. */
export const lastUsed = (local: KeyValue): string | undefined => local.get(LAST_USED)

export const noteLastUsed = (local: KeyValue, way: UsedWay): void => local.set(LAST_USED, way)
