import { expect } from 'chai'
import { settle } from '../../testing/clock.ts'
import { createElementClass } from './element-base.ts'

const seen: unknown[] = []
const View = (props: { container: ShadowRoot; baseUrl?: string; open?: boolean }) => {
  seen.push([props.baseUrl, props.open])
  return null
}

describe('An element that a framework created before its definition arrived', () => {
  it('takes over the properties that were set early, and follows them afterwards', async () => {
    const element = document.createElement('fe-early') as HTMLElement & { baseUrl?: string; open?: boolean }
    Object.assign(element, { baseUrl: 'https://api.test', open: true })
    document.body.append(element)
    customElements.define('fe-early', createElementClass(View, { baseUrl: 'string', open: 'boolean' }))
    await settle()
    expect(Object.keys(element)).to.not.include('baseUrl')
    expect('baseUrl' in element && 'open' in element).to.equal(true)
    expect([element.getAttribute('base-url'), element.getAttribute('open')]).to.deep.equal(['https://api.test', 'true'])
    expect(seen.at(-1)).to.deep.equal(['https://api.test', true])
    element.baseUrl = 'https://other.test'
    element.open = false
    await settle()
    expect(seen.at(-1)).to.deep.equal(['https://other.test', false])
    element.remove()
  })
})
