import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ScimObject } from '../../provisioning/directory-facts.ts'
import { GROUP, type ResourceType, USER } from '../schema.ts'
import { applyPatch, readPatch } from './apply-patch.ts'

const SCHEMAS = ['urn:ietf:params:scim:api:messages:2.0:PatchOp']

const patched = (type: ResourceType, resource: ScimObject, operations: readonly object[]) =>
  applyPatch(type, resource, readPatch({ schemas: SCHEMAS, Operations: operations }))

const list = <Item>(length: number, item: (at: number) => Item): Item[] => Array.from({ length }, (_, at) => item(at))
const emails = (length: number, name = '') => list(length, (at) => ({ value: `${name}${at}@company.test` }))
const members = (length: number) => list(length, (at) => ({ value: String(at) }))
const lengthOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0)

/** A request blocks all others while its operations are applied. */
describe('The cost of one PATCH of a directory', () => {
  // This takes minutes if each new member is compared with each of the others.
  it('adds 100,000 members, of whom half are members already', { timeout: 30_000 }, () => {
    const group = { displayName: 'All', members: members(50_000) }
    const after = patched(GROUP, group, [{ op: 'add', path: 'members', value: members(100_000) }])
    assert.equal(lengthOf(after.members), 100_000)
  })

  it('keeps the values of an attribute limited, over all operations and over several requests', () => {
    const operations = list(100, (at) => ({ op: 'add', path: 'emails', value: emails(90, `${at}.`) }))
    assert.throws(() => patched(USER, { userName: 'ada' }, operations), /emails must be a shorter list/)
    const full = patched(USER, { userName: 'ada' }, [{ op: 'add', path: 'emails', value: emails(1_000) }])
    const one = { op: 'add', path: 'emails', value: emails(1, 'more.') }
    assert.throws(() => patched(USER, full, [one]), /emails must be a shorter list/)
    assert.equal(lengthOf(patched(USER, full, [{ ...one, value: emails(1) }]).emails), 1_000)
  })

  it('refuses more operations than fit the number of values, with and without paths', () => {
    const user = { userName: 'ada', emails: emails(900) }
    const pathOf = (at: number) => `emails[value eq "${at}@company.test"].display`
    const operations = list(900, (at) => ({ op: 'replace', path: pathOf(at), value: 'Ada' }))
    assert.throws(() => patched(USER, user, operations), /too many/)
    const value = Object.fromEntries(list(900, (at) => [pathOf(at), 'Ada']))
    assert.throws(() => patched(USER, user, [{ op: 'replace', value }]), /too many/)
    const few = patched(USER, user, operations.slice(0, 200))
    assert.deepEqual((few.emails as { display?: string }[]).filter(({ display }) => display === 'Ada').length, 200)
  })

  it('refuses a path with more than ten conditions', () => {
    const path = (conditions: number) => `members[${list(conditions, (at) => `value eq "${at}"`).join(' or ')}]`
    const group = { displayName: 'All', members: members(20) }
    assert.equal(lengthOf(patched(GROUP, group, [{ op: 'remove', path: path(10) }]).members), 10)
    assert.throws(() => patched(GROUP, group, [{ op: 'remove', path: path(11) }]), /names no attribute/)
  })
})
