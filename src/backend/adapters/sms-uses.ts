import type { SettingValues } from '../domain/settings/all-settings.ts'
import { authStrategiesSetting } from '../domain/settings/auth-strategies.ts'
import { mfaStrategiesSetting } from '../domain/settings/mfa-strategies.ts'
import type { SectionName } from '../domain/vendor-settings/kinds.ts'
import type { Store } from '../store/store.ts'

/** The vendor's settings that can turn text messages on. */
export type SmsSettings = Pick<SettingValues, 'auth-strategies' | 'mfa-strategies'>

/** Sections of the vendor's file that need text messages. */
export const smsUsesIn = ({ 'auth-strategies': ways, 'mfa-strategies': factors }: SmsSettings): SectionName[] => {
  const { mainAuthStrategies, secondaryAuthStrategies } = ways
  const isWay =
    mainAuthStrategies.some(({ strategy }) => strategy === 'SmsCode') ||
    secondaryAuthStrategies.some(({ strategy, isActive }) => isActive && strategy.startsWith('SmsCode'))
  const isFactor = factors.strategies.some(({ strategy, isActive }) => isActive && strategy === 'SMS')
  return [...(isWay ? (['waysToSignIn'] as const) : []), ...(isFactor ? (['mfaStrategies'] as const) : [])]
}

/** Reads the same from the vendor's settings in the database. */
export const readSmsUses = async (store: Store): Promise<SectionName[]> =>
  smsUsesIn({
    'auth-strategies': await authStrategiesSetting.ofVendor(store),
    'mfa-strategies': await mfaStrategiesSetting.ofVendor(store),
  })

/** Returns one line if settings need text messages that can't be sent; `undefined` otherwise. */
export const smsMissing = (uses: readonly SectionName[]): string | undefined =>
  uses.length === 0
    ? undefined
    : `SMS_URL or TWILIO_ACCOUNT_SID is missing: ${uses.join(' and ')} of the vendor settings ${uses.length > 1 ? 'send' : 'sends'} codes by text message. Set one of them, or turn SMS off there.`
