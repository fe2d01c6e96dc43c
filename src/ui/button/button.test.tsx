import { within } from '@testing-library/dom'
import { expect } from 'chai'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { press } from '../../testing/keys.ts'
import { type RenderedUi, renderUi } from '../../testing/render.tsx'
import { IconButton } from '../icon-button/icon-button.tsx'
import { Button } from './button.tsx'

describe('Button', () => {
  let ui: RenderedUi
  afterEach(() => ui.unmount())

  for (const scheme of ['light', 'dark'] as const) {
    it(`is readable and has a name in ${scheme}`, async () => {
      ui = await renderUi(
        <>
          {(['primary', 'secondary', 'ghost', 'danger'] as const).map((variant) => (
            <Button key={variant} variant={variant}>
              Save {variant}
            </Button>
          ))}
          <Button busy>Saving</Button>
          <IconButton icon="x" label="Close" />
        </>,
        { scheme },
      )
      await expectNoAxeViolations(ui.host)
    })
  }

  it('does nothing while busy, neither by itself nor for its form, and keeps the focus', async () => {
    const done: string[] = []
    ui = await renderUi(
      <form
        onSubmit={(event) => {
          event.preventDefault()
          done.push('submit')
        }}
      >
        <Button type="submit" busy onClick={() => done.push('click')}>
          Save
        </Button>
      </form>,
    )
    const button = within(ui.root).getByRole('button', { name: 'Save' })
    button.focus()
    await press('Enter')
    button.click()
    expect(done).to.deep.equal([])
    expect(ui.shadow.activeElement).to.equal(button)
    expect(button.getAttribute('aria-disabled')).to.equal('true')
  })

  it('keeps its width when work begins, so that nothing jumps', async () => {
    ui = await renderUi(<Button>Continue</Button>)
    const width = within(ui.root).getByRole('button').getBoundingClientRect().width
    await ui.rerender(<Button busy>Continue</Button>)
    expect(within(ui.root).getByRole('button').getBoundingClientRect().width).to.equal(width)
  })

  it('shows a name that is longer than its line as a whole', async () => {
    const label = 'Delete Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'
    ui = await renderUi(<Button variant="danger">{label}</Button>, { width: '240px' })
    const words = ui.root.querySelector('.fe-button-label')
    expect(words?.scrollWidth).to.equal(words?.clientWidth)
  })

  it('is 36 px high in the portal, 44 px in the login box, and never a target under 24 px', async () => {
    ui = await renderUi(
      <>
        <Button>M</Button>
        <Button size="l">L</Button>
        <IconButton size="s" icon="x" label="Close" />
      </>,
    )
    const heights = [...ui.root.querySelectorAll('button')].map((button) => button.getBoundingClientRect().height)
    expect(heights).to.deep.equal([36, 44, 24])
  })
})
