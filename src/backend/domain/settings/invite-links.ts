import { fields, flag } from './checks.ts'
import { defineSetting } from './setting.ts'

export const inviteLinksSetting = defineSetting({
  kind: 'invite-links',
  default: { tenantInvitationsAllowed: true, emailsEnabled: true },
  parse: fields<{ tenantInvitationsAllowed: boolean; emailsEnabled: boolean }>({
    tenantInvitationsAllowed: flag,
    emailsEnabled: flag,
  }),
})
