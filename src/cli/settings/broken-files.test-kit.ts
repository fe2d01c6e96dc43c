import type { Random } from '../../testing/random.ts'

/** A file with one fault, and the location that the message must name. */
export interface BrokenFile {
  fault: string
  text: string
  line: number
  key: string
}

type Json = Record<string, unknown>

const SOUND = {
  application: { name: 'Quokka', whiteLabelMode: false },
  featureFlags: { 'fe-roles-page': 'on' },
  waysToSignIn: {
    mainAuthStrategies: [{ strategy: 'MagicLink' }],
    secondaryAuthStrategies: [{ strategy: 'Passkeys', isActive: true }],
  },
  mfaStrategies: { strategies: [{ strategy: 'SMS', isActive: true }] },
  socialProviders: {
    providers: [
      {
        type: 'google',
        active: true,
        clientId: 'client',
        clientSecret: 'env:GOOGLE',
        customised: true,
        additionalScopes: ['calendar'],
      },
    ],
  },
  captcha: { enabled: false, siteKey: 'site', minScore: 0.7 },
  lockoutPolicy: { enabled: true, maxAttempts: 7 },
  sessionLimits: { sessionTimeoutConfiguration: { isActive: true, timeout: 3_600 } },
  entitlements: {
    features: [{ key: 'reports', linkedPermissions: ['fe.secure.read.audits'] }],
    plans: [{ id: 'growth', includes: ['reports'], limits: [{ feature: 'reports', perMonth: 5 }] }],
  },
  billing: {
    plans: [
      {
        id: 'growth',
        name: 'Growth',
        description: '',
        price: { externalId: 'price', currency: 'usd', amount: 900 },
      },
    ],
    defaultPlanId: 'growth',
  },
}

export const SOUND_ENV = { GOOGLE: 'secret' }
export const SOUND_FILE = JSON.stringify(SOUND, undefined, 2)

interface Place {
  owner: Json
  key: string
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const objectsIn = (value: unknown): Json[] => {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  return isObject(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : []
}

const placesIn = (value: unknown, fits: (part: unknown) => boolean): Place[] =>
  objectsIn(value).flatMap((owner) =>
    Object.keys(owner)
      .filter((key) => fits(owner[key]))
      .map((key) => ({ owner, key })),
  )

const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split('\n').length

/** Copies the valid settings with one invalid value, which the marker makes easy to find. */
const marked = (fault: string, change: (settings: Json) => { marker: string; key: string }): BrokenFile => {
  const settings = structuredClone(SOUND) as Json
  const { marker, key } = change(settings)
  const text = JSON.stringify(settings, undefined, 2)
  return { fault, text, line: lineOf(text, marker), key }
}

const unknownKey = (random: Random): BrokenFile =>
  marked('unknown key', (settings) => {
    const key = `unknown${random.below(1_000)}`
    // Keys of flags are the vendor's own.
    random.pick(objectsIn(settings).filter((owner) => owner !== settings.featureFlags))[key] = true
    return { marker: `"${key}"`, key }
  })

const wrongType = (random: Random): BrokenFile =>
  marked('wrong type', (settings) => {
    const { owner, key } = random.pick(placesIn(settings, (part) => typeof part !== 'string'))
    owner[key] = 'of another type'
    return { marker: 'of another type', key }
  })

const wrongText = (random: Random): BrokenFile =>
  marked('number in place of a text', (settings) => {
    const { owner, key } = random.pick(placesIn(settings, (part) => typeof part === 'string'))
    owner[key] = 987_654_321
    return { marker: '987654321', key }
  })

const dangling = (random: Random): BrokenFile =>
  marked('dangling reference', (settings) => {
    const { entitlements, billing, socialProviders } = settings as unknown as typeof SOUND
    const changes = [
      () => {
        entitlements.plans[0]?.includes.push('absent')
        return 'includes'
      },
      () => {
        Object.assign(entitlements.plans[0]?.limits[0] ?? {}, { feature: 'absent' })
        return 'feature'
      },
      () => {
        billing.defaultPlanId = 'absent'
        return 'defaultPlanId'
      },
      () => {
        Object.assign(billing.plans[0] ?? {}, { id: 'absent' })
        return 'id'
      },
      () => {
        Object.assign(socialProviders.providers[0] ?? {}, { clientSecret: 'env:absent' })
        return 'clientSecret'
      },
      () => {
        Object.assign(socialProviders.providers[0] ?? {}, { clientSecret: 'absent as a value' })
        return 'clientSecret'
      },
    ]
    return { key: random.pick(changes)(), marker: 'absent' }
  })

/** Picks a line of the valid file that has a key and a plain value. */
const pickLine = (random: Random, fits: RegExp): { lines: string[]; at: number; key: string } => {
  const lines = SOUND_FILE.split('\n')
  const found = [...lines.keys()].filter((at) => fits.test(lines[at] ?? ''))
  const at = random.pick(found)
  return { lines, at, key: /"([^"]+)":/.exec(lines[at] ?? '')?.[1] ?? '' }
}

const repeatedKey = (random: Random): BrokenFile => {
  const { lines, at, key } = pickLine(random, /": [^[{]+,$/)
  lines.splice(at, 0, lines[at] ?? '')
  return { fault: 'key twice', text: lines.join('\n'), line: at + 2, key }
}

const trailingComma = (random: Random): BrokenFile => {
  const { lines, at, key } = pickLine(random, /": [^[{]+[^,]$/)
  lines[at] += ','
  return { fault: 'trailing comma', text: lines.join('\n'), line: at + 1, key }
}

const missingComma = (random: Random): BrokenFile => {
  const { lines, at, key } = pickLine(random, /": [^[{]+,$/)
  lines[at] = lines[at]?.slice(0, -1) ?? ''
  return { fault: 'missing comma', text: lines.join('\n'), line: at + 1, key }
}

const comment = (random: Random): BrokenFile => {
  const { lines, at, key } = pickLine(random, /": [^[{]+,$/)
  lines[at] += ' // a comment'
  return { fault: 'comment', text: lines.join('\n'), line: at + 1, key }
}

const FAULTS = [unknownKey, wrongType, wrongText, dangling, repeatedKey, trailingComma, missingComma, comment]

export const brokenFiles = (random: Random, size: number): BrokenFile[] =>
  Array.from({ length: size }, (_, at) => (FAULTS[at % FAULTS.length] ?? unknownKey)(random))
