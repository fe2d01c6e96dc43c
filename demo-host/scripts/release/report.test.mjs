import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportOf } from './report.mjs'

const manifest = (version, files) => ({ version, files })
const former = manifest('6.1.0', {
  'fe.esm.js': { size: 9, brotli: 5 },
  'chunks/page-a-abcdefg.js': { size: 7, brotli: 3 },
})
const next = manifest('6.2.0', {
  'fe.esm.js': { size: 9, brotli: 6 },
  'chunks/page-a-hijklmn.js': { size: 7, brotli: 3 },
})
const compatibility = {
  Texts: { breaking: ['text loginBox.login.title is gone'], added: [] },
  'Wire contract': { breaking: [], added: [] },
}

test('the report names what is refused, what differs and the sizes that changed', () => {
  const report = reportOf({ former, next, step: 'minor', compatibility, refusals: ['a text is gone'] })
  assert.match(report, /^# 6\.2\.0, a minor release after 6\.1\.0\n\nRefused:\n\n- a text is gone\n/)
  assert.match(report, /### Texts\n\nGone or changed:\n\n- text loginBox\.login\.title is gone\n/)
  assert.match(report, /### Wire contract\n\nNo difference\.\n/)
  assert.match(report, /\| fe\.esm\.js \| 5 \| 6 \| \+1 \|\n\| All files \| 8 \| 9 \| \+1 \|/)
  assert.doesNotMatch(report, /page-a/)
})

test('a release without objections is reported as one', () => {
  const report = reportOf({ former, next, step: 'minor', compatibility: {}, refusals: [] })
  assert.match(report, /Nothing speaks against this release\./)
})
