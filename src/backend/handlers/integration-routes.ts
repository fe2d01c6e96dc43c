import { apiTokens } from '../../contract/additions/api-tokens.ts'
import { messageRecipients } from '../../contract/additions/message-recipients.ts'
import { provisioningConnections } from '../../contract/additions/provisioning-connections.ts'
import { slackApp } from '../../contract/additions/slack-app.ts'
import { webhooks } from '../../contract/additions/webhooks.ts'
import { connectivity } from '../../contract/connectivity.ts'
import { provisioning } from '../../contract/provisioning.ts'
import { reports } from '../../contract/reports.ts'
import { scim } from '../../contract/scim.ts'
import { tokensTenant } from '../../contract/tokens-tenant.ts'
import { tokensUser } from '../../contract/tokens-user.ts'
import { type Route, routesOf } from '../http/router.ts'
import { apiTokensHandlers } from './api-token-changes.ts'
import { channelHandlers } from './channels.ts'
import { eventsHandlers } from './events.ts'
import { messageRecipientHandlers } from './message-recipients.ts'
import { provisioningConnectionsHandlers, provisioningHandlers } from './provisioning.ts'
import { reportsHandlers } from './reports.ts'
import { scimHandlers } from './scim.ts'
import { slackAppHandlers, slackHandlers } from './slack.ts'
import { tokensTenantHandlers } from './tokens-tenant.ts'
import { tokensUserHandlers } from './tokens-user.ts'
import { webhookHandlers, webhooksHandlers } from './webhooks.ts'

/** What connects an account with other systems: preview loads these handlers after those of `administration-routes.ts`. */
export const integrationRoutes = (): Route[] => [
  ...routesOf('tokensUser', tokensUser, tokensUserHandlers),
  ...routesOf('tokensTenant', tokensTenant, tokensTenantHandlers),
  ...routesOf('apiTokens', apiTokens, apiTokensHandlers),
  ...routesOf('connectivity', connectivity, {
    ...webhookHandlers,
    ...eventsHandlers,
    ...channelHandlers,
    ...slackHandlers,
  }),
  ...routesOf('messageRecipients', messageRecipients, messageRecipientHandlers),
  ...routesOf('slackApp', slackApp, slackAppHandlers),
  ...routesOf('webhooks', webhooks, webhooksHandlers),
  ...routesOf('reports', reports, reportsHandlers),
  ...routesOf('provisioning', provisioning, provisioningHandlers),
  ...routesOf('provisioningConnections', provisioningConnections, provisioningConnectionsHandlers),
  ...routesOf('scim', scim, scimHandlers),
]
