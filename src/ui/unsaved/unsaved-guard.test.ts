import { expect } from 'chai'
import { createUnsavedGuard } from './unsaved-guard.ts'

const counted = () => {
  const count = { calls: 0, call: () => void count.calls++ }
  return count
}

describe('unsaved changes', () => {
  it('let the user leave at once when there are none', () => {
    const guard = createUnsavedGuard()
    const go = counted()
    guard.leave(go.call)
    expect(go.calls).to.equal(1)
    expect(guard.pending()).to.equal(undefined)
  })

  it('are discarded only after the user agreed, and the navigation continues', () => {
    const guard = createUnsavedGuard()
    const [go, discard, sent] = [counted(), counted(), counted()]
    guard.subscribe(sent.call)
    guard.declare(discard.call)
    guard.leave(go.call)
    expect([go.calls, discard.calls, sent.calls]).to.deep.equal([0, 0, 1])
    guard.decide('discard')
    expect([go.calls, discard.calls, guard.isDirty()]).to.deep.equal([1, 1, false])
  })

  it('stay when the user keeps editing', () => {
    const guard = createUnsavedGuard()
    const [go, discard] = [counted(), counted()]
    guard.declare(discard.call)
    guard.leave(go.call)
    guard.decide('stay')
    expect([go.calls, discard.calls, guard.isDirty()]).to.deep.equal([0, 0, true])
    expect(guard.pending()).to.equal(undefined)
  })

  it('of two forms cause a confirmation until both are saved', () => {
    const guard = createUnsavedGuard()
    const go = counted()
    const [one, two] = [guard.declare(() => {}), guard.declare(() => {})]
    one()
    guard.leave(go.call)
    expect(go.calls).to.equal(0)
    guard.decide('stay')
    two()
    guard.leave(go.call)
    expect(go.calls).to.equal(1)
  })
})
