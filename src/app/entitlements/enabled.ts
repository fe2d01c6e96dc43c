import { OptionsError } from '../../kernel/errors.ts'
import type { InitOptions } from '../options.ts'

/** @throws OptionsError unless `entitlementsOptions.enabled` is set */
export const refuseDisabled = (options: InitOptions): void => {
  if (options.entitlementsOptions?.enabled) return
  const words = 'You must first enable entitlements via options to use this function.'
  throw new OptionsError('entitlementsOptions.enabled', words)
}
