import type { KeyValue } from '../../kernel/storage.ts'

/** Key in local storage of the height of the sign-in methods below the email on this device, in pixels. */
export const METHODS_HEIGHT = 'fe-ways-height'

/** Height of a passkey button, a row of providers and the sign-up link. */
const FIRST_HEIGHT = 324
const ROW = 56
const MAX_ROWS = 9

/** Returns the space to reserve for the sign-in methods until they are known: its height in pixels, and its rows. */
export const reservedMethods = (local: Pick<KeyValue, 'get'>): { height: number; rows: number } => {
  const height = Math.max(0, Number(local.get(METHODS_HEIGHT) ?? FIRST_HEIGHT) || 0)
  return { height, rows: Math.floor(Math.min(height / ROW, MAX_ROWS)) }
}
