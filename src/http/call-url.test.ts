import { expect } from 'chai'
import { audits } from '../contract/audits.ts'
import { urlOf } from './call-url.ts'

const pathOf = (endpoint: string) =>
  urlOf({
    baseUrl: 'https://api.test',
    template: audits.exportAudits.path,
    path: { endpoint },
    spans: audits.exportAudits.flags.spans,
  }).pathname

describe('The URL of an export', () => {
  it('keeps the slash of its kind', () => {
    expect(pathOf('csv/v2')).to.match(/^\/frontegg\/[\w/]+\/export\/csv\/v2$/)
    expect(pathOf('p d/f')).to.match(/\/export\/p%20d\/f$/)
  })

  it('never leaves its folder', () => {
    for (const kind of ['csv/../../flags', '../flags', 'csv//v2', 'csv/.'])
      expect(() => pathOf(kind)).to.throw(TypeError)
  })
})
