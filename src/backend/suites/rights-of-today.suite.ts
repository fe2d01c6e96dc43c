import assert from 'node:assert/strict'
import { it } from 'node:test'
import { report } from '../prove/report.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { LASTING, LEAVES, plantGuarantor, setGuarantorKeys, TAKEN } from './lasting.test-kit.ts'

interface Figures {
  tries: number
  beyond: string[]
  stopped: string[]
}

/** Tests that everything lasting in an account can do at most what its guarantor may do at the moment. */
export const describeRightsOfToday = (kit: () => Kit): void => {
  const figures: Figures = { tries: 0, beyond: [], stopped: [] }

  /** Adds the results of one test to the figures, and fails the test if there are problems. */
  const conclude = ({ tries, beyond, stopped }: Figures): void => {
    figures.tries += tries
    figures.beyond.push(...beyond)
    figures.stopped.push(...stopped)
    assert.deepEqual([beyond, stopped], [[], []])
  }

  for (const { what, plant, acts, serves } of LASTING) {
    it(`removes each permission from ${what} as soon as its guarantor loses it`, async () => {
      await plantGuarantor(kit())
      await plant(kit())
      const own: Figures = { tries: 0, beyond: [], stopped: [] }
      let attempt = 0
      for (const key of kit().sample(TAKEN, 4)) {
        attempt += 1
        assert.equal(await acts(kit(), key, attempt), true, `${key} while the guarantor holds it`)
        await setGuarantorKeys(kit(), [...TAKEN.filter((one) => one !== key), 'fe.secure.read.userApiTokens'])
        own.tries += 1
        attempt += 1
        if (await acts(kit(), key, attempt)) own.beyond.push(`${what}: ${key}`)
        if (!(await serves(kit(), attempt))) own.stopped.push(`${what}: ${key}`)
        await setGuarantorKeys(kit(), [...TAKEN, 'fe.secure.read.userApiTokens'])
      }
      conclude(own)
    })

    for (const [how, leave] of Object.entries(LEAVES)) {
      it(`grants no permission and stops no ordinary user through ${what} whose guarantor ${how}`, async () => {
        await plantGuarantor(kit())
        await plant(kit())
        await leave(kit())
        const own: Figures = { tries: 1, beyond: [], stopped: [] }
        for (const [at, key] of kit().sample(TAKEN, 6).entries()) {
          if (await acts(kit(), key, at)) own.beyond.push(`${what} whose guarantor ${how}: ${key}`)
        }
        if (!(await serves(kit(), 0))) own.stopped.push(`${what} whose guarantor ${how}`)
        conclude(own)
      })
    }
  }

  it('was tested with every kind and every permission of its guarantor', () => {
    const { tries, beyond, stopped } = figures
    report({
      row: 69,
      wanted: `each permission of a guarantor taken away, for ${LASTING.length} ways to act: nothing beyond the rights of today, no ordinary user stopped`,
      reached: `${tries} tries, ${beyond.length} beyond, ${stopped.length} ordinary users stopped`,
      ok: tries > 0 && beyond.length + stopped.length === 0,
    })
    assert.ok(tries > 0)
  })
}
