import type { LoginDirectAction } from '../../feature/ports.ts'
import type { FeatureDeps } from '../../feature/slice.ts'
import { toText } from '../../kernel/base64url.ts'
import { isRecord, parseJson } from '../../kernel/safe-json.ts'
import { pageQuery } from '../../navigation/page-query.ts'
import { normalizeEmail } from '../../rules/email.ts'
import { safeServerUrl } from '../../rules/server-url.ts'

const DIRECT_ACTION = 'login_direct_action'

const MAX_LENGTH = 2_048

const TYPES: readonly unknown[] = [
  'social-login',
  'custom-social-login',
  'direct',
] satisfies LoginDirectAction['type'][]

const isType = (value: unknown): value is LoginDirectAction['type'] => TYPES.includes(value)

const textsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isRecord(value) ? value : {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  )

/** Parses the base64 of an action's JSON, or returns `undefined` for anything else. */
export const readDirectAction = (text: string | null): Required<LoginDirectAction> | undefined => {
  if (!text || text.length > MAX_LENGTH) return undefined
  try {
    const action = parseJson(toText(text))
    if (!isRecord(action) || !isType(action.type) || typeof action.data !== 'string') return undefined
    return { type: action.type, data: action.data, additionalQueryParams: textsOf(action.additionalQueryParams) }
  } catch {
    return undefined
  }
}

/**
 * Returns the action in the page's URL if `fits` accepts it, and removes it from the URL, so that the back button shows
 * the page instead of redirecting to the provider again.
 */
export const takeDirectAction = (
  deps: Pick<FeatureDeps, 'navigator' | 'settings'>,
  fits: (action: Required<LoginDirectAction>) => boolean,
): Required<LoginDirectAction> | undefined => {
  const action = readDirectAction(pageQuery(deps).get(DIRECT_ACTION))
  if (!action || !fits(action)) return undefined
  const left = deps.navigator.location()
  left.searchParams.delete(DIRECT_ACTION)
  left.hash = left.hash.replace(new RegExp(`([?&])${DIRECT_ACTION}=[^&]*&?`), '$1').replace(/[?&]$/, '')
  window.history.replaceState(window.history.state, '', left)
  return action
}

/** Adds parameters to a URL, but never replaces those that the flow itself needs. */
export const withAdditional = (url: URL, more: Readonly<Record<string, string>>): URL => {
  for (const [name, value] of Object.entries(more)) if (!url.searchParams.has(name)) url.searchParams.set(name, value)
  return url
}

/** Returns the email of a single sign-on action, which identifies the connection. */
export const emailOf = ({ type, data }: LoginDirectAction): string | undefined =>
  type === 'direct' ? normalizeEmail(data) : undefined

/**
 * Returns the URL of an action. Anyone can create such a link, so only URLs of the API and of offered providers are
 * allowed.
 */
export const urlIn = (
  { type, data, additionalQueryParams = {} }: LoginDirectAction,
  rules: { pageUrl: URL; expectedOrigins: readonly string[] },
): URL | undefined => {
  const isUrl = type === 'direct' && /^https?:\/\//i.test(data)
  const url = isUrl ? safeServerUrl(data, rules) : undefined
  return url && withAdditional(url, additionalQueryParams)
}
