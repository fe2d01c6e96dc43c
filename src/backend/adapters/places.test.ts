import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { createPlaces, NoPlaceError } from './places.ts'

const SETTINGS = { atOnce: 2, queue: 10 }
const SIZE = SETTINGS.atOnce + SETTINGS.queue

describe('Places for work', () => {
  let now = 0
  beforeEach(() => {
    now = 0
  })

  const createWork = (given: Partial<typeof SETTINGS> = {}) => {
    const places = createPlaces({ ...SETTINGS, ...given, now: () => now })
    const open: { end: () => void; ended: Promise<void> }[] = []
    /** Starts work that continues until the test ends it; returns whether it got a place. */
    const begin = (network?: string): boolean => {
      let end: (() => void) | undefined
      const work = () =>
        new Promise<void>((resolve) => {
          end = resolve
        })
      const ended = places.admit(() => places.run(work), network)
      if (end) open.push({ end, ended })
      else ended.catch((error) => assert.ok(error instanceof NoPlaceError))
      return end !== undefined
    }
    const fill = (network?: string): number => {
      let begun = 0
      while (begin(network)) begun += 1
      return begun
    }
    const endNext = async (ms = 0) => {
      now += ms
      const first = open.shift()
      first?.end()
      await first?.ended
    }
    const endAll = async (ms?: number) => {
      while (open.length > 0) await endNext(ms)
    }
    return { ...places, open, begin, fill, endNext, endAll }
  }

  it('are all given to a burst, and again once nothing was refused for a second', async () => {
    const work = createWork()
    assert.equal(work.fill(), SIZE)
    await work.endAll()
    now += 999
    assert.equal(work.fill(), 2 * SETTINGS.atOnce)
    await work.endAll()
    now += 1_000
    assert.equal(work.fill(), SIZE)
  })

  it('are so few during an overload that accepted work takes three times as long as alone', async () => {
    const work = createWork()
    for (let round = 0; round < 5; round += 1) {
      work.begin()
      await work.endNext(100)
    }
    work.fill()
    // Alone, work takes 100 ms. If one ends every 50 ms, the last of six takes 300 ms.
    await work.endAll(50)
    assert.equal(work.fill(), 6)
    await work.endAll(30)
    // The mean approaches the later pace of one every 30 ms, which allows ten.
    for (let round = 0; round < 40; round += 1) {
      work.fill()
      await work.endAll(30)
    }
    assert.ok([8, 9, 10].includes(work.fill()))
  })

  it('are never more than a burst gets', async () => {
    const work = createWork()
    work.begin()
    await work.endNext(1_000)
    work.fill()
    await work.endAll(1)
    assert.equal(work.fill(), SIZE)
  })

  it('are kept for other networks during an overload, but given to one network in a burst', async () => {
    const work = createWork()
    for (let round = 0; round < 5; round += 1) {
      work.begin()
      await work.endNext(100)
    }
    assert.equal(work.fill('198.51.100.1'), SIZE)
    await work.endAll(25)
    // With all twelve places, work takes three times as long as alone, so the overload may use all of them.
    assert.equal(work.fill('198.51.100.1'), 8)
    assert.equal(work.fill('198.51.100.2'), 3)
    assert.equal(work.begin('198.51.100.1'), false)
    assert.equal(work.begin('198.51.100.3'), true)
    assert.equal(work.begin('198.51.100.4'), false)
    assert.equal(work.begin(), false)
  })

  it('keep the last one for a network that holds none, where only one works at the same time', async () => {
    const work = createWork({ atOnce: 1, queue: 4 })
    for (let round = 0; round < 5; round += 1) {
      work.begin()
      await work.endNext(100)
    }
    assert.equal(work.fill('198.51.100.1'), 5)
    await work.endAll(101)
    assert.equal(work.fill('198.51.100.1'), 1)
    assert.equal(work.begin('198.51.100.2'), true)
  })

  it('are as many when most admitted requests end before their work begins', async () => {
    const work = createWork()
    for (let round = 0; round < 5; round += 1) {
      work.begin()
      await work.endNext(100)
      for (let refused = 0; refused < 5; refused += 1) await work.admit(async () => undefined)
    }
    work.fill()
    let ended = 0
    const count = async () => {
      ended += 1
    }
    while (work.open.length > 0) {
      await work.endNext(50)
      await work.admit(count).catch((error) => assert.ok(error instanceof NoPlaceError))
    }
    assert.ok(ended > 0)
    assert.equal(work.fill(), 6)
  })

  it('can be checked before work begins, and nested work needs no place of its own', async () => {
    const work = createWork()
    for (let held = 1; held < SIZE; held += 1) work.begin()
    work.assertFree()
    const nested = await work.admit(async () => {
      work.assertFree()
      return work.run(async () => 'nested')
    })
    assert.equal(nested, 'nested')
    work.begin()
    assert.throws(() => work.assertFree(), NoPlaceError)
  })
})
