import type { MfaFields } from '../../../contract/policies.ts'
import type { EnforceMfa } from '../../../entities/mfa.ts'
import { fieldsOf } from '../../call/read.ts'
import { badRequest } from '../../call/refusal.ts'
import { defineFlooredSetting } from './floored-setting.ts'
import { object, oneOf } from './schema.ts'

const BY_STRICTNESS: readonly EnforceMfa[] = ['DontForce', 'ForceExceptSAML', 'Force']

const ENFORCE_MFA: readonly EnforceMfa[] = ['DontForce', 'Force', 'ForceExceptSAML']

const strictness = ({ enforceMFAType }: MfaFields): number => BY_STRICTNESS.indexOf(enforceMFAType)

export const mfaSetting = defineFlooredSetting({
  kind: 'mfa',
  default: { enforceMFAType: 'DontForce' },
  schema: object<MfaFields>({ enforceMFAType: oneOf(...ENFORCE_MFA) }),
  floor: {
    strictest: (one, other) => (strictness(one) >= strictness(other) ? one : other),
    problems: (value, floor) =>
      strictness(value) < strictness(floor)
        ? [`enforceMFAType must be at least ${floor.enforceMFAType}, which the vendor requires`]
        : [],
  },
})

export const mfaFieldsOf = (value: unknown): MfaFields => {
  const { enforceMFAType: given } = fieldsOf(value, 'policy')
  const enforceMFAType = ENFORCE_MFA.find((one) => one === given)
  if (!enforceMFAType) throw badRequest(`enforceMFAType must be one of ${ENFORCE_MFA.join(', ')}`)
  return { enforceMFAType }
}
