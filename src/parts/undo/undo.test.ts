import { expect } from 'chai'
import { createTestClock } from '../../testing/clock.ts'
import { createUndoQueue } from './undo.ts'

const setUp = () => {
  const clock = createTestClock()
  const page = new EventTarget()
  const queue = createUndoQueue(clock, page as unknown as Window)
  const said: string[] = []
  const add = (name: string) =>
    queue.add({
      commit: async ({ keepalive }) => void said.push(`${name} for good${keepalive ? ', last words' : ''}`),
      undo: () => void said.push(`${name} back`),
    })
  return { clock, page, queue, said, add }
}

describe('undoing a removal', () => {
  it('either becomes permanent once or is undone', async () => {
    const { queue, said, add } = setUp()
    const [ann, ben] = [add('Ann'), add('Ben')]
    queue.undo(ann)
    await queue.commit(ann)
    await queue.commit(ben)
    queue.undo(ben)
    await queue.commit(ben)
    expect(said).to.deep.equal(['Ann back', 'Ben for good'])
  })

  it('ends when the tab closes, and everything that is still waiting is sent', () => {
    const { page, queue, said, add } = setUp()
    add('Ann')
    queue.undo(add('Ben'))
    add('Cem')
    page.dispatchEvent(new Event('pagehide'))
    page.dispatchEvent(new Event('pagehide'))
    expect(said).to.deep.equal(['Ben back', 'Ann for good, last words', 'Cem for good, last words'])
  })

  it('ends by itself when no toast runs its timer', async () => {
    const { clock, said, add } = setUp()
    add('Ann')
    await clock.advance(59_000)
    expect(said).to.deep.equal([])
    await clock.advance(1_000)
    expect(said).to.deep.equal(['Ann for good'])
    expect(clock.pending()).to.equal(0)
  })

  it('is over for everything when the page of the portal is left', () => {
    const { queue, said, add } = setUp()
    add('Ann')
    add('Ben')
    queue.commitAll()
    expect(said).to.deep.equal(['Ann for good', 'Ben for good'])
  })
})
