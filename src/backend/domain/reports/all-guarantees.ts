import { directoryGuarantees } from '../directory/provisioning/guarantee.ts'
import { tokenGuarantees } from '../identity/api-tokens/guarantee.ts'
import type { Guarantees } from '../identity/guarantor/guarantee.ts'
import { connectionGuarantees } from '../sso/setup/guarantee.ts'
import { channelGuarantees, scheduleGuarantees, webhookGuarantees } from './subscription-guarantees.ts'

/** Everything persistent in an account that is limited to its guarantor's current permissions. */
export const GUARANTEES: readonly Guarantees[] = [
  connectionGuarantees,
  directoryGuarantees,
  tokenGuarantees,
  webhookGuarantees,
  channelGuarantees,
  scheduleGuarantees,
]
