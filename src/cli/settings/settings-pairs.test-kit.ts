import assert from 'node:assert/strict'
import { nodeRandom } from '../../backend/adapters/random.ts'
import { createSecretBox } from '../../backend/adapters/secret-box.ts'
import { readVendorFile } from '../../backend/adapters/vendor-file.ts'
import { applyVendorSettings } from '../../backend/domain/vendor-settings/apply.ts'
import { vendorFileText } from '../../backend/domain/vendor-settings/canonical.ts'
import { readStored } from '../../backend/domain/vendor-settings/stored.ts'
import type { Store } from '../../backend/store/store.ts'
import { createRandom } from '../../testing/random.ts'
import { randomSettings, randomText, secretEnvironment } from './random-settings.test-kit.ts'

export const portsFor = (store: Store) => {
  let now = 0
  const tick = () => {
    now += 1
    return now
  }
  return { store, secretBox: createSecretBox(store), random: nodeRandom, clock: { now: tick } }
}

const MISSING = /value 0\.\d+/

/**
 * Applies pairs of random files one after the other; pulling must return each of them, and applying it again must
 * change nothing.
 */
export const checkPairs = async (store: Store, pairs: number): Promise<void> => {
  const ports = portsFor(store)
  for (let seed = 0; seed < pairs; seed += 1) {
    const random = createRandom(seed)
    for (const side of ['first', 'second']) {
      const where = `pair ${seed}, ${side} file`
      const settings = randomSettings(random)
      const env = secretEnvironment(random)
      const text = randomText(random, settings)
      await applyVendorSettings(ports, readVendorFile('random', text, env))
      const rows = await store.policies.list({})
      assert.doesNotMatch(JSON.stringify(rows), MISSING, `${where}: no secret is readable in the database`)
      const stored = await readStored(ports)
      const pulled = vendorFileText(stored.settings)
      assert.deepEqual(JSON.parse(pulled), settings, where)
      for (const [path, value] of stored.secrets) assert.match(`${path} ${value}`, MISSING, where)
      for (const again of [text, pulled])
        assert.deepEqual(await applyVendorSettings(ports, readVendorFile('random', again, env)), [], where)
      assert.deepEqual(await store.policies.list({}), rows, `${where}: a second time changes nothing`)
    }
  }
}
