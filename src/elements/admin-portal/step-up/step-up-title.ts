import { subTenants, subTenantTree, tenantDeletion } from '../../../contract/accounts.ts'
import { tokensTenant } from '../../../contract/api-tokens.ts'
import { auditLog, audits } from '../../../contract/audits.ts'
import type { AnyEndpoint } from '../../../contract/endpoint.ts'
import { quickPhone } from '../../../contract/login.ts'
import { selfService } from '../../../contract/me.ts'
import { mfa, passkeys } from '../../../contract/mfa.ts'
import { policies } from '../../../contract/policies.ts'
import { ipRestrictions } from '../../../contract/restrictions.ts'
import { sessionConfig } from '../../../contract/security.ts'
import { ssoEnforcement } from '../../../contract/sso.ts'
import { memberMfa, memberSecurity, members, team } from '../../../contract/users.ts'
import { connectivity } from '../../../contract/webhooks.ts'
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
  [subTenants.deleteSubTenant, 'titleDeleteTenant'],
  [subTenantTree.moveSubTenant, 'titleMoveAccount'],
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
