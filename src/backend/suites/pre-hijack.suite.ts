import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { type Credentials, createCredentials } from '../../../demo-host/identity-provider/credentials.ts'
import type { Kit } from './kit.test-kit.ts'
import { isRefused, SAMPLE, whoIsIn, worksBefore } from './pre-hijack-cells.test-kit.ts'
import { WAYS } from './pre-hijack-ways.test-kit.ts'

/** An account that a stranger prepared with the email of its owner; `prove/pre-hijack.prove.ts` runs every cell. */
export const describePreHijack = (kit: () => Kit): void => {
  let idp: Credentials
  before(async () => {
    idp = await createCredentials('idp')
  })

  for (const way of Object.keys(WAYS)) {
    it(`${way} leads in until the owner proves the email`, async () => assert.ok(await worksBefore(kit(), way)))
  }

  for (const cell of SAMPLE) {
    it(`${cell.way} made by a stranger is worth nothing after ${cell.arrival}`, async () => {
      const wanted = isRefused(cell) ? { owner: false, stranger: true } : { owner: true, stranger: false }
      assert.deepEqual(await whoIsIn(kit(), cell, idp), wanted)
    })
  }
}
