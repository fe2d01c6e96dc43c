import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from './limits.ts'

const cases: readonly [ipAddress: string, network: string][] = [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unix socket', 'unix socket'],
]

for (const [ipAddress, network] of cases) {
  test(`${ipAddress} counts as ${network}`, () => assert.equal(networkOf(ipAddress), network))
}
