import { expect } from 'chai'
import { reservedWays, WAYS_HEIGHT } from './ways-height.ts'

describe('The space reserved for sign-in methods', () => {
  for (const [kept, rows] of [
    [undefined, 5],
    ['112', 2],
    ['-112', 0],
    ['1e9', 9],
    ['tall', 0],
  ] as const)
    it(`has ${rows} rows if ${kept === undefined ? 'no height' : `the height ${kept}`} is stored`, () => {
      const local = { get: (key: string) => (key === WAYS_HEIGHT ? kept : undefined) }
      expect(reservedWays(local).rows).to.equal(rows)
    })
})
