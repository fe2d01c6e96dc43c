import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forwardedNodes } from './forwarded.ts'

it('The nodes of a Forwarded header are read in each form of RFC 7239', () => {
  for (const [header, ...nodes] of [
    [''],
    [' , ,'],
    ['for=192.0.2.43', '192.0.2.43'],
    ['For="[2001:db8:cafe::17]:4711"', '[2001:db8:cafe::17]:4711'],
    ['for=192.0.2.60;proto=http;by=203.0.113.43', '192.0.2.60'],
    ['proto=https; FOR=192.0.2.60 ;host=app.test', '192.0.2.60'],
    ['for=192.0.2.43, for=198.51.100.17', '192.0.2.43', '198.51.100.17'],
    ['for=192.0.2.43,for="_gazonk:x",  for=unknown,', '192.0.2.43', '_gazonk:x', 'unknown'],
    ['for=2001:db8::9, for=[2001:db8::8]:80', '2001:db8::9', '[2001:db8::8]:80'],
    ['for="192.0.2\\.43"', '192.0.2.43'],
    ['for=1.1.1.1;host="a, for=6.6.6.6"', '1.1.1.1'],
    ['for=1.1.1.1;host="a, for=6.6.6.6;x=\\""', '1.1.1.1'],
    ['for=6.6.6.6, proto=https', '6.6.6.6', ''],
    ['for=6.6.6.6;for=7.7.7.7', ''],
    [';;', ''],
  ] as const)
    assert.deepEqual(forwardedNodes(header), nodes, header)
})

it('What a client writes before the last element, such as an open quotation, changes nothing after it', () => {
  for (const claim of [
    'for="',
    'for=6.6.6.6;by="',
    'for="\\',
    '"""',
    'for=',
    'for=6.6.6.6;host="a',
    'x'.repeat(600),
    `for="${','.repeat(600)}`,
  ])
    for (const own of ['for=1.1.1.1', 'for="[2001:db8::9]:80";proto=https', 'proto=https;for="1.1.1.1"']) {
      const nodes = forwardedNodes(`${claim}, ${own}`)
      assert.deepEqual(nodes.slice(-1), forwardedNodes(own), `${claim}, ${own}`)
      assert.equal(nodes.includes('6.6.6.6'), false, claim)
    }
})

it('Only the last nodes of a long header are read', () => {
  for (const part of [',', ' ;', '",', 'a=b;', 'a="', '\\"', 'for=1.1.1.1,', ' '])
    assert.ok(forwardedNodes(part.repeat(Math.ceil(16_000 / part.length))).length <= 51, part)
  const nodes = forwardedNodes('for=6.6.6.6, '.repeat(1_000))
  assert.deepEqual(nodes, ['', ...nodes.slice(1)])
  assert.equal(nodes.length, 51)
})
