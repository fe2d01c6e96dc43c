import type { MfaFields } from '../../../contract/policies.ts'
import type { EnforceMfa } from '../../../entities/mfa.ts'
import { fieldsOf } from '../../call/read.ts'
import { badRequest } from '../../call/refusal.ts'
import { fields, oneOf } from './checks.ts'
import { defineFlooredSetting } from './floored-setting.ts'

const BY_STRICTNESS: readonly EnforceMfa[] = ['DontForce', 'ForceExceptSAML', 'Force']

const strictness = ({ enforceMFAType }: MfaFields): number => BY_STRICTNESS.indexOf(enforceMFAType)

export const mfaSetting = defineFlooredSetting({
  kind: 'mfa',
  default: { enforceMFAType: 'DontForce' },
  parse: fields<MfaFields>({ enforceMFAType: oneOf(...BY_STRICTNESS) }),
  floor: {
    strictest: (one, other) => (strictness(one) >= strictness(other) ? one : other),
    problems: (value, floor) =>
      strictness(value) < strictness(floor)
        ? [`enforceMFAType must be at least ${floor.enforceMFAType}, which the vendor requires`]
        : [],
  },
})

const ENFORCE_MFA: readonly EnforceMfa[] = ['DontForce', 'Force', 'ForceExceptSAML']

export const mfaFieldsOf = (value: unknown): MfaFields => {
  const { enforceMFAType: given } = fieldsOf(value, 'policy')
  const enforceMFAType = ENFORCE_MFA.find((one) => one === given)
  if (!enforceMFAType) throw badRequest(`enforceMFAType must be one of ${ENFORCE_MFA.join(', ')}`)
  return { enforceMFAType }
}
