import { endpoint } from '../endpoint.ts'

export interface InviteLinkConfiguration {
  tenantInvitationsAllowed: boolean
  emailsEnabled: boolean
}

export const inviteLinkConfiguration = {
  updateInviteLinkConfig: endpoint<void, Partial<InviteLinkConfiguration>, InviteLinkConfiguration>()(
    'PUT',
    '/identity/resources/fe/v1/invite-link-configuration',
  ),
}
