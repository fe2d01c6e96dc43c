import { activation } from '../../contract/activation.ts'
import { additions } from '../../contract/additions.ts'
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
import { ssoSaml } from '../../contract/sso-saml.ts'
import { stepUp } from '../../contract/step-up.ts'
import { subTenants } from '../../contract/sub-tenants.ts'
import { team } from '../../contract/team.ts'
import { tokensTenant } from '../../contract/tokens-tenant.ts'
import { tokensUser } from '../../contract/tokens-user.ts'
import { users } from '../../contract/users.ts'
import { type Route, routesOf } from '../http/router.ts'
import { activationHandlers, invitationHandlers } from './activation.ts'
import { additionsHandlers } from './additions.ts'
import { customLoginHandlers } from './custom-login.ts'
import { entitlementsHandlers } from './entitlements.ts'
import { findHandlers } from './find.ts'
import { groupAdditions, groupsHandlers } from './groups.ts'
import { impersonationAdditions, impersonationHandlers } from './impersonation.ts'
import { inviteCheckAdditions } from './invite-checks.ts'
import { inviteLinkAdditions, inviteLinkHandlers } from './invite-links.ts'
import { linkOwnerHandlers } from './link-owner.ts'
import { loginHandlers } from './login.ts'
import { machineHandlers } from './machine.ts'
import { meHandlers, tenantTokenHandlers } from './me.ts'
import { mfaAdditions, mfaHandlers } from './mfa.ts'
import { mfaDeviceHandlers } from './mfa-devices.ts'
import { mfaLoginHandlers } from './mfa-login.ts'
import { mfaWebauthnHandlers } from './mfa-webauthn.ts'
import { oauthHandlers, providerHandlers } from './oauth.ts'
import { confirmLogoutHandlers, oauthLogoutHandlers } from './oauth-logout.ts'
import { passkeyLoginHandlers, passkeysHandlers } from './passkeys.ts'
import { passwordHandlers } from './password.ts'
import { passwordlessHandlers } from './passwordless.ts'
import { phoneNumbersHandlers } from './phone-numbers.ts'
import { phoneResetHandlers } from './phone-reset.ts'
import { pictureHandlers, profileImageHandlers } from './pictures.ts'
import { policiesHandlers } from './policies.ts'
import { metadataHandlers, portalHandlers, ssoSamlHandlers } from './portal.ts'
import { quickPhoneHandlers } from './quick-phone.ts'
import { permissionsHandlers, roleAdditions, rolesHandlers } from './roles.ts'
import { sessionHandlers } from './session.ts'
import { sessionConfigHandlers } from './session-config.ts'
import { sessionLimitsHandlers, sessionsHandlers } from './sessions.ts'
import { settingsHandlers } from './settings.ts'
import { signUpHandlers } from './sign-up.ts'
import { socialHandlers } from './social.ts'
import { federationHandlers } from './sso-consumer.ts'
import { ssoAdditions, ssoLoginHandlers } from './sso-login.ts'
import { stepUpHandlers } from './step-up.ts'
import { subTenantTreeHandlers } from './sub-tenant-tree.ts'
import { subTenantUsersHandlers } from './sub-tenant-users.ts'
import { subTenantAdditions, subTenantHandlers } from './sub-tenants.ts'
import { teamHandlers } from './team.ts'
import { temporaryUserAdditions, temporaryUserHandlers } from './temporary-users.ts'
import { tokensTenantHandlers } from './tokens-tenant.ts'
import { tokensUserHandlers } from './tokens-user.ts'
import { usersHandlers } from './users.ts'

/** Every operation that is answered; all others are 404. */
export const allRoutes = (): Route[] => [
  ...routesOf('portal', portal, portalHandlers),
  ...routesOf('metadata', metadata, { ...metadataHandlers, ...customLoginHandlers }),
  ...routesOf('social', social, socialHandlers),
  ...routesOf('ssoSaml', ssoSaml, ssoSamlHandlers),
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
  ...routesOf('password', password, passwordHandlers),
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
  ...routesOf('tokensUser', tokensUser, tokensUserHandlers),
  ...routesOf('tokensTenant', tokensTenant, tokensTenantHandlers),
  ...routesOf('sessions', sessions, sessionsHandlers),
  ...routesOf('sessionConfig', sessionConfig, sessionConfigHandlers),
  ...routesOf('entitlements', entitlements, entitlementsHandlers),
  ...routesOf('additions', additions, {
    ...additionsHandlers,
    ...linkOwnerHandlers,
    ...ssoAdditions,
    ...impersonationAdditions,
    ...machineHandlers,
    ...subTenantAdditions,
    ...findHandlers,
    ...roleAdditions,
    ...groupAdditions,
    ...inviteLinkAdditions,
    ...temporaryUserAdditions,
    ...inviteCheckAdditions,
    ...pictureHandlers,
    ...mfaDeviceHandlers,
    ...mfaAdditions,
    ...sessionLimitsHandlers,
  }),
]
