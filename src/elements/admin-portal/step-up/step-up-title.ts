import { auditLog } from '../../../contract/additions/audit-log.ts'
import { memberMfa } from '../../../contract/additions/member-mfa.ts'
import { memberSecurity } from '../../../contract/additions/member-security.ts'
import { members } from '../../../contract/additions/members.ts'
import { selfService } from '../../../contract/additions/self-service.ts'
import { ssoEnforcement } from '../../../contract/additions/sso-enforcement.ts'
import { tenantDeletion } from '../../../contract/additions/tenant-deletion.ts'
import { audits } from '../../../contract/audits.ts'
import { connectivity } from '../../../contract/connectivity.ts'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import { ipRestrictions } from '../../../contract/ip-restrictions.ts'
import { mfa } from '../../../contract/mfa.ts'
import { passkeys } from '../../../contract/passkeys.ts'
import { policies } from '../../../contract/policies.ts'
import { quickPhone } from '../../../contract/quick-phone.ts'
import { sessionConfig } from '../../../contract/session-config.ts'
import { team } from '../../../contract/team.ts'
import { tokensTenant } from '../../../contract/tokens-tenant.ts'
import type { StepUpDialogTexts } from './step-up-dialog.messages.ts'

const TITLES: ReadonlyMap<AnyEndpoint, keyof StepUpDialogTexts> = new Map<AnyEndpoint, keyof StepUpDialogTexts>([
  [mfa.startEnroll, 'titleAddFactor'],
  [mfa.verifyEnroll, 'titleAddFactor'],
  [mfa.preEnrollSms, 'titleAddFactor'],
  [mfa.enrollSms, 'titleAddFactor'],
  [mfa.preEnrollWebauthn, 'titleAddFactor'],
  [mfa.enrollWebauthn, 'titleAddFactor'],
  [passkeys.startDeviceRegistration, 'titleAddPasskey'],
  [passkeys.verifyDeviceRegistration, 'titleAddPasskey'],
  [passkeys.deleteDevice, 'titleRemovePasskey'],
  [quickPhone.setPhoneNumber, 'titleChangePhone'],
  [quickPhone.verifyPhoneNumberChange, 'titleChangePhone'],
  [selfService.startEmailChange, 'titleChangeEmail'],
  [selfService.startSocialLink, 'titleConnect'],
  [selfService.unlinkSocialAccount, 'titleDisconnect'],
  [selfService.deleteUser, 'titleDeleteUser'],
  [tenantDeletion.scheduleTenantDeletion, 'titleDeleteTenant'],
  [tokensTenant.createAccessToken, 'titleCreateToken'],
  [tokensTenant.createClientCredential, 'titleCreateToken'],
  [members.unlockMember, 'titleUnlock'],
  [memberMfa.requireMfa, 'titleRequireMfa'],
  [memberSecurity.resetMemberMfa, 'titleResetMfa'],
  [policies.createMfaPolicy, 'titleChangePolicy'],
  [policies.updateMfaPolicy, 'titleChangePolicy'],
  [policies.createLockoutPolicy, 'titleChangePolicy'],
  [policies.updateLockoutPolicy, 'titleChangePolicy'],
  [sessionConfig.saveSessionConfig, 'titleChangePolicy'],
  [ipRestrictions.updateIpConfig, 'titleChangePolicy'],
  [ssoEnforcement.saveSsoEnforcement, 'titleChangePolicy'],
  [team.addUser, 'titleInvite'],
  [team.updateMember, 'titleChangeUser'],
  [team.deleteMember, 'titleChangeUser'],
  [team.createInviteLink, 'titleInviteLink'],
  [team.updateInviteLink, 'titleInviteLink'],
  [auditLog.exportAuditPart, 'titleExport'],
  [audits.exportAudits, 'titleExport'],
  [connectivity.createWebhook, 'titleWebhook'],
  [connectivity.updateWebhook, 'titleWebhook'],
])

/** Returns the title for the refused call's action; an unknown call has the plain title. */
export const stepUpTitleOf = (endpoint: AnyEndpoint): keyof StepUpDialogTexts => TITLES.get(endpoint) ?? 'title'
