import { tenantDeletion } from '../../contract/accounts.ts'
import { apiTokenPolicy, apiTokens, tokensTenant, tokensUser } from '../../contract/api-tokens.ts'
import { billing, pausedSubscriptions, planChanges, publicPlans } from '../../contract/billing.ts'
import { guarantees, tokenGuarantors } from '../../contract/guarantees.ts'
import { impersonation } from '../../contract/login.ts'
import { selfService } from '../../contract/me.ts'
import { provisioning, provisioningConnections } from '../../contract/provisioning.ts'
import { reports } from '../../contract/reports.ts'
import { scim } from '../../contract/scim.ts'
import { recordSearch } from '../../contract/search.ts'
import { samlSettings } from '../../contract/sso.ts'
import { usage } from '../../contract/usage.ts'
import { memberImpersonation } from '../../contract/users.ts'
import { connectivity, messageRecipients, slackApp, webhooks } from '../../contract/webhooks.ts'
import { type Route, routesOf } from '../http/router.ts'
import { apiTokenPolicyHandlers, apiTokensHandlers } from './api-token-changes.ts'
import { apiTokenPolicyRules, apiTokensRules, tokensTenantRules, tokensUserRules } from './api-tokens.rules.ts'
import { billingRules, pausedSubscriptionsRules, planChangesRules, publicPlansRules } from './billing.rules.ts'
import { billingReadHandlers, publicPlansHandlers } from './billing.ts'
import { billingChangeHandlers, planChangesHandlers } from './billing-changes.ts'
import { channelHandlers, eventsHandlers, slackAppHandlers, slackHandlers } from './channels.ts'
import { guaranteesRules, tokenGuarantorsRules } from './guarantees.rules.ts'
import { guaranteesHandlers, pausedSubscriptionsHandlers, tokenGuarantorsHandlers } from './guarantees.ts'
import { impersonationRules, memberImpersonationRules } from './impersonation.rules.ts'
import { impersonationHandlers, memberImpersonationHandlers } from './impersonation.ts'
import { messageRecipientHandlers } from './message-recipients.ts'
import { provisioningConnectionsRules, provisioningRules } from './provisioning.rules.ts'
import { provisioningConnectionsHandlers, provisioningHandlers, scimHandlers } from './provisioning.ts'
import { recordSearchRules } from './record-search.rules.ts'
import { recordSearchHandlers } from './record-search.ts'
import { reportsRules } from './reports.rules.ts'
import { reportsHandlers } from './reports.ts'
import { samlSettingsRules } from './saml-settings.rules.ts'
import { samlSettingsHandlers } from './saml-settings.ts'
import { scimRules } from './scim.rules.ts'
import { selfServiceRules, tenantDeletionRules } from './self-service.rules.ts'
import { selfServiceHandlers, tenantDeletionHandlers } from './self-service.ts'
import { tokensTenantHandlers, tokensUserHandlers } from './tokens-tenant.ts'
import { usageRules } from './usage.rules.ts'
import { usageHandlers } from './usage.ts'
import { connectivityRules, messageRecipientsRules, slackAppRules, webhooksRules } from './webhooks.rules.ts'
import { webhookHandlers, webhooksHandlers } from './webhooks.ts'

/**
 * Returns the routes that connect an account with other systems, of billing, of users' own settings, of the search,
 * and of the end of an account. Preview loads these handlers after those of `administration-routes.ts`.
 */
export const integrationRoutes = (): Route[] => [
  ...routesOf('impersonation', impersonation, impersonationHandlers, impersonationRules),
  ...routesOf('memberImpersonation', memberImpersonation, memberImpersonationHandlers, memberImpersonationRules),
  ...routesOf('tokensUser', tokensUser, tokensUserHandlers, tokensUserRules),
  ...routesOf('tokensTenant', tokensTenant, tokensTenantHandlers, tokensTenantRules),
  ...routesOf('apiTokens', apiTokens, apiTokensHandlers, apiTokensRules),
  ...routesOf('apiTokenPolicy', apiTokenPolicy, apiTokenPolicyHandlers, apiTokenPolicyRules),
  ...routesOf('tokenGuarantors', tokenGuarantors, tokenGuarantorsHandlers, tokenGuarantorsRules),
  ...routesOf('pausedSubscriptions', pausedSubscriptions, pausedSubscriptionsHandlers, pausedSubscriptionsRules),
  ...routesOf(
    'connectivity',
    connectivity,
    {
      ...webhookHandlers,
      ...eventsHandlers,
      ...channelHandlers,
      ...slackHandlers,
    },
    connectivityRules,
  ),
  ...routesOf('guarantees', guarantees, guaranteesHandlers, guaranteesRules),
  ...routesOf('messageRecipients', messageRecipients, messageRecipientHandlers, messageRecipientsRules),
  ...routesOf('slackApp', slackApp, slackAppHandlers, slackAppRules),
  ...routesOf('webhooks', webhooks, webhooksHandlers, webhooksRules),
  ...routesOf('recordSearch', recordSearch, recordSearchHandlers, recordSearchRules),
  ...routesOf('reports', reports, reportsHandlers, reportsRules),
  ...routesOf('provisioning', provisioning, provisioningHandlers, provisioningRules),
  ...routesOf(
    'provisioningConnections',
    provisioningConnections,
    provisioningConnectionsHandlers,
    provisioningConnectionsRules,
  ),
  ...routesOf('scim', scim, scimHandlers, scimRules),
  ...routesOf('planChanges', planChanges, planChangesHandlers, planChangesRules),
  ...routesOf('publicPlans', publicPlans, publicPlansHandlers, publicPlansRules),
  ...routesOf('billing', billing, { ...billingReadHandlers, ...billingChangeHandlers }, billingRules),
  ...routesOf('tenantDeletion', tenantDeletion, tenantDeletionHandlers, tenantDeletionRules),
  ...routesOf('usage', usage, usageHandlers, usageRules),
  ...routesOf('selfService', selfService, selfServiceHandlers, selfServiceRules),
  // Few connections need more than the setup that `administration-routes.ts` serves.
  ...routesOf('samlSettings', samlSettings, samlSettingsHandlers, samlSettingsRules),
]
