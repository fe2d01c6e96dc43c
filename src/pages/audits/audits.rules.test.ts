import { expect } from 'chai'
import { brushedDates, movedBrush } from './audits.chart.tsx'
import { auditsUrl, isFiltered, toFilters, toWireQuery } from './audits.state.ts'
import { changedFields } from './dialogs/details-drawer.tsx'
import { deliveryNotice } from './reports/reports.state.ts'

const histogram = { from: 0, step: 10, counts: [1, 2, 3], severe: [0, 1, 0] }

describe('what the audit log page reads and compares', () => {
  it('ignores what it cannot read in a link', () => {
    const read = auditsUrl.place.read(new URLSearchParams('range=century&from=never&sort=drop table&page=-1'))
    expect([isFiltered(read), read.sort, read.page]).to.deep.equal([false, 'createdAt', 0])
    expect(toFilters(read, 0)).to.deep.equal({})
    expect(toWireQuery(read, 0).offset).to.equal(0)
  })

  it('narrows the range to the bars of a selection, whichever end it began at', () => {
    expect(brushedDates(histogram, [2, 1])).to.deep.equal({ from: 10, to: 30 })
    expect([movedBrush(undefined, 'ArrowRight', false, 3), movedBrush(undefined, 'ArrowLeft', false, 3)]).to.deep.equal(
      [
        [0, 0],
        [2, 2],
      ],
    )
    expect(movedBrush([0, 1], 'ArrowRight', true, 3)).to.deep.equal([0, 2])
    expect(movedBrush([0, 2], 'ArrowRight', true, 3)).to.deep.equal([0, 2])
    expect(movedBrush([0, 2], 'ArrowLeft', false, 3)).to.deep.equal([1, 1])
  })

  it('shows how many recipients got a report, and why the others did not', () => {
    const keyOf = (sent: number, pending: number, stopped: number) => deliveryNotice({ sent, pending, stopped }).key
    expect(deliveryNotice({ sent: 1, pending: 2, stopped: 0 })).to.deep.equal({
      key: 'reportSentToSome',
      values: { count: 1, total: 3 },
      tone: 'info',
    })
    expect(keyOf(3, 0, 0)).to.equal('reportSentTo')
    expect(keyOf(0, 1, 1)).to.equal('reportPending')
    expect(keyOf(0, 0, 2)).to.equal('reportUnwanted')
    expect(deliveryNotice({}), 'another backend').to.deep.equal({ key: 'reportSent', values: {} })
  })

  it('compares every field of both sides, the changed ones first', () => {
    expect(changedFields({ name: 'A', on: true }, { name: 'B', on: true, extra: [1] })).to.deep.equal([
      { name: 'name', from: 'A', to: 'B', isChanged: true },
      { name: 'extra', from: '–', to: '[\n 1\n]', isChanged: true },
      { name: 'on', from: 'true', to: 'true', isChanged: false },
    ])
    expect(changedFields(null, { name: 'B' })).to.deep.equal([{ name: 'name', from: '–', to: 'B', isChanged: true }])
  })
})
