import type { FeatureDeps } from '../../feature/slice.ts'
import { isRecord, parseJson } from '../../kernel/safe-json.ts'

/** Hosts write it too, as a bare URL, so its form can't change. */
export const STORED_REDIRECT = 'FRONTEGG_AFTER_AUTH_REDIRECT_URL'

/** Until when the URL is valid, and for which user: an entry of its own, since the other one can't hold more. */
const STORED_TERMS = 'fe-redirect-terms'

/** Signing in on another site, such as hosted login, takes no longer. */
const LIFE_MS = 30 * 60_000
/** As long as the link of an activation email works. */
const EMAIL_LIFE_MS = 7 * 24 * 60 * 60_000

type Deps = Pick<FeatureDeps, 'local' | 'clock' | 'session'>

/** Keeps where the user was going; with `email` for this user only. */
export const storeTarget = ({ local, clock }: Pick<Deps, 'local' | 'clock'>, url: string, email = ''): void => {
  const until = clock.now() + (email ? EMAIL_LIFE_MS : LIFE_MS)
  local.set(STORED_TERMS, JSON.stringify({ url, until, email: email.toLowerCase() }))
  local.set(STORED_REDIRECT, url)
}

/** What is stored, unless it was stored for another user or has expired. */
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
