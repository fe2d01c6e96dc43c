import { activation } from '../../contract/activation.ts'
import { accountAlias } from '../../contract/additions/account-alias.ts'
import { groupList } from '../../contract/additions/group-list.ts'
import { inviteChecks } from '../../contract/additions/invite-checks.ts'
import { inviteLinkConfiguration } from '../../contract/additions/invite-link-configuration.ts'
import { lockoutGuard } from '../../contract/additions/lockout-guard.ts'
import { memberImpersonation } from '../../contract/additions/member-impersonation.ts'
import { memberMfa } from '../../contract/additions/member-mfa.ts'
import { memberSecurity } from '../../contract/additions/member-security.ts'
import { members } from '../../contract/additions/members.ts'
import { mfaDevices } from '../../contract/additions/mfa-devices.ts'
import { passkeyNames } from '../../contract/additions/passkey-names.ts'
import { pictures } from '../../contract/additions/pictures.ts'
import { recordSearch } from '../../contract/additions/record-search.ts'
import { rememberDevice } from '../../contract/additions/remember-device.ts'
import { roleList } from '../../contract/additions/role-list.ts'
import { selfService } from '../../contract/additions/self-service.ts'
import { sessionLimits } from '../../contract/additions/session-limits.ts'
import { ssoInitiation } from '../../contract/additions/sso-initiation.ts'
import { ssoSession } from '../../contract/additions/sso-session.ts'
import { subTenantTree } from '../../contract/additions/sub-tenant-tree.ts'
import { temporaryUserConfiguration } from '../../contract/additions/temporary-user-configuration.ts'
import { authorization } from '../../contract/authorization.ts'
import { entitlements } from '../../contract/entitlements.ts'
import { federation } from '../../contract/federation.ts'
import { groups } from '../../contract/groups.ts'
import { impersonation } from '../../contract/impersonation.ts'
import { invitation } from '../../contract/invitation.ts'
import { login } from '../../contract/login.ts'
import { metadata } from '../../contract/metadata.ts'
import { mfa } from '../../contract/mfa.ts'
import { mfaLogin } from '../../contract/mfa-login.ts'
import { passkeys } from '../../contract/passkeys.ts'
import { password } from '../../contract/password.ts'
import { permissions } from '../../contract/permissions.ts'
import { phoneNumbers } from '../../contract/phone-numbers.ts'
import { phoneReset } from '../../contract/phone-reset.ts'
import { policies } from '../../contract/policies.ts'
import { portal } from '../../contract/portal.ts'
import { quickPhone } from '../../contract/quick-phone.ts'
import { roles } from '../../contract/roles.ts'
import { session } from '../../contract/session.ts'
import { sessionConfig } from '../../contract/session-config.ts'
import { sessions } from '../../contract/sessions.ts'
import { settings } from '../../contract/settings.ts'
import { signUp } from '../../contract/sign-up.ts'
import { social } from '../../contract/social.ts'
import { stepUp } from '../../contract/step-up.ts'
import { subTenants } from '../../contract/sub-tenants.ts'
import { team } from '../../contract/team.ts'
import { users } from '../../contract/users.ts'
import { type Route, routesOf } from '../http/router.ts'
import { accountAliasHandlers } from './account-alias.ts'
import { activationHandlers, invitationHandlers } from './activation.ts'
import { breachedPasswordsHandlers } from './breached-passwords.ts'
import { customLoginHandlers } from './custom-login.ts'
import { entitlementsHandlers } from './entitlements.ts'
import { groupListHandlers, groupsHandlers } from './groups.ts'
import { impersonationHandlers, memberImpersonationHandlers } from './impersonation.ts'
import { inviteChecksHandlers } from './invite-checks.ts'
import { inviteLinkConfigurationHandlers, inviteLinkHandlers } from './invite-links.ts'
import { ipInfoHandlers } from './ip-info.ts'
import { lockoutGuardHandlers } from './lockout-guard.ts'
import { loginHandlers } from './login.ts'
import { meHandlers, tenantTokenHandlers } from './me.ts'
import { memberMfaHandlers } from './member-mfa.ts'
import { memberSecurityHandlers } from './member-security.ts'
import { membersHandlers } from './members.ts'
import { mfaHandlers, rememberDeviceHandlers } from './mfa.ts'
import { mfaDevicesHandlers } from './mfa-devices.ts'
import { mfaLoginHandlers } from './mfa-login.ts'
import { mfaWebauthnHandlers } from './mfa-webauthn.ts'
import { oauthHandlers, providerHandlers } from './oauth.ts'
import { confirmLogoutHandlers, oauthLogoutHandlers } from './oauth-logout.ts'
import { passkeyNamesHandlers } from './passkey-names.ts'
import { passkeyLoginHandlers, passkeysHandlers } from './passkeys.ts'
import { passwordHandlers } from './password.ts'
import { passwordlessHandlers } from './passwordless.ts'
import { phoneNumbersHandlers } from './phone-numbers.ts'
import { phoneResetHandlers } from './phone-reset.ts'
import { picturesHandlers, profileImageHandlers } from './pictures.ts'
import { policiesHandlers } from './policies.ts'
import { metadataHandlers, portalHandlers } from './portal.ts'
import { quickPhoneHandlers } from './quick-phone.ts'
import { recordSearchHandlers } from './record-search.ts'
import { permissionsHandlers, roleListHandlers, rolesHandlers } from './roles.ts'
import { selfServiceHandlers } from './self-service.ts'
import { sessionHandlers } from './session.ts'
import { sessionConfigHandlers } from './session-config.ts'
import { sessionLimitsHandlers, sessionsHandlers } from './sessions.ts'
import { settingsHandlers } from './settings.ts'
import { signUpHandlers } from './sign-up.ts'
import { socialHandlers } from './social.ts'
import { federationHandlers } from './sso-consumer.ts'
import { ssoInitiationHandlers, ssoLoginHandlers } from './sso-login.ts'
import { ssoSessionHandlers } from './sso-session.ts'
import { stepUpHandlers } from './step-up.ts'
import { subTenantTreeHandlers } from './sub-tenant-tree.ts'
import { subTenantUsersHandlers } from './sub-tenant-users.ts'
import { subTenantHandlers, subTenantMoveHandlers } from './sub-tenants.ts'
import { teamHandlers } from './team.ts'
import { temporaryUserConfigurationHandlers, temporaryUserHandlers } from './temporary-users.ts'
import { usersHandlers } from './users.ts'

