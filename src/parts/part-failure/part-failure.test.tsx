import { fireEvent, within } from '@testing-library/dom'
import { expect } from 'chai'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import { FailureGroup, PartFailure } from './part-failure.tsx'

describe('Parts of a page that failed to load', () => {
  let screen: RenderedUi
  afterEach(() => screen.unmount())

  const show = async (parts: readonly string[], onRetry: (part: string) => void = () => undefined) => {
    screen = await renderUi(
      <FailureGroup>
        {parts.map((part) => (
          <PartFailure
            key={part}
            title={`We couldn’t load ${part}`}
            reason="Down for repairs"
            retry="Try again"
            onRetry={() => onRetry(part)}
          />
        ))}
      </FailureGroup>,
    )
    return within(screen.root)
  }

  it('are one alert with one reason and one button that loads all of them again', async () => {
    const retried: string[] = []
    const ui = await show(['sessions', 'passkeys', 'devices'], (part) => retried.push(part))
    expect(ui.getAllByRole('alert')).to.have.length(1)
    expect(ui.getAllByText('Down for repairs')).to.have.length(1)
    for (const part of ['sessions', 'passkeys', 'devices']) ui.getByText(`We couldn’t load ${part}`)
    fireEvent.click(ui.getByRole('button', { name: 'Try again' }))
    expect(retried).to.deep.equal(['sessions', 'passkeys', 'devices'])
  })

  it('stay in their place when only one failed', async () => {
    const ui = await show(['sessions'])
    expect(ui.getByRole('alert').textContent).to.equal('We couldn’t load sessionsDown for repairsTry again')
  })
})
