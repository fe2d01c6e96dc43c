import { expect } from 'chai'
import { aRole, aUser } from '../../testing/builders.ts'
import { isBelow, type RoleChange, rolesAfter } from './users.member.ts'

const mel = aUser({ id: 'mel', roles: [aRole({ id: 'r1' }), aRole({ id: 'r2' })] })

const CHANGES: readonly [title: string, change: RoleChange, after: string[]][] = [
  ['added roles join the others', { mode: 'add', roleIds: ['r3'] }, ['r1', 'r2', 'r3']],
  ['a role that the user has already is not added again', { mode: 'add', roleIds: ['r2'] }, ['r1', 'r2']],
  ['removed roles are taken away, and the others stay', { mode: 'remove', roleIds: ['r1', 'r9'] }, ['r2']],
  ['replacing the roles leaves only the new ones', { mode: 'replace', roleIds: ['r3'] }, ['r3']],
  ['replacing the roles by none takes all away', { mode: 'replace', roleIds: [] }, []],
]

describe('the roles of a user after a change', () => {
  for (const [title, change, after] of CHANGES)
    it(title, () => {
      expect(rolesAfter(mel, change)).to.deep.equal(after)
    })
})

describe('a user of a sub-account', () => {
  it('isn’t in the viewer’s account', () => {
    const viewer = { tenantId: 'acme' }
    expect(isBelow(aUser({ tenantId: 'north' }), viewer)).to.equal(true)
    expect(isBelow(aUser({ tenantId: 'acme' }), viewer)).to.equal(false)
    expect(isBelow(aUser({ tenantId: '' }), viewer)).to.equal(false)
  })
})
