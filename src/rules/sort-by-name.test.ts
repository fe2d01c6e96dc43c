import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sortByName } from './sort-by-name.ts'

test('records are sorted by name, whatever the case, with numbers in their order, and the given list stays as it was', () => {
  const given = [{ name: 'member' }, { name: 'Éditeur' }, { name: 'Auditor' }, { name: 'Team manager' }]
  const sorted = sortByName(given).map(({ name }) => name)
  assert.deepEqual(sorted, ['Auditor', 'Éditeur', 'member', 'Team manager'])
  const numbered = sortByName([{ name: 'Branch 10' }, { name: 'Branch 2' }, { name: 'Branch 1' }])
  assert.deepEqual(
    numbered.map(({ name }) => name),
    ['Branch 1', 'Branch 2', 'Branch 10'],
  )
  assert.equal(given[0]?.name, 'member')
})