/** What signing in and the pages about users and accounts ask for. */
export const userRoutes = (): Route[] => [
  ...routesOf('portal', portal, portalHandlers),
  ...routesOf('metadata', metadata, { ...metadataHandlers, ...customLoginHandlers, ...ipInfoHandlers }),
  ...routesOf('social', social, socialHandlers),
  ...routesOf('session', session, {
    ...sessionHandlers,
    ...meHandlers,
    ...profileImageHandlers,
    ...oauthHandlers,
    ...oauthLogoutHandlers,
  }),
  ...routesOf('authorization', authorization, { ...providerHandlers, ...confirmLogoutHandlers }),
  ...routesOf('federation', federation, federationHandlers),
  ...routesOf('login', login, {
    ...loginHandlers,
    ...ssoLoginHandlers,
    ...passwordlessHandlers,
    ...passkeyLoginHandlers,
  }),
  ...routesOf('password', password, { ...passwordHandlers, ...breachedPasswordsHandlers }),
  ...routesOf('activation', activation, activationHandlers),
  ...routesOf('invitation', invitation, invitationHandlers),
  ...routesOf('impersonation', impersonation, impersonationHandlers),
  ...routesOf('mfa', mfa, { ...mfaHandlers, ...mfaWebauthnHandlers }),
  ...routesOf('mfaLogin', mfaLogin, mfaLoginHandlers),
  ...routesOf('passkeys', passkeys, passkeysHandlers),
  ...routesOf('phoneReset', phoneReset, phoneResetHandlers),
  ...routesOf('phoneNumbers', phoneNumbers, phoneNumbersHandlers),
  ...routesOf('quickPhone', quickPhone, quickPhoneHandlers),
  ...routesOf('signUp', signUp, signUpHandlers),
  ...routesOf('stepUp', stepUp, stepUpHandlers),
  ...routesOf('policies', policies, policiesHandlers),
  ...routesOf('team', team, { ...teamHandlers, ...inviteLinkHandlers, ...temporaryUserHandlers }),
  ...routesOf('users', users, { ...usersHandlers, ...tenantTokenHandlers }),
  ...routesOf('roles', roles, rolesHandlers),
  ...routesOf('permissions', permissions, permissionsHandlers),
  ...routesOf('groups', groups, groupsHandlers),
  ...routesOf('settings', settings, settingsHandlers),
  ...routesOf('subTenants', subTenants, {
    ...subTenantHandlers,
    ...subTenantTreeHandlers,
    ...subTenantUsersHandlers,
  }),
  ...routesOf('sessions', sessions, sessionsHandlers),
  ...routesOf('sessionConfig', sessionConfig, sessionConfigHandlers),
  ...routesOf('lockoutGuard', lockoutGuard, lockoutGuardHandlers),
  ...routesOf('entitlements', entitlements, entitlementsHandlers),
  ...routesOf('members', members, membersHandlers),
  ...routesOf('memberMfa', memberMfa, memberMfaHandlers),
  ...routesOf('memberSecurity', memberSecurity, memberSecurityHandlers),
  ...routesOf('inviteChecks', inviteChecks, inviteChecksHandlers),
  ...routesOf('memberImpersonation', memberImpersonation, memberImpersonationHandlers),
  ...routesOf('inviteLinkConfiguration', inviteLinkConfiguration, inviteLinkConfigurationHandlers),
  ...routesOf('temporaryUserConfiguration', temporaryUserConfiguration, temporaryUserConfigurationHandlers),
  ...routesOf('roleList', roleList, roleListHandlers),
  ...routesOf('groupList', groupList, groupListHandlers),
  ...routesOf('subTenantTree', subTenantTree, subTenantMoveHandlers),
  ...routesOf('recordSearch', recordSearch, recordSearchHandlers),
  ...routesOf('mfaDevices', mfaDevices, mfaDevicesHandlers),
  ...routesOf('passkeyNames', passkeyNames, passkeyNamesHandlers),
  ...routesOf('accountAlias', accountAlias, accountAliasHandlers),
  ...routesOf('rememberDevice', rememberDevice, rememberDeviceHandlers),
  ...routesOf('sessionLimits', sessionLimits, sessionLimitsHandlers),
  ...routesOf('ssoInitiation', ssoInitiation, ssoInitiationHandlers),
  ...routesOf('ssoSession', ssoSession, ssoSessionHandlers),
  ...routesOf('pictures', pictures, picturesHandlers),
  ...routesOf('selfService', selfService, selfServiceHandlers),
]
