import { expect } from 'chai'
import { aRole, aUser } from '../../testing/builders.ts'
import { isBelow, type RoleChange, rolesAfter } from './users.member.ts'

const mel = aUser({ id: 'mel', roles: [aRole({ id: 'r1' }), aRole({ id: 'r2' })] })

const CHANGES: readonly [title: string, change: RoleChange, after: string[]][] = [
  ['added roles come to the others', { mode: 'add', roleIds: ['r3'] }, ['r1', 'r2', 'r3']],
  ['a role that is there already is added once', { mode: 'add', roleIds: ['r2'] }, ['r1', 'r2']],
  ['removed roles go, the others stay', { mode: 'remove', roleIds: ['r1', 'r9'] }, ['r2']],
  ['replaced roles are all there are', { mode: 'replace', roleIds: ['r3'] }, ['r3']],
  ['nothing in place of them clears them', { mode: 'replace', roleIds: [] }, []],
]

describe('the roles of a user after a change', () => {
  for (const [title, change, after] of CHANGES)
    it(title, () => {
      expect(rolesAfter(mel, change)).to.deep.equal(after)
    })
})

describe('a user of a sub-account', () => {
  it('belongs to another account than the viewer’s', () => {
    const viewer = { tenantId: 'acme' }
    expect(isBelow(aUser({ tenantId: 'north' }), viewer)).to.equal(true)
    expect(isBelow(aUser({ tenantId: 'acme' }), viewer)).to.equal(false)
    expect(isBelow(aUser({ tenantId: '' }), viewer)).to.equal(false)
  })
})
