import { expect } from 'chai'
import { PAYLOADS, withHostileTexts } from '../../testing/hostile-text.ts'
import type { Backstage } from './backstage.test-kit.ts'

const AUTHENTICATION = /\/auth\/|\/oauth\/|token\/refresh|jwks/
export const createDealer = () => {
  let dealt = 0
  return { next: () => PAYLOADS[dealt++ % PAYLOADS.length] ?? '', count: () => dealt }
}

export const respondHostile = (backstage: Backstage, next: () => string) =>
  backstage.intercept(async (request, pass) => {
    if (AUTHENTICATION.test(request.url)) return undefined
    const response = await pass()
    if (!response.headers.get('content-type')?.includes('json')) return response
    const { status, headers } = response
    return Response.json(withHostileTexts(await response.json(), next), { status, headers })
  })

/** Finds elements created from a payload, whether one ran, links that would run one, and payloads shown as text. */
export const createLooker = () => {
  const texts = new Set<string>()
  const look = (root: ShadowRoot, place: string, state: string) => {
    expect(location.hash.split('?')[0], state).to.equal(`#/admin-box/${place.split('?')[0]}`)
    const fields = [...root.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)
    for (const text of [root.textContent ?? '', ...fields])
      for (const [, id] of text.matchAll(/data-evil="(p\d+)"/g)) texts.add(id ?? '')
    const elements = [...document.querySelectorAll('[data-evil]'), ...root.querySelectorAll('[data-evil]')]
    const links = [...root.querySelectorAll('a')].filter(({ protocol }) => protocol === 'javascript:')
    expect([elements.length, links.length, 'evil' in window], state).to.deep.equal([0, 0, false])
  }
  return { texts, look }
}
