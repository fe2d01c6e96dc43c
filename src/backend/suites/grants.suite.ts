import assert from 'node:assert/strict'
import { it } from 'node:test'
import { attempt, LACKING } from './grant-callers.test-kit.ts'
import { GRANTS } from './grants.test-kit.ts'
import type { Kit } from './kit.test-kit.ts'

export const describeGrants = (kit: () => Kit): void => {
  it('refuses every granting call of a caller who lacks what it grants', async () => {
    for (const grant of kit().sample(GRANTS, 3)) {
      const outcome = await attempt(kit(), grant, LACKING['with the permission of the call alone'])
      assert.deepEqual(outcome, { status: 403, hasChanged: false }, grant.operation)
    }
  })
}
