import type { CustomSocialProvider, SocialConfig } from '../../entities/social.ts'
import { isRecord, parseJson, toJson } from '../../kernel/safe-json.ts'
import { createStorage } from '../../kernel/storage.ts'
import type { SocialWay } from './social.state.ts'
import { socialList } from './social-list.ts'

const nameOf = (key: string): string => `${key}|social`

const recordsIn = (value: unknown): unknown[] => (Array.isArray(value) ? value.filter(isRecord) : [])

/** Returns the list that an earlier page of this tab loaded; `undefined` if it is missing or unreadable. */
export const keptSocials = (key: string): SocialWay[] | undefined => {
  const kept = parseJson(createStorage('session').get(nameOf(key)))
  if (!isRecord(kept)) return undefined
  try {
    // `keepSocials` wrote these records, unless another script of the page changed them.
    return socialList(recordsIn(kept.named) as SocialConfig[], recordsIn(kept.custom) as CustomSocialProvider[])
  } catch {
    return undefined
  }
}

export const keepSocials = (key: string, named: readonly SocialConfig[], custom: readonly CustomSocialProvider[]) => {
  const text = toJson({ named, custom })
  if (text) createStorage('session').set(nameOf(key), text)
}
