import { expect } from 'chai'
import { renderUi } from './render.tsx'
import { makeReportable } from './reportable-error.ts'

describe('what a failed test compared', () => {
  it('can be sent, even when it is an element that React has rendered', async () => {
    const { root, unmount } = await renderUi(<button type="button">Save</button>)
    const button = root.querySelector('button')
    expect(() => JSON.stringify(button)).to.throw()
    const error = { actual: button, expected: { ok: true } }
    makeReportable(error)
    expect(error).to.deep.equal({ actual: '<button type="button">Save</button>', expected: { ok: true } })
    await unmount()
  })
})
