import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createClientIp } from './client-ip.ts'

const PROXY = '10.0.0.1'

const by = (forwardedFor: string): Headers => new Headers({ 'X-Forwarded-For': forwardedFor })

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
    ['203.0.113.9,', '203.0.113.9'],
    ['203.0.113.9, , 10.0.0.3,\t', '203.0.113.9'],
    ['6.6.6.6, 203.0.113.9, 10.0.0.3, ::ffff:10.0.0.2', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:DB8:0:0::9', '2001:db8::9'],
    ['[2001:0db8::0009]:443', '2001:db8::9'],
    ['10.0.0.7, 10.0.0.3', '10.0.0.7'],
    ['6.6.6.6, unknown', PROXY],
    ['6.6.6.6, _hidden, 10.0.0.3', '10.0.0.3'],
    ['"203.0.113.9"', PROXY],
    ['for=203.0.113.9', PROXY],
    ['203.0.113.9:x', PROXY],
    ['127.1:80', PROXY],
    ['unknown', PROXY],
    ['', PROXY],
  ] as const)
    assert.equal(clientIp(PROXY, by(forwardedFor)), client, forwardedFor)
  assert.equal(clientIp('192.0.2.1', by('203.0.113.9:52011')), '192.0.2.1', 'an untrusted peer')
})

it('trusts proxies in networks that are written as IPv4-mapped ones, and no others', () => {
  for (const trusted of ['::ffff:10.0.0.0/104', '::ffff:10.0.0.1/128', '::ffff:10.0.0.1', '10.0.0.1/8', '0.0.0.0/0']) {
    const clientIp = createClientIp([trusted])
    for (const peer of [PROXY, `::ffff:${PROXY}`])
      assert.equal(clientIp(peer, by('203.0.113.9')), '203.0.113.9', trusted)
    if (trusted !== '0.0.0.0/0') assert.equal(clientIp('11.0.0.1', by('203.0.113.9')), '11.0.0.1', trusted)
  }
  assert.equal(createClientIp([])('::ffff:203.0.113.9', by('6.6.6.6')), '203.0.113.9')
  assert.equal(createClientIp([])(undefined, by('6.6.6.6')), undefined)
})

it('reads no IPv4 address from an IPv6 one that only looks like it, as the lists of an account do', () => {
  for (const [peer, client] of [
    ['::203.0.113.9', '::cb00:7109'],
    ['::ffff:0313.0.0161.9', '::ffff:0313.0.0161.9'],
    ['::ffff:0xcb.0.0x71.9', '::ffff:0xcb.0.0x71.9'],
    ['fe80::1%eth0', 'fe80::1'],
  ] as const)
    assert.equal(createClientIp([])(peer, new Headers()), client, peer)
})

it('reads the client from the Forwarded header by the same rules, if there is no X-Forwarded-For', () => {
  const clientIp = createClientIp(['10.0.0.0/8', '::1'])
  for (const [forwarded, client] of [
    ['for=203.0.113.9', '203.0.113.9'],
    ['For="203.0.113.9:52011";proto=https;by=10.0.0.1', '203.0.113.9'],
    ['for="[2001:db8::9]:52011"', '2001:db8::9'],
    ['for="203.0.113.9:_port-1"', '203.0.113.9'],
    ['for="[2001:db8::9]:_port"', '2001:db8::9'],
    ['for="203.0.113.9:"', PROXY],
    ['for="203.0.113.9:_"', PROXY],
    ['for=6.6.6.6, for=203.0.113.9, for="[::1]:80", for=10.0.0.3', '203.0.113.9'],
    ['for=6.6.6.6;host=", for=203.0.113.9', '203.0.113.9'],
    ['for=6.6.6.6, for=unknown', PROXY],
    ['for=6.6.6.6, for=_hidden, for=10.0.0.3', '10.0.0.3'],
    ['for=6.6.6.6, proto=https', PROXY],
    ['for=6.6.6.6, nonsense', PROXY],
    ['203.0.113.9', PROXY],
  ] as const) {
    assert.equal(clientIp(PROXY, new Headers({ forwarded })), client, forwarded)
    assert.equal(clientIp('192.0.2.1', new Headers({ forwarded })), '192.0.2.1', 'an untrusted peer')
    for (const blank of ['', ' , '])
      assert.equal(clientIp(PROXY, new Headers({ forwarded, 'X-Forwarded-For': blank })), client, forwarded)
    const both = new Headers({ forwarded, 'X-Forwarded-For': '198.51.100.7' })
    assert.equal(clientIp(PROXY, both), '198.51.100.7', forwarded)
  }
})
