import { flag, object } from './schema.ts'
import { defineSetting } from './setting.ts'

export const inviteLinksSetting = defineSetting({
  kind: 'invite-links',
  default: { tenantInvitationsAllowed: true, emailsEnabled: true },
  schema: object<{ tenantInvitationsAllowed: boolean; emailsEnabled: boolean }>({
    tenantInvitationsAllowed: flag,
    emailsEnabled: flag,
  }),
})
