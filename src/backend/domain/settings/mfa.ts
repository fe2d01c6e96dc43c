import type { MfaFields } from '../../../contract/policies.ts'
import type { EnforceMfa } from '../../../entities/mfa.ts'
import { object, oneOf } from './schema.ts'
import { defineFlooredSetting } from './setting.ts'

const BY_STRICTNESS: readonly EnforceMfa[] = ['DontForce', 'ForceExceptSAML', 'Force']

const strictness = ({ enforceMFAType }: MfaFields): number => BY_STRICTNESS.indexOf(enforceMFAType)

export const mfaSetting = defineFlooredSetting({
  kind: 'mfa',
  default: { enforceMFAType: 'DontForce' },
  schema: object<MfaFields>({ enforceMFAType: oneOf('DontForce', 'Force', 'ForceExceptSAML') }),
  floor: {
    strictest: (one, other) => (strictness(one) >= strictness(other) ? one : other),
    problems: (value, floor) =>
      strictness(value) < strictness(floor)
        ? [`enforceMFAType must be at least ${floor.enforceMFAType}, which the vendor requires`]
        : [],
  },
})
