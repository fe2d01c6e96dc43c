import { accountAlias, accountEntry, settings } from '../../contract/accounts.ts'
import { authorization } from '../../contract/authorization.ts'
import { entitlements } from '../../contract/entitlements.ts'
import { federation } from '../../contract/federation.ts'
import { invitation } from '../../contract/invitation.ts'
import { login, quickPhone, social, ssoInitiation, ssoSession, stepUp } from '../../contract/login.ts'
import { confirmations, mfaDevices, passkeyNames, phoneNumbers, sessions } from '../../contract/me.ts'
import { metadata } from '../../contract/metadata.ts'
import { mfa, mfaLogin, passkeys, rememberDevice } from '../../contract/mfa.ts'
import { oauthServer } from '../../contract/oauth-server.ts'
import { password, phoneReset } from '../../contract/password.ts'
import { pictures } from '../../contract/pictures.ts'
import { policies } from '../../contract/policies.ts'
import { portal } from '../../contract/portal.ts'
import { permissions, roleList, roles } from '../../contract/roles.ts'
import { lockoutGuard, sessionConfig } from '../../contract/security.ts'
import { session } from '../../contract/session.ts'
import { activation, signUp } from '../../contract/sign-up.ts'
import { inviteLinkConfiguration, memberMfa, members, team, users } from '../../contract/users.ts'
import { type Route, routesOf } from '../http/router.ts'
import { accountAliasRules, accountEntryRules, settingsRules } from './accounts.rules.ts'
import { accountAliasHandlers, accountEntryHandlers } from './accounts.ts'
import { activationHandlers, invitationHandlers } from './activation.ts'
import { authorizationRules } from './authorization.rules.ts'
import { customLoginHandlers } from './custom-login.ts'
import { entitlementsRules } from './entitlements.rules.ts'
import { entitlementsHandlers } from './entitlements.ts'
import { federationRules } from './federation.rules.ts'
import { inviteLinkConfigurationHandlers, inviteLinkHandlers } from './invite-links.ts'
import { lockoutGuardHandlers } from './lockout-guard.ts'
import {
  loginRules,
  quickPhoneRules,
  socialRules,
  ssoInitiationRules,
  ssoSessionRules,
  stepUpRules,
} from './login.rules.ts'
import { loginHandlers } from './login.ts'
import { confirmationsRules, mfaDevicesRules, passkeyNamesRules, phoneNumbersRules, sessionsRules } from './me.rules.ts'
import { meHandlers, tenantTokenHandlers } from './me.ts'
import { memberMfaHandlers, membersHandlers } from './members.ts'
import { metadataRules } from './metadata.rules.ts'
import { mfaLoginRules, mfaRules, passkeysRules, rememberDeviceRules } from './mfa.rules.ts'
import { mfaDevicesHandlers, mfaHandlers, passkeyNamesHandlers, rememberDeviceHandlers } from './mfa.ts'
import { mfaLoginHandlers } from './mfa-login.ts'
import {
  confirmLogoutHandlers,
  oauthHandlers,
  oauthLogoutHandlers,
  oauthServerHandlers,
  providerHandlers,
} from './oauth.ts'
import { oauthServerRules } from './oauth-server.rules.ts'
import { passkeyLoginHandlers, passkeysHandlers } from './passkeys.ts'
import { passwordRules, phoneResetRules } from './password.rules.ts'
import { breachedPasswordsHandlers, passwordHandlers } from './password.ts'
import { passwordlessHandlers } from './passwordless.ts'
import { phoneNumbersHandlers, phoneResetHandlers, quickPhoneHandlers } from './phone-numbers.ts'
import { picturesRules } from './pictures.rules.ts'
import { picturesHandlers, profileImageHandlers } from './pictures.ts'
import { policiesRules } from './policies.rules.ts'
import { policiesHandlers } from './policies.ts'
import { portalRules } from './portal.rules.ts'
import { ipInfoHandlers, metadataHandlers, portalHandlers } from './portal.ts'
import { permissionsRules, roleListRules, rolesRules } from './roles.rules.ts'
import { permissionsHandlers, roleListHandlers, rolesHandlers } from './roles.ts'
import { lockoutGuardRules, sessionConfigRules } from './security.rules.ts'
import { sessionRules } from './session.rules.ts'
import { sessionHandlers } from './session.ts'
import { sessionConfigHandlers, sessionsHandlers } from './sessions.ts'
import { settingsHandlers } from './settings.ts'
import { activationRules, invitationRules, signUpRules } from './sign-up.rules.ts'
import { signUpHandlers } from './sign-up.ts'
import { socialHandlers } from './social.ts'
import { federationHandlers, ssoSessionHandlers } from './sso-consumer.ts'
import { ssoInitiationHandlers, ssoLoginHandlers } from './sso-login.ts'
import { confirmationsHandlers, stepUpHandlers } from './step-up.ts'
import { teamHandlers } from './team.ts'
import { temporaryUserHandlers } from './temporary-users.ts'
import { inviteLinkConfigurationRules, memberMfaRules, membersRules, teamRules, usersRules } from './users.rules.ts'
import { usersHandlers } from './users.ts'

