import { expect } from 'chai'
import { maxHeightBeside } from './use-popover.ts'

describe('the room a list has beside its box', () => {
  it('is what is above the buttons of its dialog, or above the box when that is too little to read', () => {
    expect(maxHeightBeside({ top: 300, bottom: 336 }, 600, 280)).to.equal(250)
    expect(maxHeightBeside({ top: 100, bottom: 136 }, 350, 280)).to.equal(200)
    expect(maxHeightBeside({ top: 260, bottom: 296 }, 350, 280)).to.equal(246)
  })

  it('is never too small to read', () => {
    expect(maxHeightBeside({ top: 20, bottom: 56 }, 90, 280)).to.equal(96)
  })
})
