import { changedPaths } from '../kernel/changed-paths.ts'
import type { Logger } from '../kernel/logger.ts'
import { nearestName } from '../kernel/nearest-name.ts'
import { isRecord } from '../kernel/safe-json.ts'
import { DEFAULT_ROUTES, ROUTES_WITHOUT_DEFAULT } from '../rules/auth-routes.ts'
import { PLACES, type Place, readNames } from './check-options.ts'
import type { InitOptions } from './options.ts'

/** Options that are accepted so that an existing configuration works unchanged; nothing reads them in this release. */
const INERT: Readonly<Record<Place, string>> = {
  '': `auditsOptions customStyles cdnUrl guidesCdnUrl tracing store lazyLoadAdminPortal
    iframeRendering withCompanyName backgroundImage headerImage`,
  'contextOptions.': 'auditsOptions currentUserRoles',
  'authOptions.': 'header loaderComponent user isLoading isAuthenticated tenantsState onRedirectTo',
  'authOptions.routes.': '',
}

const inertNames = (place: Place): readonly string[] => INERT[place].split(/\s+/).filter(Boolean)

const knownNames = (place: Place): readonly string[] =>
  place === 'authOptions.routes.'
    ? [...Object.keys(DEFAULT_ROUTES), ...ROUTES_WITHOUT_DEFAULT]
    : [...readNames(place), ...inertNames(place)]

/**
 * Returns the known name that was probably meant, with its place: the nearest in the same place, else one spelled the
 * same elsewhere.
 */
const nearestOf = (name: string, place: Place): string | undefined => {
  const nearest = nearestName(name, knownNames(place))
  if (nearest) return place + nearest
  const lower = name.toLowerCase()
  const elsewhere = PLACES.find((other) => knownNames(other).some((known) => known.toLowerCase() === lower))
  return elsewhere === undefined
    ? undefined
    : elsewhere + knownNames(elsewhere).find((known) => known.toLowerCase() === lower)
}

const branch = (options: unknown, place: Place): Readonly<Record<string, unknown>> => {
  const node = place
    .split('.')
    .filter(Boolean)
    .reduce<unknown>((tree, key) => (isRecord(tree) ? tree[key] : undefined), options)
  return isRecord(node) ? node : {}
}

const isEmpty = (value: unknown): boolean => !value || (Array.isArray(value) && value.length === 0)

/**
 * Returns whether an option has an effect: `false`, empty and missing values are the default anyway; a getter that
 * throws was set on purpose.
 */
const isSet = (node: Readonly<Record<string, unknown>>, name: string): boolean => {
  try {
    const value = node[name]
    return isRecord(value) ? !Object.values(value).every(isEmpty) : !isEmpty(value)
  } catch {
    return true
  }
}

const withMeant = (name: string, place: Place): string => {
  const meant = nearestOf(name, place)
  return meant ? `${place}${name} (did you mean ${meant}?)` : `${place}${name}`
}

/** Logs one warning for options without effect in this release, and one for unknown names. */
export const adviseOnOptions = (options: InitOptions, log: Pick<Logger, 'warn'>): void => {
  const inert = PLACES.flatMap((place) => {
    const node = branch(options, place)
    return inertNames(place)
      .filter((name) => Object.hasOwn(node, name) && isSet(node, name))
      .map((name) => place + name)
  })
  const unknown = PLACES.flatMap((place) => {
    const known = new Set(knownNames(place))
    return Object.keys(branch(options, place))
      .filter((name) => !known.has(name))
      .map((name) => withMeant(name, place))
  })
  if (inert.length > 0) log.warn(`These options have no effect in this release: ${inert.join(', ')}`)
  if (unknown.length > 0) log.warn(`Unknown options are ignored: ${unknown.join(', ')}`)
}

/** The part of a running app that advice needs. */
interface Running {
  name: string
  options: InitOptions
  log: Pick<Logger, 'warn'>
}

/** Options that were already reported, by the options of the running app. */
const named = new WeakMap<object, Set<string>>()

/**
 * Logs one warning for each set of options that a later `init` passed without effect, however often hot updates repeat
 * the call.
 */
export const adviseOnLaterOptions = ({ name, options, log }: Running, given: InitOptions): void => {
  const paths = changedPaths({ previewMode: false, ...options }, { previewMode: false, ...given }).join(', ')
  const known = named.get(options) ?? new Set()
  if (!paths || known.has(paths)) return
  named.set(options, known.add(paths))
  log.warn(
    `The app '${name}' is already running, so these options of a later init have no effect: ${paths}. Reload the page, or call unmount() first.`,
  )
}