/** Returns the routes of signing in, and of the pages about users and accounts. */
export const userRoutes = (): Route[] => [
  ...routesOf('portal', portal, portalHandlers, portalRules),
  ...routesOf('metadata', metadata, { ...metadataHandlers, ...customLoginHandlers, ...ipInfoHandlers }, metadataRules),
  ...routesOf('social', social, socialHandlers, socialRules),
  ...routesOf(
    'session',
    session,
    {
      ...sessionHandlers,
      ...meHandlers,
      ...profileImageHandlers,
      ...oauthHandlers,
      ...oauthLogoutHandlers,
    },
    sessionRules,
  ),
  ...routesOf('authorization', authorization, { ...providerHandlers, ...confirmLogoutHandlers }, authorizationRules),
  ...routesOf('oauthServer', oauthServer, oauthServerHandlers, oauthServerRules),
  ...routesOf('federation', federation, federationHandlers, federationRules),
  ...routesOf(
    'login',
    login,
    {
      ...loginHandlers,
      ...ssoLoginHandlers,
      ...passwordlessHandlers,
      ...passkeyLoginHandlers,
    },
    loginRules,
  ),
  ...routesOf('password', password, { ...passwordHandlers, ...breachedPasswordsHandlers }, passwordRules),
  ...routesOf('activation', activation, activationHandlers, activationRules),
  ...routesOf('invitation', invitation, invitationHandlers, invitationRules),
  ...routesOf('mfa', mfa, mfaHandlers, mfaRules),
  ...routesOf('mfaLogin', mfaLogin, mfaLoginHandlers, mfaLoginRules),
  ...routesOf('passkeys', passkeys, passkeysHandlers, passkeysRules),
  ...routesOf('phoneReset', phoneReset, phoneResetHandlers, phoneResetRules),
  ...routesOf('phoneNumbers', phoneNumbers, phoneNumbersHandlers, phoneNumbersRules),
  ...routesOf('quickPhone', quickPhone, quickPhoneHandlers, quickPhoneRules),
  ...routesOf('signUp', signUp, signUpHandlers, signUpRules),
  ...routesOf('stepUp', stepUp, stepUpHandlers, stepUpRules),
  ...routesOf('policies', policies, policiesHandlers, policiesRules),
  ...routesOf('team', team, { ...teamHandlers, ...inviteLinkHandlers, ...temporaryUserHandlers }, teamRules),
  ...routesOf('users', users, { ...usersHandlers, ...tenantTokenHandlers }, usersRules),
  ...routesOf('roles', roles, rolesHandlers, rolesRules),
  ...routesOf('permissions', permissions, permissionsHandlers, permissionsRules),
  ...routesOf('settings', settings, settingsHandlers, settingsRules),
  ...routesOf('sessions', sessions, sessionsHandlers, sessionsRules),
  ...routesOf('sessionConfig', sessionConfig, sessionConfigHandlers, sessionConfigRules),
  ...routesOf('lockoutGuard', lockoutGuard, lockoutGuardHandlers, lockoutGuardRules),
  ...routesOf('entitlements', entitlements, entitlementsHandlers, entitlementsRules),
  ...routesOf('members', members, membersHandlers, membersRules),
  ...routesOf('memberMfa', memberMfa, memberMfaHandlers, memberMfaRules),
  ...routesOf(
    'inviteLinkConfiguration',
    inviteLinkConfiguration,
    inviteLinkConfigurationHandlers,
    inviteLinkConfigurationRules,
  ),
  ...routesOf('roleList', roleList, roleListHandlers, roleListRules),
  ...routesOf('mfaDevices', mfaDevices, mfaDevicesHandlers, mfaDevicesRules),
  ...routesOf('accountEntry', accountEntry, accountEntryHandlers, accountEntryRules),
  ...routesOf('confirmations', confirmations, confirmationsHandlers, confirmationsRules),
  ...routesOf('passkeyNames', passkeyNames, passkeyNamesHandlers, passkeyNamesRules),
  ...routesOf('accountAlias', accountAlias, accountAliasHandlers, accountAliasRules),
  ...routesOf('rememberDevice', rememberDevice, rememberDeviceHandlers, rememberDeviceRules),
  ...routesOf('ssoInitiation', ssoInitiation, ssoInitiationHandlers, ssoInitiationRules),
  ...routesOf('ssoSession', ssoSession, ssoSessionHandlers, ssoSessionRules),
  ...routesOf('pictures', pictures, picturesHandlers, picturesRules),
]
