import { expect } from 'chai'
import {
  changeQuery,
  DEFAULT_QUERY,
  hasFilters,
  queryFromSearch,
  searchFromQuery,
  toMembersQuery,
  toWireQuery,
  type UsersQuery,
} from './users.query.ts'

describe('the question a users list answers', () => {
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
      expect(queryFromSearch(search)).to.deep.equal(query)
      expect(searchFromQuery(query)).to.equal(search)
    })

  for (const odd of ['page=0', 'page=-4', 'page=x', 'size=7', 'status=nobody', 'factor=', 'sort=__proto__:up', 'sort'])
    it(`takes the default for the odd link "${odd}"`, () => {
      expect(searchFromQuery(queryFromSearch(odd))).to.equal('')
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
      expect(changeQuery(deep, patch).page).to.equal(page)
    })

  it('starts by 20, from the first, by name and descending', () => {
    expect(toWireQuery(DEFAULT_QUERY)).to.deep.equal({
      _sortBy: 'name',
      _order: 'DESC',
      _offset: 0,
      _limit: 20,
      _includeSubTenants: false,
    })
  })

  it('leaves empty filters out of the call', () => {
    expect(toMembersQuery(DEFAULT_QUERY)).to.deep.equal({ sort: 'name', order: 'DESC', offset: 0, limit: 20 })
    expect(hasFilters(DEFAULT_QUERY)).to.equal(false)
  })

  it('asks the wire for a sort it knows', () => {
    expect(toWireQuery({ ...DEFAULT_QUERY, sort: 'lastLogin', search: 'ada' })).to.include({
      _sortBy: 'name',
      _filter: 'ada',
    })
  })
})
