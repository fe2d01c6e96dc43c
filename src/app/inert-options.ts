import type { Logger } from '../kernel/logger.ts'
import { isRecord } from '../kernel/safe-json.ts'
import type { InitOptions } from './options.ts'

/** Accepted so that a configuration can move over as it is; nothing reads them in this release. */
const INERT: readonly string[] = [
  'contextOptions.auditsOptions',
  'contextOptions.currentUserRoles',
  'auditsOptions',
  'subscriptionsOptions',
  'customStyles',
  'cdnUrl',
  'guidesCdnUrl',
  'tracing',
  'store',
  'lazyLoadAdminPortal',
  'iframeRendering',
  'withCompanyName',
  'backgroundImage',
  'headerImage',
]

const at = (options: unknown, path: string): unknown =>
  path.split('.').reduce((node, key) => (isRecord(node) && Object.hasOwn(node, key) ? node[key] : undefined), options)

const isEmpty = (value: unknown): boolean => !value || (Array.isArray(value) && value.length === 0)

/** `false`, empty and missing are what happens anyway; a getter that throws was set by a user. */
const isSet = (options: unknown, path: string): boolean => {
  try {
    const value = at(options, path)
    return isRecord(value) ? !Object.values(value).every(isEmpty) : !isEmpty(value)
  } catch {
    return true
  }
}

/** One line for everything that is set and has no effect. */
export const warnOfInertOptions = (options: InitOptions, log: Logger): void => {
  const inert = INERT.filter((path) => isSet(options, path))
  if (inert.length > 0) log.warn(`These options have no effect in this release: ${inert.join(', ')}`)
}
