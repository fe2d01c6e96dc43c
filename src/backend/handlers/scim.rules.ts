import type { scim } from '../../contract/scim.ts'
import { NEEDS_NO_RIGHTS, type RulesOf } from '../http/rules.ts'

export const scimRules = {
  read: { permission: null },
  create: { ...NEEDS_NO_RIGHTS, audit: { partly: 'a search by POST' }, events: ['access', 'provisioning', 'users'] },
  replace: {
    ...NEEDS_NO_RIGHTS,
    audit: { partly: 'the resource is the same' },
    events: ['access', 'provisioning', 'users'],
  },
  modify: {
    ...NEEDS_NO_RIGHTS,
    audit: { partly: 'the patch changes nothing' },
    events: ['access', 'provisioning', 'users'],
  },
  remove: { ...NEEDS_NO_RIGHTS, audit: 'change', events: ['access', 'provisioning', 'users'] },
} satisfies RulesOf<typeof scim>
