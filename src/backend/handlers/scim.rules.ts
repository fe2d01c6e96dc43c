import type { scim } from '../../contract/scim.ts'
import type { RulesOf } from '../http/rules.ts'

export const scimRules = {
  read: { permission: null },
  create: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: { partly: 'a search by POST' },
    grants: false,
    events: ['access', 'provisioning', 'users'],
  },
  replace: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: { partly: 'the resource is the same' },
    grants: false,
    events: ['access', 'provisioning', 'users'],
  },
  modify: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: { partly: 'the patch changes nothing' },
    grants: false,
    events: ['access', 'provisioning', 'users'],
  },
  remove: {
    permission: null,
    rank: 'none',
    fresh: 'never',
    audit: 'change',
    grants: false,
    events: ['access', 'provisioning', 'users'],
  },
} satisfies RulesOf<typeof scim>
