import { expect } from 'chai'
import { usage } from '../../contract/usage.ts'
import { HttpError } from '../../kernel/errors.ts'
import { aSession } from '../../testing/session.ts'
import { mountSlice } from '../../testing/slice.ts'
import { movedTo } from '../../ui/bar-chart/bar-chart.tsx'
import { usagePage } from './index.ts'
import { usageSlice } from './usage.actions.ts'
import { featureName, initialUsage, usageLevelOf } from './usage.state.ts'

const report = {
  periodStart: '2026-01-01T00:00:00Z',
  periodEnd: '2026-02-01T00:00:00Z',
  firstDay: '2025-12-10T00:00:00Z',
  features: [{ featureKey: 'reports', used: 8, limit: 10, isHard: true, days: [1, 2] }],
}

const session = aSession()

describe('the usage page', () => {
  it('shows the report, and why it could not be read again', async () => {
    const { actions, state, fake } = mountSlice(usageSlice, initialUsage, { page: usagePage, session })
    fake.respond(usage.listUsage, () => report)
    await actions.open()
    expect([state().report, state().error, state().loading]).to.deep.equal([report, null, false])
    fake.respond(usage.listUsage, () => {
      throw new HttpError('Down for repairs', 500)
    })
    await actions.reload()
    expect([state().error, state().loading]).to.deep.equal(['Down for repairs', false])
    fake.respond(usage.listUsage, () => report)
    await actions.reload()
    expect(state().error).to.equal(null)
  })

  it('warns from 80 % of a limit on', () => {
    const at = (used: number, limit: number | null) => usageLevelOf({ used, limit })
    expect([at(79, 100), at(80, 100), at(99, 100), at(100, 100), at(140, 100), at(0, 0), at(9, null)]).to.deep.equal([
      'fine',
      'near',
      'near',
      'full',
      'full',
      'full',
      'unlimited',
    ])
  })

  it('derives the names of features from their keys', () => {
    expect(['scheduled-reports', 'sso', 'AI_assistant'].map(featureName)).to.deep.equal([
      'Scheduled reports',
      'SSO',
      'AI assistant',
    ])
  })

  it('moves over the bars with the keyboard, and stays within them', () => {
    const moves = [
      ['ArrowRight', 28],
      ['ArrowRight', 29],
      ['ArrowLeft', 0],
      ['Home', 9],
      ['End', 9],
      ['a', 9],
    ] as const
    expect(moves.map(([key, at]) => movedTo(key, at, 30))).to.deep.equal([29, 29, 0, 0, 29, undefined])
  })
})
