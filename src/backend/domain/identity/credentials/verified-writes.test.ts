import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { NEW_MEMBER, NEW_USER } from '../members/members.ts'

const BACKEND = new URL('../../../', import.meta.url)
const NOT_PRODUCT = /\.(test|prove|suite)\.ts$|\.test-kit\.ts$|^(sample|prove)\//

/** Each file that sets `verified: true`, how often, and why it doesn't skip the proof of the email. */
const REVIEWED: Readonly<Record<string, { times: number; reason: string }>> = {
  'domain/identity/accounts/email-proof.ts': {
    times: 2,
    reason: 'the proof itself, of the user and of their memberships',
  },
  'domain/sso/enter-by-sso.ts': { times: 1, reason: 'a sign-in that is let in, whatever is known of the email' },
  'domain/sso/social.ts': { times: 1, reason: 'created just in time, with an email that the provider verified' },
  'domain/directory/provisioning/directory-members.ts': {
    times: 1,
    reason: 'a new user of a domain that the account has proven',
  },
  'domain/identity/access/machine.ts': { times: 1, reason: 'an API token as a user record, which is never stored' },
  'domain/delivery/channels/recipients.ts': {
    times: 1,
    reason: 'a condition: members with an unproven email confirm first',
  },
  'domain/identity/accounts/founded-accounts.ts': {
    times: 1,
    reason: 'a condition: members whose proven email is a claim',
  },
  'domain/self-service/email-change.ts': { times: 1, reason: 'a condition: an unproven email is not changed' },
  'handlers/members.ts': { times: 2, reason: 'a filter of the users list' },
}

const MARKS = /\bverified: true\b|\bverified = true\b|\[['"]verified['"]\]/g

test('only a proof of the email, or a named creator with a vouched email, marks an email as proven', () => {
  const files = readdirSync(BACKEND, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !NOT_PRODUCT.test(file),
  )
  assert.ok(files.length > 200)
  const found = files.flatMap((file) => {
    const times = readFileSync(new URL(file, BACKEND), 'utf8').match(MARKS)?.length ?? 0
    return times > 0 ? [[file, times] as const] : []
  })
  const reviewed = Object.entries(REVIEWED).map(([file, { times }]) => [file, times] as const)
  assert.deepEqual(found.toSorted(), reviewed.toSorted())
})

test('a record of a new user or member is unverified until one of those places verifies it', () => {
  assert.deepEqual([NEW_USER.verified, NEW_MEMBER.verified], [false, false])
  for (const [file, defaults] of [
    ['domain/identity/members/members.ts', 'NEW_MEMBER'],
    ['domain/identity/team/invitations.ts', 'NEW_USER'],
  ] as const)
    assert.match(readFileSync(new URL(file, BACKEND), 'utf8'), new RegExp(`\\{\\s*\\.\\.\\.${defaults},`), file)
})
