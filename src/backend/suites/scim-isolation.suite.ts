import assert from 'node:assert/strict'
import { it } from 'node:test'
import { report } from '../prove/report.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'
import { ATTEMPTS } from './scim-isolation.test-kit.ts'
import { effectsOf, prepare } from './scim-isolation-fixture.test-kit.ts'

export const describeScimIsolation = (kit: () => Kit): void => {
  it('lets a directory reach nothing beyond its own users and the rights of its administrator', async () => {
    const succeeded: string[] = []
    for (const { what, prepare: setUp, run } of ATTEMPTS) {
      await kit().reset()
      const fixture = await prepare(kit())
      await setUp?.(fixture)
      const before = await effectsOf(kit())
      const status = await run(fixture)
      const isRefused = status >= 400 || status === 0
      if (!isRefused || (await effectsOf(kit())) !== before) succeeded.push(`${what}: ${status}`)
    }
    report({
      row: 'SCIM isolation',
      wanted: `${ATTEMPTS.length} attempts of a directory beyond its rights: 0 succeed`,
      reached: `${succeeded.length} succeeded`,
      ok: succeeded.length === 0,
    })
    assert.ok(ATTEMPTS.length >= 40)
    assert.deepEqual(succeeded, [])
  })
}
