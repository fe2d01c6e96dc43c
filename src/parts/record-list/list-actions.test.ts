import { expect } from 'chai'
import { HttpError } from '../../kernel/errors.ts'
import { createListActions } from './list-actions.ts'
import { emptyList, type ListQuery, type ListState } from './list-state.ts'

const QUERY: ListQuery = { search: '', page: 0, size: 20, sort: 'name', order: 'ASC' }

/** Returns to whom a list was refused, by the error of its call. */
const refusedBy = async (error: Error) => {
  let list: ListState<{ id: string }> = emptyList(QUERY)
  const actions = createListActions({
    get: () => list,
    put: (change) => {
      list = change(list)
    },
    fetchPage: () => Promise.reject(error),
  })
  await actions.reload()
  return list.refused
}

describe('a list that is refused', () => {
  it('is refused to the user only when a permission is missing', async () => {
    const refusal = (body: object) => new HttpError('No', 403, undefined, { errors: ['No'], ...body })
    expect(await refusedBy(refusal({}))).to.equal('user')
    expect(await refusedBy(refusal({ code: 'forbidden' }))).to.equal('user')
    expect(await refusedBy(refusal({ code: 'of-another-backend' }))).to.equal('user')
    expect(await refusedBy(refusal({ code: 'suspended' }))).to.equal(undefined)
    expect(await refusedBy(refusal({ code: 'ip-address', reason: 'ip-address' }))).to.equal('network')
  })
})
