import { expect } from 'chai'
import { runnerCommand } from './runner-command.ts'

const isReduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches

describe('A page of browser tests', () => {
  it('has reduced motion, also after a test has emulated another medium', async () => {
    expect(isReduced()).to.equal(true)
    await runnerCommand('emulate-media', { media: 'print' })
    await runnerCommand('emulate-media', { media: 'screen' })
    expect(isReduced()).to.equal(true)
  })
})
