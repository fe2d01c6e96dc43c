import { expect } from 'chai'
import { METHODS_HEIGHT, reservedMethods } from './methods-height.ts'

describe('The space reserved for sign-in methods', () => {
  for (const [kept, rows] of [
    [undefined, 5],
    ['112', 2],
    ['-112', 0],
    ['1e9', 9],
    ['tall', 0],
  ] as const)
    it(`has ${rows} rows if ${kept === undefined ? 'no height' : `the height ${kept}`} is stored`, () => {
      const local = { get: (key: string) => (key === METHODS_HEIGHT ? kept : undefined) }
      expect(reservedMethods(local).rows).to.equal(rows)
    })
})
