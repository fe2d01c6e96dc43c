import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MemberStanding, type MemberStatus, memberStatus } from './member-status.ts'

const until = '2030-01-01T00:00:00.000Z'
const table: [string, MemberStanding, MemberStatus][] = [
  ['a verified and activated user is active', { verified: true, activatedForTenant: true }, 'active'],
  ['a user of an older backend without flags is active', {}, 'active'],
  ['a user who has not accepted is invited', { verified: false, activatedForTenant: false }, 'invited'],
  [
    'an invited user with an end date is still invited',
    { activatedForTenant: false, temporaryExpirationDate: until },
    'invited',
  ],
  ['an unproven address shows as not verified', { verified: false, activatedForTenant: true }, 'unverified'],
  ['a user with an end date is temporary', { verified: true, temporaryExpirationDate: until }, 'temporary'],
  ['a deactivated user is shown as such, whatever else holds', { deactivated: true, isLocked: true }, 'deactivated'],
  ['a lockout is shown before everything else', { isLocked: true, activatedForTenant: false }, 'locked'],
]

for (const [title, member, status] of table) test(title, () => assert.equal(memberStatus(member), status))
