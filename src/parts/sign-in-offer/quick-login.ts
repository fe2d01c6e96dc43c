import type { AuthStrategies, SecondaryStrategy } from '../../entities/portal.ts'
import type { KeyValue } from '../../feature/slice.ts'

/** Methods that replace a password. */
export type QuickStrategy = 'internal' | 'usb-key' | 'android' | 'sms'

/** Key of the method that the user wants to set up after their next sign-in. */
const WANTED = 'register-quick-login'

const STRATEGIES: readonly QuickStrategy[] = ['internal', 'usb-key', 'android', 'sms']

const doneKey = (userId: string, strategy: QuickStrategy): string => `${userId}-${strategy}`

export const isQuickLoginDone = (local: KeyValue, userId: string | undefined, strategy: QuickStrategy): boolean =>
  userId !== undefined && local.get(doneKey(userId, strategy)) === 'true'

export const keepQuickLogin = (local: KeyValue, userId: string, strategy: QuickStrategy): void =>
  local.set(doneKey(userId, strategy), 'true')

export const chooseQuickLogin = (local: KeyValue, strategy: QuickStrategy): void => local.set(WANTED, strategy)

export const quickStrategyOf = (name: unknown): QuickStrategy | undefined => STRATEGIES.find((one) => one === name)

export const chosenQuickLogin = (local: KeyValue): QuickStrategy | undefined => quickStrategyOf(local.get(WANTED))

export const forgetQuickLogin = (local: KeyValue): void => local.remove(WANTED)

export const isSecondaryActive = (strategies: AuthStrategies | undefined, ...names: SecondaryStrategy[]): boolean =>
  strategies?.secondaryAuthStrategies?.some(({ strategy, isActive }) => isActive && names.includes(strategy)) === true

/** Android devices have their own name for the built-in authenticator. */
const isAndroid = (userAgent: string): boolean => /android/i.test(userAgent)

/** Returns the methods that the vendor offers, in display order. */
export const quickStrategies = (strategies: AuthStrategies | undefined, userAgent: string): QuickStrategy[] => [
  ...(isSecondaryActive(strategies, 'WebAuthnPlatform')
    ? ([isAndroid(userAgent) ? 'android' : 'internal'] as const)
    : []),
  ...(isSecondaryActive(strategies, 'WebAuthnCrossPlatform') ? (['usb-key'] as const) : []),
  ...(isSecondaryActive(strategies, 'SmsCode', 'SmsCodeV2') ? (['sms'] as const) : []),
]
