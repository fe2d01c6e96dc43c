import { expect } from 'chai'
import { createMemoryStorage } from '../../kernel/storage.ts'
import { rememberedOrder } from './remembered-order.ts'

const FIRST = { sort: 'name', order: 'DESC' } as const

describe('the order a user chose for a list', () => {
  it('is applied on the next visit, unless the URL has one', () => {
    const order = rememberedOrder(createMemoryStorage(), 'users')
    expect(order.addTo('search=ada')).to.equal('search=ada')
    order.keep({ sort: 'createdAt', order: 'ASC' }, FIRST)
    expect(order.addTo('search=ada')).to.equal('search=ada&sort=createdAt%3Aasc')
    expect(order.addTo('sort=email:asc')).to.equal('sort=email:asc')
  })

  it('is forgotten when they return to the first order', () => {
    const order = rememberedOrder(createMemoryStorage(), 'users')
    order.keep({ sort: 'createdAt', order: 'ASC' }, FIRST)
    order.keep(FIRST, FIRST)
    expect(order.addTo('')).to.equal('')
  })

  it('is remembered for each list by itself', () => {
    const local = createMemoryStorage()
    rememberedOrder(local, 'users').keep({ sort: 'email', order: 'ASC' }, FIRST)
    expect(rememberedOrder(local, 'groups').addTo('')).to.equal('')
  })
})
