import { expect } from 'chai'
import { MEMBER_SORTS } from '../../contract/users.ts'
import { canonical } from '../../parts/page-kit/page-url.ts'
import { changeListQuery } from '../../parts/record-list/list-state.ts'
import {
  DEFAULT_QUERY,
  hasFilters,
  toMembersQuery,
  toWireQuery,
  type UsersQuery,
  usersQueryCodec,
} from './users.query.ts'

const written = (query: UsersQuery): string => {
  const params = new URLSearchParams()
  usersQueryCodec.write(query, params)
  return params.toString()
}

describe('the query of the users list', () => {
  const links: [string, Partial<UsersQuery>][] = [
    ['', {}],
    ['search=ada', { search: 'ada' }],
    ['search=a+%26+b&page=3', { search: 'a & b', page: 2 }],
    ['role=r1&status=locked&factor=none', { role: 'r1', status: 'locked', factor: 'none' }],
    ['sort=lastLogin%3Aasc&size=50', { sort: 'lastLogin', order: 'ASC', size: 50 }],
  ]
  for (const [search, patch] of links)
    it(`reads and writes the deep link "${search}"`, () => {
      const query = { ...DEFAULT_QUERY, role: undefined, status: undefined, factor: undefined, ...patch }
      expect(usersQueryCodec.read(new URLSearchParams(search))).to.deep.equal(query)
      expect(written(query)).to.equal(search)
    })

  for (const odd of ['page=0', 'page=-4', 'page=x', 'size=7', 'status=unknown', 'factor=', 'sort=__proto__:up', 'sort'])
    it(`uses the default for the malformed link "${odd}"`, () => {
      expect(canonical(usersQueryCodec, [], odd)).to.equal('')
    })

  for (const sort of MEMBER_SORTS)
    it(`sorts by ${sort}, in the URL and in the call`, () => {
      const query = usersQueryCodec.read(new URLSearchParams(`sort=${sort}:asc`))
      expect(toMembersQuery(query)).to.include({ sort, order: 'ASC' })
      if (sort !== 'lastLogin') expect(toWireQuery(query)).to.include({ _sortBy: sort, _order: 'ASC' })
    })

  const deep: UsersQuery = { ...DEFAULT_QUERY, page: 4 }
  const changes: [string, Partial<UsersQuery>, number][] = [
    ['a new search', { search: 'x' }, 0],
    ['a new role', { role: 'r' }, 0],
    ['a new status', { status: 'active' }, 0],
    ['another sort', { sort: 'email' }, 0],
    ['another page size', { size: 50 }, 0],
    ['another page', { page: 2 }, 2],
  ]
  for (const [title, patch, page] of changes)
    it(`${title} leads to page ${page + 1}`, () => {
      expect(changeListQuery(deep, patch).page).to.equal(page)
    })

  it('starts with the first 20 users, by name, descending', () => {
    expect(toWireQuery(DEFAULT_QUERY)).to.deep.equal({
      _sortBy: 'name',
      _order: 'DESC',
      _offset: 0,
      _limit: 20,
      _includeSubTenants: false,
    })
  })

  it('omits empty filters from the call', () => {
    expect(toMembersQuery(DEFAULT_QUERY)).to.deep.equal({ sort: 'name', order: 'DESC', offset: 0, limit: 20 })
    expect(hasFilters(DEFAULT_QUERY)).to.equal(false)
  })

  it('sorts on the wire by a field that the wire supports', () => {
    expect(toWireQuery({ ...DEFAULT_QUERY, sort: 'lastLogin', search: 'ada' })).to.include({
      _sortBy: 'name',
      _filter: 'ada',
    })
  })
})
