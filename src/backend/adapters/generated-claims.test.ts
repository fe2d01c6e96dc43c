import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { AttributeMapping } from '../../rules/saml-attributes.ts'
import { createRandom, type Random } from '../../testing/random.ts'
import { identityOf, mergedClaims } from './oidc-claims.ts'

const CLAIM_SETS = 2_000

/** The ways in which providers leave a claim out. */
const NOTHING: readonly unknown[] = [undefined, null, '', []]

interface Sent {
  token: Record<string, unknown>
  userInfo: Record<string, unknown>
}

type Place = 'token' | 'userInfo' | 'both' | 'nowhere'

/** Puts a claim where this provider sends it, and nowhere else. */
const put = ({ pick }: Random, sent: Sent, given: { name: string; value: unknown; place: Place }): void => {
  const { name, value, place } = given
  sent.token[name] = place === 'token' || place === 'both' ? value : pick(NOTHING)
  sent.userInfo[name] = place === 'userInfo' || place === 'both' ? value : pick(NOTHING)
}

const PLACES: readonly Place[] = ['token', 'userInfo', 'both', 'nowhere']
const NAMES = ['upn', 'preferred_username', 'unique_name'] as const

/** Creates an identity, and the claims with which providers send it, in their various forms. */
const aCase = (seed: number) => {
  const random = createRandom(seed)
  const { below, chance, pick } = random
  const [email, name] = [`user${below(50)}@acme.test`, pick(['Ann', 'Ådne Øst', '山田 太郎', 'Ann\u00a0B'])]
  const groups = Array.from({ length: below(5) }, (_, at) => `Group ${at} ${below(9)}`)
  const mapping: AttributeMapping | undefined = chance(0.3)
    ? undefined
    : {
        ...(chance(0.4) && { email: 'mail_claim' }),
        ...(chance(0.4) && { name: 'https://acme.test/name' }),
        ...(chance(0.4) && { groups: 'teams' }),
      }
  const sent: Sent = { token: { sub: 's' }, userInfo: { sub: 's', zoneinfo: 'Europe/Zurich' } }
  const [emailAt, nameAt, groupsAt] = [pick(PLACES), pick(PLACES), pick(PLACES)]
  put(random, sent, { name: mapping?.email ?? 'email', value: chance(0.2) ? [email] : email, place: emailAt })
  put(random, sent, { name: mapping?.name ?? 'name', value: chance(0.2) ? [name] : name, place: nameAt })
  const [only] = groups
  const asText = groups.length === 1 && chance(0.5) ? only : groups
  put(random, sent, { name: mapping?.groups ?? 'groups', value: asText, place: groupsAt })
  const isByName = chance(0.5)
  const by = pick(NAMES)
  if (isByName) put(random, sent, { name: by, value: `${by}@acme.test`, place: pick(['token', 'userInfo', 'both']) })
  const said = { token: pick([true, 'true', false, 'false', undefined]), userInfo: pick([true, 'false', undefined]) }
  if (said.token !== undefined) sent.token.email_verified = said.token
  if (said.userInfo !== undefined) sent.userInfo.email_verified = said.userInfo
  return { sent, mapping, email, name, groups, emailAt, nameAt, groupsAt, said, by: isByName ? by : undefined }
}

/** Returns the expected identity, derived from the decision and not from the code. */
const wantedOf = ({ mapping, email, name, groups, emailAt, nameAt, groupsAt, said, by }: ReturnType<typeof aCase>) => {
  const isSent = emailAt !== 'nowhere'
  const mayBeByName = !isSent && mapping !== undefined && mapping.email === undefined
  const sources = { token: [said.token], userInfo: [said.userInfo], both: [said.token, said.userInfo], nowhere: [] }
  const flags = sources[emailAt].flatMap((flag) => (flag === undefined ? [] : [String(flag) === 'true']))
  const isVerified = flags.length === 0 ? undefined : flags.every(Boolean)
  const named = mayBeByName && by !== undefined ? `${by}@acme.test` : undefined
  return {
    email: isSent ? email : named,
    emailVerified: isSent && mapping?.email === undefined ? isVerified : undefined,
    isEmailByName: mapping?.email !== undefined || mayBeByName,
    name: nameAt === 'nowhere' ? undefined : name,
    groups: groupsAt === 'nowhere' ? [] : groups,
  }
}

it('reads the same user from every generated set of claims of an ID token and UserInfo', () => {
  for (let seed = 0; seed < CLAIM_SETS; seed += 1) {
    const made = aCase(seed)
    const { sent, mapping } = made
    const {
      email,
      emailVerified,
      isEmailByName = false,
      name,
      groups,
    } = identityOf(mergedClaims(sent.token, sent.userInfo), mapping) ?? {}
    const wanted = wantedOf(made)
    // Without an email, whether it is verified has no meaning.
    const verified = wanted.email === undefined ? undefined : emailVerified
    const read = { email, emailVerified: verified, isEmailByName, name, groups }
    assert.deepEqual(read, wanted, JSON.stringify({ seed, sent, mapping }))
  }
})
