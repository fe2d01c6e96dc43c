import { expect } from 'chai'
import type { SessionLimits } from '../../contract/session-limits.ts'
import { createMemoryStorage } from '../../kernel/storage.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createIdleWatch, type IdleWarning } from './idle-watch.ts'

/** Sets up a server that keeps one session. */
const setUp = ({ idle = 900, absolute }: { idle?: number; absolute?: number } = {}) => {
  const clock = createTestClock()
  const born = clock.now()
  let activeAt = born
  let sign = () => {}
  const asked: boolean[] = []
  const notified: (IdleWarning['ending'] | 'calm' | 'over')[] = []
  const watch = createIdleWatch({
    clock,
    local: createMemoryStorage(),
    key: 'active',
    async ask(active): Promise<SessionLimits | undefined> {
      asked.push(active)
      if (active) activeAt = clock.now()
      return {
        ...(idle > 0 && { idleTimeout: idle, idleLeft: idle - (clock.now() - activeAt) / 1_000 }),
        ...(absolute && { absoluteLeft: absolute - (clock.now() - born) / 1_000 }),
      }
    },
    listen(onSign) {
      sign = onSign
      return () => {
        sign = () => {}
      }
    },
    warn: ({ ending }) => void notified.push(ending),
    calm: () => void notified.push('calm'),
    over: () => void notified.push('over'),
  })
  return { clock, asked, notified, watch, sign: () => sign(), workElsewhere: () => (activeAt = clock.now()) }
}

const MINUTE = 60_000

describe('Watching an idle session', () => {
  it('warns a minute before the end, and ends on time', async () => {
    const { clock, notified, watch } = setUp()
    await watch.start()
    await clock.advance(14 * MINUTE - 1_000)
    expect(notified).to.deep.equal([])
    await clock.advance(1_000)
    expect(notified).to.deep.equal(['idle'])
    await clock.advance(MINUTE)
    expect(notified).to.deep.equal(['idle', 'calm', 'over'])
    expect(clock.pending()).to.equal(0)
  })

  it('continues when the user chooses to stay', async () => {
    const { clock, notified, watch } = setUp()
    await watch.start()
    await clock.advance(14 * MINUTE)
    await watch.stay()
    expect(notified).to.deep.equal(['idle', 'calm'])
    await clock.advance(13 * MINUTE)
    expect(notified).to.deep.equal(['idle', 'calm'])
  })

  it('never warns an active user, and notifies the server once a minute at most', async () => {
    const { clock, asked, notified, watch, sign } = setUp()
    await watch.start()
    for (let second = 0; second < 3_600; second += 1) {
      sign()
      await clock.advance(1_000)
    }
    expect(notified).to.deep.equal([])
    const reports = asked.filter(Boolean).length
    expect(reports).to.be.within(55, 62)
  })

  it('counts the last of several quick touches', async () => {
    const { clock, notified, watch, sign } = setUp()
    await watch.start()
    sign()
    await clock.advance(30_000)
    sign()
    await clock.advance(14 * MINUTE)
    expect(notified).to.deep.equal([])
  })

  it('does not treat an accidental touch as a choice', async () => {
    const { clock, notified, watch, sign } = setUp()
    await watch.start()
    await clock.advance(14 * MINUTE)
    sign()
    await clock.advance(MINUTE)
    expect(notified).to.deep.equal(['idle', 'calm', 'over'])
  })

  it('ends the warning after activity in another tab', async () => {
    const { clock, notified, watch, workElsewhere } = setUp()
    await watch.start()
    await clock.advance(14 * MINUTE)
    workElsewhere()
    watch.otherTab()
    await clock.advance(1)
    expect(notified).to.deep.equal(['idle', 'calm'])
  })

  it('warns before an end that activity doesn’t postpone', async () => {
    const { clock, notified, watch, sign } = setUp({ absolute: 600 })
    await watch.start()
    for (let second = 0; second < 539; second += 1) {
      sign()
      await clock.advance(1_000)
    }
    expect(notified).to.deep.equal([])
    await clock.advance(2_000)
    expect(notified).to.deep.equal(['absolute'])
    await clock.advance(MINUTE)
    expect(notified.at(-1)).to.equal('over')
  })

  it('shows no warning during the first half of a short limit', async () => {
    const { clock, notified, watch } = setUp({ idle: 60 })
    await watch.start()
    await clock.advance(29_000)
    expect(notified).to.deep.equal([])
    await clock.advance(1_000)
    expect(notified).to.deep.equal(['idle'])
  })

  it('leaves no timer or listener once it is stopped', async () => {
    const { clock, asked, watch, sign } = setUp()
    await watch.start()
    watch.stop()
    sign()
    await clock.advance(60 * MINUTE)
    expect([asked.length, clock.pending()]).to.deep.equal([1, 0])
  })
})
