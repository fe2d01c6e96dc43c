import { social } from '../../contract/login.ts'
import type { CustomSocialProvider, SocialConfig } from '../../entities/social.ts'
import type { LoginDirectAction } from '../../feature/ports.ts'
import type { AppSettings } from '../../feature/settings.ts'
import type { Slice } from '../../feature/slice.ts'
import { loadChunk } from '../../kernel/load-chunk.ts'
import { isRecord, parseJson, toJson } from '../../kernel/safe-json.ts'
import { createStorage } from '../../kernel/storage.ts'
import { invitationOf, pageQuery } from '../../navigation/page-query.ts'
import { createPkce } from '../../rules/pkce.ts'
import { failureOf } from '../failure/failure.ts'
import { callbackUri, noteLeaving } from '../federation/provider-redirect.ts'
import { noteLastUsed } from '../last-used/last-used.ts'
import { handToApp, requiresConsent } from '../native-bridge/native-bridge.ts'
import { type SocialEvent, type SocialState, type SocialWay, socialTransition } from './social.state.ts'
import { socialList } from './social-list.ts'
import { socialUrl } from './social-url.ts'

const nameOf = (key: string): string => `${key}|social`

const recordsIn = (value: unknown): unknown[] => (Array.isArray(value) ? value.filter(isRecord) : [])

/** Returns the list that an earlier page of this tab loaded; `undefined` if it is missing or unreadable. */
const rememberedSocials = (key: string): SocialWay[] | undefined => {
  const kept = parseJson(createStorage('session').get(nameOf(key)))
  if (!isRecord(kept)) return undefined
  try {
    // `rememberSocials` wrote these records, unless another script of the page changed them.
    return socialList(recordsIn(kept.named) as SocialConfig[], recordsIn(kept.custom) as CustomSocialProvider[])
  } catch {
    return undefined
  }
}

const rememberSocials = (key: string, named: readonly SocialConfig[], custom: readonly CustomSocialProvider[]) => {
  const text = toJson({ named, custom })
  if (text) createStorage('session').set(nameOf(key), text)
}

export interface SocialActions {
  load(): Promise<void>
  /** Follows the direct action of a redirect login, once the list and the session are known. */
  goDirectly(): Promise<void>
  press(way: SocialWay): Promise<void>
  agree(way: SocialWay): Promise<void>
  disagree(): void
  /** Clears the progress when the back button restores the page. */
  rest(): void
}

/** Returns the origins of the API and of the offered providers. */
const originsOf = (ways: readonly SocialWay[], { api }: Pick<AppSettings, 'api'>): string[] => {
  const base = api?.baseUrl
  const texts = ways.flatMap(({ start }) => (start.kind === 'provider' ? [start.authorizationUrl] : []))
  return [...texts, ...(typeof base === 'string' ? [base] : [])]
    .filter((text) => URL.canParse(text))
    .map((text) => new URL(text).origin)
}

export const socialSlice: Slice<SocialState, SocialActions> = ({ get, set, deps }) => {
  const api = deps.client({ social }).social
  const send = (event: SocialEvent) => set((state) => socialTransition(state, event))

  const urlFor = async (way: SocialWay, more: Readonly<Record<string, string>>): Promise<URL | undefined> => {
    const pkce = await createPkce()
    const redirectUri = callbackUri(deps, 'socialLoginCallbackUrl')
    const pageUrl = deps.navigator.location()
    const url = socialUrl({ way, pkce, redirectUri, pageUrl, settings: deps.settings() })
    if (!url) return undefined
    const { state, verifier } = pkce
    const flow = { kind: 'social', state, verifier, provider: way.id, redirectUri } as const
    noteLeaving(deps, { ...flow, ...invitationOf(deps) })
    noteLastUsed(deps.local, `social:${way.id}`)
    for (const [name, value] of Object.entries(more)) if (!url.searchParams.has(name)) url.searchParams.set(name, value)
    return url
  }

  const leave = async (way: SocialWay, more: Readonly<Record<string, string>> = {}) => {
    send({ type: 'pressed', id: way.id })
    try {
      const url = await urlFor(way, more)
      if (!url) return send({ type: 'failed', failure: { kind: 'refused', message: '' } })
      // A native app around the page opens its own browser for the sign-in.
      if (handToApp('loginWithSocialLogin', url.href)) send({ type: 'handedOver' })
      else deps.navigator.go(url.href)
    } catch (error) {
      send({ type: 'failed', failure: failureOf(error) })
    }
  }

  const goDirectly = async () => {
    const pageUrl = deps.navigator.location()
    if (!pageQuery(deps).has('login_direct_action')) return
    const { urlIn, takeDirectAction } = await loadChunk(() => import('../direct-action/direct-action.ts'))
    const wayOf = ({ type, data }: LoginDirectAction) => get().ways.find(({ id }) => type !== 'direct' && id === data)
    const expectedOrigins = originsOf(get().ways, deps.settings())
    const urlOf = (action: LoginDirectAction) => urlIn(action, { pageUrl, expectedOrigins })
    const action = takeDirectAction(deps, (wish) => Boolean(wayOf(wish) ?? urlOf(wish)))
    const way = action && wayOf(action)
    const url = action && urlOf(action)
    if (!action || !deps.events.before('sign-in', { email: '' })) return
    if (way) await leave(way, action.additionalQueryParams)
    else if (url) deps.navigator.go(url.href)
  }

  const isFree = () => get().progress.kind !== 'busy'

  return {
    async load() {
      if (get().ways.length > 0) return
      const key = deps.settings().keptAs
      const kept = key && rememberedSocials(key)
      if (kept) send({ type: 'loaded', ways: kept })
      try {
        const [named, { providers }] = await Promise.all([api.getSocialProvidersV2(), api.getCustomSocialProviders()])
        send({ type: 'loaded', ways: socialList(named, providers) })
        if (key) rememberSocials(key, named, providers)
      } catch (error) {
        // One failed request drops both lists; email and password still work.
        deps.log.info('Social logins are not offered: their list could not be had', error)
        send({ type: 'unavailable' })
      }
    },
    goDirectly,
    async press(way) {
      if (!isFree() || !deps.events.before('sign-in', { email: '' })) return
      if (requiresConsent()) send({ type: 'consentWanted', way })
      else await leave(way)
    },
    async agree(way) {
      if (isFree()) await leave(way)
    },
    disagree: () => send({ type: 'consentRefused' }),
    rest: () => send({ type: 'handedOver' }),
  }
}
