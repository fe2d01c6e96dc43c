import { within } from '@testing-library/dom'
import { expect } from 'chai'
import { expectNoAxeViolations } from '../../testing/axe.tsx'
import { renderUi } from '../../testing/render.tsx'
import { RadioGroup } from './radio-group.tsx'

const OPTIONS = [
  { value: 'a', label: 'Optional', hint: 'Users choose.' },
  { value: 'b', label: 'Required' },
] as const

describe('a group of radio buttons', () => {
  it('is accessible, and names and describes each option', async () => {
    const chosen: string[] = []
    const { host, root } = await renderUi(
      <RadioGroup
        label="Second factor"
        name="mfa"
        value="a"
        options={OPTIONS}
        onChange={(value) => chosen.push(value)}
      />,
    )
    await expectNoAxeViolations(host)
    const group = within(within(root).getByRole('group', { name: 'Second factor' }))
    group.getByRole('radio', { name: 'Optional', description: 'Users choose.', checked: true })
    group.getByRole('radio', { name: 'Required', checked: false }).click()
    expect(chosen).to.deep.equal(['b'])
  })
})
