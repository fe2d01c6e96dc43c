import { audits } from '../../contract/audits.ts'
import { billing } from '../../contract/billing.ts'
import { invitation } from '../../contract/invitation.ts'
import { login, stepUp } from '../../contract/login.ts'
import { metadata } from '../../contract/metadata.ts'
import { mfaLogin } from '../../contract/mfa.ts'
import { password } from '../../contract/password.ts'
import { policies } from '../../contract/policies.ts'
import { domainRestrictions, ipRestrictions } from '../../contract/restrictions.ts'
import { activation, signUp } from '../../contract/sign-up.ts'
import { connectivity } from '../../contract/webhooks.ts'

/** Endpoints for a host's own screens: the sign-in calls, and the portal data that hooks load. */
export type HeadlessTables = {
  activation: typeof activation
  audits: typeof audits
  billing: typeof billing
  connectivity: typeof connectivity
  domainRestrictions: typeof domainRestrictions
  invitation: typeof invitation
  ipRestrictions: typeof ipRestrictions
  login: typeof login
  metadata: typeof metadata
  mfaLogin: typeof mfaLogin
  password: typeof password
  policies: typeof policies
  signUp: typeof signUp
  stepUp: typeof stepUp
}

export const HEADLESS_TABLES: HeadlessTables = {
  activation,
  audits,
  billing,
  connectivity,
  domainRestrictions,
  invitation,
  ipRestrictions,
  login,
  metadata,
  mfaLogin,
  password,
  policies,
  signUp,
  stepUp,
}
