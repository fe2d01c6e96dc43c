import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createClientIp } from './client-ip.ts'

const PROXY = '10.0.0.1'

it('reads the client from entries with a port or brackets, as load balancers write them', () => {
  const clientIp = createClientIp(['10.0.0.0/8', '::1'])
  for (const [forwardedFor, client] of [
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:52011', '203.0.113.9'],
    ['198.51.100.7, 203.0.113.9:52011, 10.0.0.2:443', '203.0.113.9'],
    ['[2001:db8::9]:52011', '2001:db8::9'],
    ['[2001:db8::9]', '2001:db8::9'],
    ['2001:db8::9', '2001:db8::9'],
    ['203.0.113.9:52011, [::1]:80', '203.0.113.9'],
    ['203.0.113.9:x', PROXY],
    ['127.1:80', PROXY],
    ['unknown', PROXY],
    ['', PROXY],
  ] as const)
    assert.equal(clientIp(PROXY, forwardedFor), client, forwardedFor)
  assert.equal(clientIp('192.0.2.1', '203.0.113.9:52011'), '192.0.2.1', 'an untrusted peer')
})
