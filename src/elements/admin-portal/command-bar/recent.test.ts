import { expect } from 'chai'
import { createMemoryStorage, RECENT_KEY } from '../../../kernel/storage.ts'
import { noteRecent, type RecentItem, recentsOf } from './recent.ts'

const ADA = { userId: 'ada', tenantId: 'acme' }
const role = (id: string): RecentItem => ({ kind: 'roles', id, name: `Role ${id}` })

describe('what a user opened from the command bar', () => {
  it('is kept newest first, each once, five at most', () => {
    const local = createMemoryStorage()
    for (const id of ['1', '2', '3', '4', '5', '6', '3']) noteRecent(local, ADA, role(id))
    expect(recentsOf(local, ADA).map(({ id }) => id)).to.deep.equal(['3', '6', '5', '4', '2'])
  })

  it('is stored by account, and replaced when another user opens something', () => {
    const local = createMemoryStorage()
    noteRecent(local, ADA, role('1'))
    noteRecent(local, { ...ADA, tenantId: 'globex' }, role('2'))
    expect(recentsOf(local, ADA)).to.deep.equal([role('1')])
    expect(recentsOf(local, { userId: 'mel', tenantId: 'acme' })).to.deep.equal([])
    noteRecent(local, { userId: 'mel', tenantId: 'acme' }, role('3'))
    expect(local.get(RECENT_KEY)).not.to.contain('Role 1')
    expect(recentsOf(local, ADA)).to.deep.equal([])
  })

  it('is empty if the storage contains other data', () => {
    const local = createMemoryStorage()
    const malformed = [
      'x',
      '[]',
      '{"userId":"ada","accounts":{"acme":[{"kind":"roles","id":1},{"kind":"x","id":"1","name":"y"},null]}}',
      '{"userId":"ada","accounts":{"acme":{"length":1}}}',
    ]
    for (const text of malformed) {
      local.set(RECENT_KEY, text)
      expect(recentsOf(local, ADA)).to.deep.equal([])
    }
  })
})
