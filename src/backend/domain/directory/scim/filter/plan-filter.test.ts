import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ENTERPRISE_SCHEMA, GROUP, USER } from '../schema.ts'
import { parseFilter } from './parse-filter.ts'
import { planFilter } from './plan-filter.ts'
import { resolveFilter } from './resolve-filter.ts'

const plan = (filter: string, { type = USER, isIndexed = true } = {}) =>
  planFilter({ type, groupsByMember: new Map(), isIndexed }, resolveFilter(type, parseFilter(filter)))

/** Filters that the store evaluates alone, so that only one page of a large directory is read. */
const EXACT = [
  'userName eq "a"',
  'title eq "a"',
  'title co "a" and not (title sw "b")',
  'title ne "a"',
  'title pr',
  'title eq null',
  'nickName ew "a" or userType eq "b"',
  'phoneNumbers.value co "555"',
  'phoneNumbers[type eq "work"]',
  'emails.type eq "work"',
  'addresses.country eq "DE"',
  `${ENTERPRISE_SCHEMA}:employeeNumber eq "1"`,
  `${ENTERPRISE_SCHEMA}:manager.value eq "1"`,
]

/** Filters of which the store can evaluate only a part. */
const NARROWED = ['phoneNumbers[type eq "work" and value co "555"]', 'title eq "a" and title gt "a"']

/** Filters that require reading every resource. */
const READ = [
  'title gt "a"',
  'title eq "a\\nb"',
  'photos.value eq "https://a.test"',
  'x509Certificates eq "AA"',
  'name pr',
]

describe('The plan of a filter', () => {
  for (const filter of EXACT) {
    it(`leaves ${filter} to the store`, () => {
      const { filter: stored, isExact } = plan(filter)
      assert.deepEqual([stored !== undefined, isExact], [true, true])
    })
  }

  for (const filter of NARROWED) {
    it(`narrows ${filter} down`, () => {
      const { filter: stored, isExact } = plan(filter)
      assert.deepEqual([stored !== undefined, isExact], [true, false])
    })
  }

  for (const filter of READ) {
    it(`reads every resource for ${filter}`, () =>
      assert.deepEqual(plan(filter), { filter: undefined, isExact: false }))
  }

  it('relies on text columns only once every row has them', () => {
    assert.equal(plan('title eq "a"', { isIndexed: false }).filter, undefined)
    assert.equal(plan('title pr', { isIndexed: false }).filter, undefined)
    assert.equal(plan('userName eq "a"', { isIndexed: false }).isExact, true)
  })

  it('filters groups by their columns only', () => {
    assert.equal(plan('displayName eq "a"', { type: GROUP }).isExact, true)
    assert.equal(plan('meta.resourceType eq "Group"', { type: GROUP }).filter, undefined)
  })
})
