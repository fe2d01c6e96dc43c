import { expect } from 'chai'
import { roleOptions } from './role-options.ts'

describe('The roles of a menu', () => {
  it('are sorted by name, whatever order the API has them in', () => {
    const options = roleOptions([
      { id: '2', name: 'Viewer', description: 'Reads' },
      { id: '3', name: 'éditeur' },
      { id: '1', name: 'admin' },
    ])
    expect(options).to.deep.equal([
      { value: '1', label: 'admin' },
      { value: '3', label: 'éditeur' },
      { value: '2', label: 'Viewer', hint: 'Reads' },
    ])
  })
})
