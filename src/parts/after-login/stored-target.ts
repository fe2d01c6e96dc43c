import type { FeatureDeps } from '../../feature/slice.ts'
import { isRecord, jsonText, parseJson } from '../../kernel/safe-json.ts'
import { type RouteSettings, routeHref } from '../../navigation/auth-route.ts'

/** Marks a step-up that continues after a sign-out and a new sign-in. It is kept only from one page to the next. */
export const SHOULD_STEP_UP = 'SHOULD_STEP_UP'

/** Hosts write this key too, as a bare URL, so its format can't change. */
export const STORED_REDIRECT = 'FRONTEGG_AFTER_AUTH_REDIRECT_URL'

/** Key of the URL's expiry and user. It is separate because the other entry can only hold a URL. */
const STORED_TERMS = 'fe-redirect-terms'

/** Signing in on another site, such as hosted login, takes no longer than this. */
const LIFE_MS = 30 * 60_000
/** Matches the lifetime of the link in an activation email. */
const EMAIL_LIFE_MS = 7 * 24 * 60 * 60_000

type Deps = Pick<FeatureDeps, 'local' | 'clock' | 'session'>

/** Stores the page the user wanted; with `email`, only for that user. */
export const storeTarget = ({ local, clock }: Pick<Deps, 'local' | 'clock'>, url: string, email = ''): void => {
  const until = clock.now() + (email ? EMAIL_LIFE_MS : LIFE_MS)
  local.set(STORED_TERMS, jsonText({ url, until, email: email.toLowerCase() }))
  local.set(STORED_REDIRECT, url)
}

/** Returns the stored URL, unless it was stored for another user or has expired. */
export const storedTarget = ({ local, clock, session }: Deps): string | undefined => {
  const url = local.get(STORED_REDIRECT)
  const terms = parseJson(local.get(STORED_TERMS))
  if (!isRecord(terms) || terms.url !== url) return url
  const isOwn = !terms.email || terms.email === session.current().user?.email.toLowerCase()
  return isOwn && Number(terms.until) > clock.now() ? url : undefined
}

export const forgetTarget = ({ local }: Pick<Deps, 'local'>): void => {
  local.remove(STORED_REDIRECT)
  local.remove(STORED_TERMS)
}

/** Signs out, requires a new sign-in and returns to this page. */
export const signInAgain = (
  { local, clock, navigator }: Pick<FeatureDeps, 'local' | 'clock' | 'navigator'>,
  settings: RouteSettings,
): void => {
  const here = navigator.location()
  storeTarget({ local, clock }, here.pathname + here.search + here.hash)
  navigator.go(routeHref(settings.routes.logoutUrl, settings))
}
